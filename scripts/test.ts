import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isBuildCurrent } from './build.ts'
import { readPlaywright, readVitest } from './read-reports.ts'
import { type Counts, runStage, type Stage } from './run-stage.ts'

const root = join(import.meta.dirname, '..')
const reports = 'dist/reports'
const vitestReport = `${reports}/vitest.json`

/** Run in parallel with the others: their output comes in one piece when they end. */
const checks: Stage[] = [
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'types',
    // Each of the usual four checkers looks at the libraries' types anew, on two cores that others use.
    command: [
      ...['tsc', '--project', '.', '--checkers', '1'],
      ...['--incremental', '--tsBuildInfoFile', 'dist/types.json'],
    ],
  },
  { name: 'structure', command: ['node', 'scripts/structure.ts'] },
]

const build: Stage = { name: 'build', command: ['node', 'scripts/build.ts'] }

function vitest(name: string, ...projects: string[]): Stage {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile=${vitestReport}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  return {
    name,
    command: ['vitest', 'run', ...reporters, ...chosen],
    report: { file: vitestReport, read: readVitest },
  }
}

const server = vitest('server')
const browser: Stage = {
  name: 'browser',
  command: ['playwright', 'test'],
  report: { file: `${reports}/playwright.json`, read: readPlaywright },
}
/** Of the journeys beside the server's tests, instead of three workers: both end at about the same time. */
const beside = { WORKERS: '2' }

/** `npm test -- quick`, before each commit: the checks, and one engine without slow tests. */
const quick = { ...vitest('quick', 'unit', 'stubbing', 'sqlite'), env: { QUICK: 'yes' } }

/** The stages named on the command line; all of them when none is named. */
function choose(wanted: string[]): (stage: Stage) => boolean {
  const known = [...checks, build, server, browser, quick].map(({ name }) => name)
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown) {
    console.error(`There is no stage ${unknown}; there are ${known.join(', ')}`)
    process.exit(1)
  }
  const all = wanted.includes(quick.name) ? [...wanted, ...checks.map(({ name }) => name)] : wanted
  return (stage) => (all.length === 0 ? stage !== quick : all.includes(stage.name))
}

const wanted = process.argv.slice(2)
const chosen = choose(wanted)
const folder = join(root, reports)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const checking = Promise.all(
  checks.filter(chosen).map((stage) => runStage(stage, { output: 'grouped' })),
)
const counted: Counts[] = []
const needsPages = [quick, server, browser].some(chosen)
if (chosen(build) || (needsPages && !(await isBuildCurrent()))) counted.push(await runStage(build))
if (chosen(quick)) counted.push(await runStage(quick))
if (chosen(server) && chosen(browser)) {
  // A worker waits a third of its time, and neither has work for all of its own in its first and last seconds.
  const both = [runStage(server, { output: 'grouped' }), runStage({ ...browser, env: beside })]
  counted.push(...(await Promise.all(both)))
} else if (chosen(server)) counted.push(await runStage(server))
else if (chosen(browser)) counted.push(await runStage(browser))
counted.push(...(await checking))

const sum = (of: 'passed' | 'failed' | 'skipped') =>
  counted.reduce((total, counts) => total + counts[of], 0)
const failures = counted.flatMap((counts) => counts.failures)
if (failures.length > 0) {
  const lines = failures.map(({ test, why }) => `${test}: ${why}`)
  console.log(`\nFailed:\n${lines.join('\n')}`)
}
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1
