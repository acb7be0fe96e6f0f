import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

type Outcome = { rows: unknown[] } | { error: unknown }
type Write = {
  statement: StatementSync
  values: SQLInputValue[]
  settle(outcome: Outcome): void
}

/**
 * Commits the writes that arrive in one turn of the event loop together. Waiting for the disk is
 * most of what a durable write costs, and a hundred waiting patients can share one wait. Each write
 * is settled after the commit, so what is acknowledged is on the disk; one that a constraint refuses
 * takes back itself alone (SQLite's ABORT), not its neighbours.
 *
 * `whenFree` runs its argument once no transaction is open on the connection.
 */
export function createGroupCommit(file: DatabaseSync, whenFree: (run: () => void) => void) {
  let waiting: Write[] = []

  function attempt({ statement, values }: Write): Outcome {
    try {
      return { rows: statement.all(...values) }
    } catch (error) {
      // A full disk or the like rolls everything back; what came next would commit on its own.
      if (!file.isTransaction) throw error
      return { error }
    }
  }

  function commitAll(): void {
    const group = waiting
    waiting = []
    let outcomes: Outcome[]
    try {
      file.exec('begin immediate')
      outcomes = group.map(attempt)
      file.exec('commit')
    } catch (error) {
      if (file.isTransaction) file.exec('rollback')
      outcomes = group.map(() => ({ error }))
    }
    for (const [place, { settle }] of group.entries()) settle(outcomes[place] as Outcome)
  }

  return (statement: StatementSync, values: SQLInputValue[]): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        'rows' in outcome ? resolve(outcome.rows) : reject(outcome.error)
      waiting.push({ statement, values, settle })
      if (waiting.length > 1) return
      setImmediate(() => (file.isTransaction ? whenFree(commitAll) : commitAll()))
    })
}
