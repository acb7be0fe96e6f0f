import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createGroupCommit } from './group-commit.ts'
import { logPages, openSqliteFile, sqliteFile } from './sqlite.ts'

/** A table of a file, and a clock that the test advances. */
function open() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const dataDir = mkdtempSync(join(tmpdir(), 'molar-commit-'))
  const file = openSqliteFile(dataDir)
  onTestFinished(() => {
    file.close()
    rmSync(dataDir, { recursive: true })
  })
  file.exec('create table notes (text)')
  const statement = file.prepare('insert into notes values (?)')
  const { write, untilCalm } = createGroupCommit(
    file,
    (run) => run(),
    5000,
    () => {},
  )
  const crowd = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, number) => write(statement, [number])))
  /** Whether a promise has resolved, without waiting for it. */
  const look = (waiting: Promise<void>) => {
    let isCalm = false
    void waiting.then(() => {
      isCalm = true
    })
    return async () => {
      await nextTurn()
      return isCalm
    }
  }
  return { file, dataDir, crowd, look, untilCalm }
}

test('without a burst of writes, `untilCalm` resolves immediately', async () => {
  const { crowd, look, untilCalm } = open()
  expect(await look(untilCalm())()).toBe(true)
  // As many as there are lanes of mail.
  await crowd(5)
  expect(await look(untilCalm())()).toBe(true)
})

test('the database is calm a tenth of a second after the last burst', async () => {
  const { crowd, look, untilCalm } = open()
  await crowd(20)
  const isCalm = look(untilCalm())
  await vi.advanceTimersByTimeAsync(90)
  await crowd(20)
  await vi.advanceTimersByTimeAsync(90)
  expect(await isCalm()).toBe(false)
  await vi.advanceTimersByTimeAsync(10)
  expect(await isCalm()).toBe(true)
})

test('continuous bursts delay other work by half a second at most', async () => {
  const { crowd, look, untilCalm } = open()
  await crowd(20)
  const isCalm = look(untilCalm())
  for (let ms = 50; ms < 500; ms += 50) {
    await vi.advanceTimersByTimeAsync(50)
    await crowd(20)
    expect(await isCalm()).toBe(false)
  }
  await vi.advanceTimersByTimeAsync(50)
  expect(await isCalm()).toBe(true)
})

test('what a crowd asks while others of it are read shares their commit', async () => {
  const { file, crowd } = open()
  const exec = vi.spyOn(file, 'exec')
  const commits = () => exec.mock.calls.filter(([sql]) => sql === 'commit').length
  const first = crowd(20)
  await nextTurn()
  await Promise.all([first, crowd(20)])
  expect(commits()).toBe(1)
  // A few who ask together do not wait for others.
  const few = crowd(5)
  await nextTurn()
  await Promise.all([few, crowd(5)])
  expect(commits()).toBe(3)
})

test('a crowd that does not end is committed all the same', async () => {
  const { crowd } = open()
  let isCommitted = false
  const first = crowd(20).then(() => {
    isCommitted = true
  })
  const others: Promise<unknown>[] = []
  for (let turn = 0; turn < 10 && !isCommitted; turn += 1) {
    others.push(crowd(20))
    await nextTurn()
  }
  expect(isCommitted).toBe(true)
  await Promise.all([first, ...others])
})

test('the log is copied into the file after a burst, not in it', async () => {
  const { file, dataDir, crowd } = open()
  const pagesBeforeCopy = () => file.prepare('pragma wal_autocheckpoint').get()?.wal_autocheckpoint
  const size = () => statSync(sqliteFile(dataDir)).size
  const before = size()
  await crowd(3)
  expect(pagesBeforeCopy()).toBe(logPages)
  await crowd(20)
  await vi.advanceTimersByTimeAsync(90)
  await crowd(20)
  await vi.advanceTimersByTimeAsync(90)
  expect(pagesBeforeCopy()).toBeGreaterThan(logPages)
  expect(size()).toBe(before)
  await vi.advanceTimersByTimeAsync(100)
  expect(pagesBeforeCopy()).toBe(logPages)
  expect(size()).toBeGreaterThan(before)
})

test('a transaction that is open after a burst is waited for', async () => {
  const { file, crowd } = open()
  const pagesBeforeCopy = () => file.prepare('pragma wal_autocheckpoint').get()?.wal_autocheckpoint
  await crowd(20)
  file.exec('begin immediate; delete from notes')
  await vi.advanceTimersByTimeAsync(1000)
  expect(pagesBeforeCopy()).toBeGreaterThan(logPages)
  file.exec('commit')
  await vi.advanceTimersByTimeAsync(100)
  expect(pagesBeforeCopy()).toBe(logPages)
})
