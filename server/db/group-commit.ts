import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { isBusy, logPages, type Rows, restMs } from './sqlite.ts'
import { explainError } from './unavailable.ts'

type Outcome = { rows: unknown[] } | { error: unknown }
type Write = {
  statement: Rows
  values: SQLInputValue[]
  /** How long it waits for another writing process, on the process's own clock. */
  until: number
  settle(outcome: Outcome): void
}

/** This many writes in one commit come from patients who wait, not from the few mails sent at a time. */
const crowd = 8

/** Turns of the event loop in which a crowd's writes may join one commit, after their first. */
const mostTurns = 4

/** Milliseconds without such a commit after which the burst has ended. */
const calmMs = 100

/** The most milliseconds that a burst may delay other work. */
const longestMs = 500

/** Pages in the log during a burst, 64 MB: a commit that copies them into the file keeps everybody waiting. */
const burstLogPages = 4 * logPages

/**
 * Commits the writes of one turn of the event loop together. Waiting for the disk is most of the cost of a
 * durable write, and a hundred waiting patients can share one wait. Each write is settled after the commit, so
 * an acknowledged write is on the disk; one that a constraint refuses rolls back only itself (SQLite's ABORT).
 * While another process writes, they wait for up to `busyMs`.
 *
 * `whenFree` runs its argument once no transaction is open on the connection. `refuseLost` throws where a write
 * would be lost. `untilCalm` resolves when there was no recent burst of writes. SQLite's log is copied into its
 * file after a burst, not in it.
 */
export function createGroupCommit(
  file: DatabaseSync,
  whenFree: (run: () => void) => void,
  busyMs: number,
  refuseLost: () => void,
) {
  let waiting: Write[] = []
  /** On the process's own clock. */
  let crowdedAt = Number.NEGATIVE_INFINITY
  let isDeferred = false

  function attempt({ statement, values }: Write): Outcome {
    try {
      return { rows: statement.all(...values) }
    } catch (error) {
      // An error such as a full disk rolls everything back; later writes would then commit on their own.
      if (!file.isTransaction) throw error
      return { error: explainError(error) }
    }
  }

  /** Whether the write lock was taken; otherwise the group waits, except writes that waited too long. */
  function begin(group: Write[]): boolean {
    try {
      refuseLost()
      file.exec('begin immediate')
      return true
    } catch (thrown) {
      const error = explainError(thrown)
      const now = performance.now()
      const isOver = ({ until }: Write) => !isBusy(error) || until <= now
      waiting = group.filter((write) => !isOver(write))
      if (waiting.length > 0) setTimeout(commitWhenFree, restMs)
      for (const write of group.filter(isOver)) write.settle({ error })
      return false
    }
  }

  function commitAll(): void {
    const group = waiting
    waiting = []
    const isBurst = group.length >= crowd
    if (isBurst) crowdedAt = performance.now()
    if (!begin(group)) return
    if (isBurst) void deferCopy()
    let outcomes: Outcome[]
    try {
      outcomes = group.map(attempt)
      file.exec('commit')
    } catch (thrown) {
      if (file.isTransaction) file.exec('rollback')
      const error = explainError(thrown)
      outcomes = group.map(() => ({ error }))
    }
    for (const [place, { settle }] of group.entries()) settle(outcomes[place] as Outcome)
  }

  /**
   * Lets a crowd's writes of the next turns join: who was answered by the last commit asks again while this turn is
   * answered, and would wait for two commits.
   */
  function gather(before: number, turns: number): void {
    const count = waiting.length
    const isGrowing = count >= crowd && count > before
    if (isGrowing && turns < mostTurns) setImmediate(gather, count, turns + 1)
    else commitWhenFree()
  }

  function commitWhenFree(): void {
    if (file.isTransaction) whenFree(commitAll)
    else commitAll()
  }

  /** Lets a burst's log grow, and copies it into the file when nobody waits for a commit. */
  async function deferCopy(): Promise<void> {
    if (isDeferred) return
    isDeferred = true
    file.exec(`pragma wal_autocheckpoint = ${burstLogPages}`)
    do await new Promise((resolve) => setTimeout(resolve, calmMs).unref())
    while (file.isOpen && (file.isTransaction || performance.now() < crowdedAt + calmMs))
    isDeferred = false
    if (!file.isOpen) return
    try {
      file.exec(`pragma wal_autocheckpoint = ${logPages}; pragma wal_checkpoint(passive)`)
    } catch {
      // The log has everything. A later commit copies it, when the disk has room again.
    }
  }

  async function untilCalm(): Promise<void> {
    const longest = performance.now() + longestMs
    for (;;) {
      const left = Math.min(crowdedAt + calmMs, longest) - performance.now()
      if (left <= 0) return
      await new Promise((resolve) => setTimeout(resolve, left))
    }
  }

  const write = (statement: Rows, values: SQLInputValue[]): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        'rows' in outcome ? resolve(outcome.rows) : reject(outcome.error)
      waiting.push({ statement, values, until: performance.now() + busyMs, settle })
      if (waiting.length === 1) setImmediate(gather, 0, 0)
    })

  return { write, untilCalm }
}
