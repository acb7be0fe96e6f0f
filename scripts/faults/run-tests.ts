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

function vitest(project: string, files: string[], bail: boolean): Stage {
  const file = `${reports}/${project}.json`
  const options = ['--project', project, '--reporter=json', `--outputFile=${file}`]
  const command = ['vitest', 'run', ...files, ...options, ...(bail ? ['--bail=1'] : [])]
  return { name: project, command, report: { file, read: readVitest }, timeout }
}

function playwright(files: string[], title: string | undefined, bail: boolean): Stage {
  const some = title === undefined ? [] : ['--grep', title]
  const options = ['--workers=1', ...some, ...(bail ? ['-x'] : [])]
  const report = { file: `${reports}/playwright.json`, read: readPlaywright }
  return { name: 'browser', command: ['playwright', 'test', ...files, ...options], report, timeout }
}

/** Runs some stages in a copy of the repository; what fails, without what `known` names. */
export async function runStages(
  stages: Stage[],
  { root, known }: { root: string; known: ReadonlySet<string> },
): Promise<Failed[]> {
  for (const stage of stages) {
    const { failures } = await runStage(stage, { output: 'none', root })
    const news = failures.filter(({ test }) => !known.has(test))
    if (news.length > 0) return news
  }
  return []
}

/** Which of the named tests are not there, or not where they are said to be; the answer says so. */
export function createTestFinder(root: string): (tests: Tests) => string[] {
  const found = new Map(projects.map((project) => [project, listFiles(root, project)]))
  return ({ browser = [], ...tests }) => [
    ...projects.flatMap((project) =>
      (tests[project] ?? [])
        .filter((file) => !found.get(project)?.has(file))
        .map((file) => `${file} is no test of the project ${project}`),
    ),
    ...browser.filter((file) => !existsSync(join(root, file))).map((file) => `there is no ${file}`),
  ]
}

function listFiles(root: string, project: string): Set<string> {
  const options = ['list', '--filesOnly', '--json', '--project', project]
  const listed = execFileSync(join(root, 'node_modules/.bin/vitest'), options, {
    cwd: root,
    encoding: 'utf8',
  })
  const files: { file: string }[] = JSON.parse(listed)
  return new Set(files.map(({ file }) => relative(root, file)))
}
