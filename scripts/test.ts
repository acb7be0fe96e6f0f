import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

type Counts = { passed: number; failed: number; skipped: number }
type Stage = { name: string; command: string[]; report?: { file: string; read: Reader } }
type Reader = (report: never) => Counts

const root = join(import.meta.dirname, '..')
const reports = join(root, 'dist/reports')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

const readVitest = (report: {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numFailedTestSuites: number
}): Counts => ({
  passed: report.numPassedTests,
  // A file that cannot even be loaded has no tests to fail.
  failed: Math.max(report.numFailedTests, Math.min(1, report.numFailedTestSuites)),
  skipped: report.numPendingTests,
})

const readPlaywright = ({
  stats,
}: {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}): Counts => ({
  passed: stats.expected,
  // What passes only at a second try is not done.
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})

const stages: Stage[] = [
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['tsc', '--project', '.'] },
  { name: 'structure', command: ['node', 'scripts/structure.ts'] },
  { name: 'build', command: ['node', 'scripts/build.ts'] },
  {
    name: 'server',
    command: ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile=${vitestReport}`],
    report: { file: vitestReport, read: readVitest },
  },
  {
    name: 'browser',
    command: ['playwright', 'test'],
    report: { file: playwrightReport, read: readPlaywright },
  },
]

/** Runs one stage to its end, its output shown as it comes. */
async function run({ name, command, report }: Stage): Promise<Counts> {
  const [program = '', ...options] = command
  const started = performance.now()
  console.log(`\n— ${name}: ${command.join(' ').replaceAll(`${root}/`, '')}`)
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport }
  const child = spawn(program, options, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (status) => resolve(status ?? 1))
  })
  const counts = report ? readReport(report, code) : asOneTest(code)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`— ${name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
  return counts
}

function asOneTest(code: number): Counts {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

/** What a runner counted. One that crashed, or found nothing to run, has failed once more. */
function readReport({ file, read }: NonNullable<Stage['report']>, code: number): Counts {
  try {
    const counts = read(JSON.parse(readFileSync(file, 'utf8')) as never)
    const unexplained = (code !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0
    return unexplained ? { ...counts, failed: counts.failed + 1 } : counts
  } catch (error) {
    console.error(`${file} cannot be read: ${error}`)
    return asOneTest(1)
  }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const wanted = process.argv.slice(2)
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const stage of stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const counts = await run(stage)
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
