import { mkdirSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { isBuildCurrent } from './build.ts'
import { type Counts, runStage, type Stage } from './run-stage.ts'

const root = join(import.meta.dirname, '..')
const reports = 'dist/reports'
const vitestReport = `${reports}/vitest.json`

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

function readVitest(report: VitestReport): Counts {
  // A file that cannot even be loaded has no tests to fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        nameFailure(name, fullName, failureMessages[0] ?? ''),
      ),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...failures,
      ...broken.map(({ name, message }) => nameFailure(name, 'did not load', message)),
    ],
  }
}

type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

function readPlaywright({ stats, suites }: PlaywrightReport): Counts {
  // What passes only at a second try is not done.
  const failed = stats.unexpected + stats.flaky
  const failures = suites.flatMap(failuresOf)
  return { passed: stats.expected, failed, skipped: stats.skipped, failures }
}

function failuresOf({ file, suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) =>
      nameFailure(file, title, tests[0]?.results[0]?.error?.message ?? 'flaky'),
    )
  return [...own, ...suites.flatMap(failuresOf)]
}

/** One line each, for whoever reads the end of a long output alone. */
function nameFailure(file: string, test: string, reason: string): string {
  const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
  const why = reason.replace(colours, '').split('\n', 3).join(' ').slice(0, 400)
  return `${relative(root, resolve(root, file))} › ${test}: ${why}`
}

/** Side by side: together they take as long as the slowest. */
const checks: Stage[] = [
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['tsc', '--project', '.'] },
  { name: 'structure', command: ['node', 'scripts/structure.ts'] },
]

const build: Stage = { name: 'build', command: ['node', 'scripts/build.ts'] }

/** One after the other: each keeps the machine busy. The tests run on what was built. */
const runners: Stage[] = [
  build,
  {
    name: 'server',
    command: ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile=${vitestReport}`],
    report: { file: vitestReport, read: readVitest },
  },
  {
    name: 'browser',
    command: ['playwright', 'test'],
    report: { file: `${reports}/playwright.json`, read: readPlaywright },
  },
]

/** The stages that the command line names; all of them when it names none. */
function choose(wanted: string[]): (stage: Stage) => boolean {
  const known = [...checks, ...runners].map(({ name }) => name)
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown) {
    console.error(`There is no stage ${unknown}; there are ${known.join(', ')}`)
    process.exit(1)
  }
  return ({ name }) => wanted.length === 0 || wanted.includes(name)
}

const wanted = process.argv.slice(2)
const chosen = choose(wanted)
const folder = join(root, reports)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const counted = await Promise.all(checks.filter(chosen).map((stage) => runStage(stage, true)))
const selected = runners.filter(chosen)
const lacksPages = selected.length > 0 && !selected.includes(build) && !(await isBuildCurrent())
for (const stage of lacksPages ? [build, ...selected] : selected) {
  counted.push(await runStage(stage))
}

const sum = (of: 'passed' | 'failed' | 'skipped') =>
  counted.reduce((total, counts) => total + counts[of], 0)
const failures = counted.flatMap((counts) => counts.failures)
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1
