import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { isBusy, restMs } from './sqlite.ts'
import { explainError } from './unavailable.ts'

type Outcome = { rows: unknown[] } | { error: unknown }
type Write = {
  statement: StatementSync
  values: SQLInputValue[]
  /** Until when it waits for another process that writes, on the process's own clock. */
  until: number
  settle(outcome: Outcome): void
}

/** So many writes in one commit are of people who wait, and not of the few mails that go out at a time. */
const crowd = 8

/** Milliseconds without such a commit: no crowd is left. */
const calmMs = 100

/** Milliseconds that a crowd may keep others waiting. */
const longestMs = 500

/**
 * Commits the writes that arrive in one turn of the event loop together. Waiting for the disk is
 * most of what a durable write costs, and a hundred waiting patients can share one wait. Each write
 * is settled after the commit, so what is acknowledged is on the disk; one that a constraint refuses
 * takes back itself alone (SQLite's ABORT), not its neighbours. While another process writes they
 * wait for up to `busyMs`.
 *
 * `whenFree` runs its argument once no transaction is open on the connection. `refuseLost` throws where
 * what is written would be lost. `untilCalm` resolves when no crowd has written just now.
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

  function attempt({ statement, values }: Write): Outcome {
    try {
      return { rows: statement.all(...values) }
    } catch (error) {
      // A full disk or the like rolls everything back; what came next would commit on its own.
      if (!file.isTransaction) throw error
      return { error: explainError(error) }
    }
  }

  /** Whether it is ours to write; else the group waits, but for those who have waited long enough. */
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
    if (group.length >= crowd) crowdedAt = performance.now()
    if (!begin(group)) return
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

  function commitWhenFree(): void {
    if (file.isTransaction) whenFree(commitAll)
    else commitAll()
  }

  async function untilCalm(): Promise<void> {
    const longest = performance.now() + longestMs
    for (;;) {
      const left = Math.min(crowdedAt + calmMs, longest) - performance.now()
      if (left <= 0) return
      await new Promise((resolve) => setTimeout(resolve, left))
    }
  }

  const write = (statement: StatementSync, values: SQLInputValue[]): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        'rows' in outcome ? resolve(outcome.rows) : reject(outcome.error)
      waiting.push({ statement, values, until: performance.now() + busyMs, settle })
      if (waiting.length === 1) setImmediate(commitWhenFree)
    })

  return { write, untilCalm }
}
