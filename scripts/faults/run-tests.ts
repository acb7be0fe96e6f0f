import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readPlaywright, readVitest } from '../read-reports.ts'
import { type Failed, runStage, type Stage } from '../run-stage.ts'
import type { Tests } from './fault.ts'

const projects = ['unit', 'sqlite', 'postgres'] as const
const reports = 'dist/reports'
/** Milliseconds; a fault may make the tests hang. */
const timeout = 600_000

export const build: Stage = { name: 'build', command: ['node', 'scripts/build.ts'], timeout }

/** The commands that run some tests, the cheapest first. */
export function stagesOf(tests: Tests, { bail }: { bail: boolean }): Stage[] {
  const stages: Stage[] = []
  if (tests.types) stages.push({ name: 'types', command: ['tsc', '--project', '.'], timeout })
  if (tests.structure) {
    stages.push({ name: 'structure', command: ['node', 'scripts/structure.ts'], timeout })
  }
  for (const project of projects) {
    const files = tests[project] ?? []
    if (files.length > 0) stages.push(vitest(project, files, bail))
  }
  const { browser = [], title } = tests
  if (browser.length > 0) stages.push(playwright(browser, title, bail))
  return stages
}

/** A unit test that stubs a global has a project of its own. */
function choose(project: string): string[] {
  const names = project === 'unit' ? [project, 'stubbing'] : [project]
  return names.flatMap((name) => ['--project', name])
}

function vitest(project: string, files: string[], bail: boolean): Stage {
  const file = `${reports}/${project}.json`
  const options = [...choose(project), '--reporter=json', `--outputFile=${file}`]
  const command = ['vitest', 'run', ...files, ...options, ...(bail ? ['--bail=1'] : [])]
  return { name: project, command, report: { file, read: readVitest }, timeout }
}

function playwright(files: string[], title: string | undefined, bail: boolean): Stage {
  const some = title === undefined ? [] : ['--grep', title]
  const options = ['--workers=1', ...some, ...(bail ? ['-x'] : [])]
  const report = { file: `${reports}/playwright.json`, read: readPlaywright }
  return { name: 'browser', command: ['playwright', 'test', ...files, ...options], report, timeout }
}

/** An undefined name, or a syntax error: such a failure says nothing about behaviour. */
const badCode = /\b(SyntaxError|ReferenceError)\b/

/**
 * Runs some stages in a copy of the repository; returns the failures, without those in `known`. A failure that
 * says nothing about the product's behaviour is marked as broken: the fault must be written better.
 */
export async function runStages(
  stages: Stage[],
  { root, known }: { root: string; known: ReadonlySet<string> },
): Promise<Failed[]> {
  for (const stage of stages) {
    const { failures } = await runStage(stage, { output: 'none', root })
    const news = failures.filter(({ test }) => !known.has(test))
    const isOfBuild = (one: Failed) => stage === build || badCode.test(one.why)
    if (news.length > 0) {
      return news.map((one) => (isOfBuild(one) ? { ...one, isBroken: true } : one))
    }
  }
  return []
}

/** Finds named tests that are missing, or not in the named file. */
export function createTestFinder(root: string): (tests: Tests) => string[] {
  const found = new Map(projects.map((project) => [project, listFiles(root, project)]))
  const journeys = listJourneys(root)
  return ({ browser = [], title = '', ...tests }) => {
    const absent = browser.filter((file) => !existsSync(join(root, file)))
    const chosen = journeys.filter(({ file }) => browser.includes(file))
    const isChosen = chosen.some((one) => new RegExp(title, 'i').test(one.title))
    return [
      ...projects.flatMap((project) =>
        (tests[project] ?? [])
          .filter((file) => !found.get(project)?.has(file))
          .map((file) => `${file} is no test of the project ${project}`),
      ),
      ...absent.map((file) => `there is no ${file}`),
      ...(browser.length > 0 && !isChosen ? [`no journey there is called ${title}`] : []),
    ]
  }
}

type Listed = {
  file: string
  title: string
  suites?: Listed[]
  specs: { title: string }[]
}

/** The journeys by the titles that `--grep` matches. */
function listJourneys(root: string): { file: string; title: string }[] {
  const { suites }: { suites: Listed[] } = JSON.parse(
    run(root, 'playwright', ['test', '--list', '--reporter=json']),
  )
  const titlesOf = (suite: Listed, before: string): { file: string; title: string }[] => [
    ...suite.specs.map(({ title }) => ({
      file: `e2e/${suite.file}`,
      title: `${before} ${title}`.trimStart(),
    })),
    ...(suite.suites ?? []).flatMap((inner) => titlesOf(inner, `${before} ${inner.title}`)),
  ]
  return suites.flatMap((suite) => titlesOf(suite, ''))
}

function listFiles(root: string, project: string): Set<string> {
  const options = ['list', '--filesOnly', '--json', ...choose(project)]
  const files: { file: string }[] = JSON.parse(run(root, 'vitest', options))
  return new Set(files.map(({ file }) => relative(root, file)))
}

function run(root: string, program: string, options: string[]): string {
  const place = join(root, 'node_modules/.bin', program)
  return execFileSync(place, options, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}
