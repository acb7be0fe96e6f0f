import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPlaywright, readVitest } from './read-reports.ts'
import { runStage, type Stage } from './run-stage.ts'

function makeRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'molar-stage-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  return root
}

const report = { file: 'report.json', read: readPlaywright }

async function failuresOf(command: string[], more: Partial<Stage> = {}, root = makeRoot()) {
  const stage = { name: 'browser', command: ['node', ...command], report, ...more }
  return (await runStage(stage, { output: 'none', root })).failures
}

test('a runner that ends without a report is broken, even if an earlier run left a report', async () => {
  const root = makeRoot()
  const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 0 }
  writeFileSync(join(root, 'report.json'), JSON.stringify({ stats, suites: [] }))
  const [failure] = await failuresOf(['--eval', 'process.exit(1)'], {}, root)
  expect(failure).toMatchObject({ test: 'browser', isBroken: true })
})

test('a runner that finds no tests is broken', async () => {
  const empty = { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, suites: [] }
  const write = `fs.writeFileSync('report.json', '${JSON.stringify(empty)}'); process.exitCode = 1`
  const [failure] = await failuresOf(['--eval', write])
  expect(failure).toMatchObject({ why: 'ended with status 1', isBroken: true })
})

test('a runner that times out counts as failed, not as broken', async () => {
  const failures = await failuresOf(['--eval', 'setInterval(() => {}, 1000)'], { timeout: 50 })
  expect(failures).toEqual([{ test: 'browser', why: 'timed out' }])
})

test('a test file that does not load is broken, and a failing test is not', () => {
  const file = (name: string, assertionResults: object[]) => ({
    name,
    status: 'failed',
    message: 'x is not defined',
    assertionResults: assertionResults as never[],
  })
  const counts = { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 }
  const failed = { status: 'failed', fullName: 'adds up', failureMessages: ['1 is not 2'] }
  const testResults = [file('/r/a.test.ts', []), file('/r/b.test.ts', [failed])]
  expect(readVitest({ ...counts, testResults }, '/r').failures).toEqual([
    { test: 'b.test.ts › adds up', why: '1 is not 2' },
    { test: 'a.test.ts › did not load', why: 'x is not defined', isBroken: true },
  ])
})
