import { relative } from 'node:path'
import type { Counts, Failed } from './run-stage.ts'

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

/** The results of vitest; its report has the full paths of files. */
export function readVitest(report: VitestReport, root: string): Counts {
  // A file that does not load has no tests to fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        nameFailure(relative(root, name), fullName, failureMessages[0] ?? ''),
      ),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...failures,
      ...broken.map(({ name, message }) => ({
        ...nameFailure(relative(root, name), 'did not load', message),
        isBroken: true as const,
      })),
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

/** The results of Playwright. */
export function readPlaywright({ stats, suites }: PlaywrightReport): Counts {
  // A test that only passes on a retry counts as failed.
  const failed = stats.unexpected + stats.flaky
  const failures = suites.flatMap(failuresOf)
  return { passed: stats.expected, failed, skipped: stats.skipped, failures }
}

function failuresOf({ file, suites = [], specs }: PlaywrightSuite): Failed[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) =>
      nameFailure(`e2e/${file}`, title, tests[0]?.results[0]?.error?.message ?? 'flaky'),
    )
  return [...own, ...suites.flatMap(failuresOf)]
}

/** One line each, at the end of a long output. */
function nameFailure(file: string, test: string, reason: string): Failed {
  const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
  const why = reason.replace(colours, '').split('\n', 3).join(' ').slice(0, 400)
  return { test: `${file} › ${test}`, why }
}
