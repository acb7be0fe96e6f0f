import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type TransactionBuilder } from 'kysely'
import type { Tables } from './schema.ts'

const mostTries = 4
/** The most milliseconds before the second try; each further try may wait that much longer. */
const longestPauseMs = 50
/** PostgreSQL's `serialization_failure` and `deadlock_detected`: nothing was done, and a retry may succeed. */
const passing = new Set(['40001', '40P01'])

/** Retries one transaction, or a call without one, after a race that `isRace` recognizes by its error. */
export async function retryRace<T>(
  act: () => Promise<T>,
  isRace: (error: unknown) => boolean,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (tries >= mostTries || !isRace(error)) throw error
      await wait(Math.random() * longestPauseMs * tries)
    }
  }
}

/**
 * Retries after a deadlock: two requests for overlapping slots may each wait for the other. Each waits for a
 * random time first, so that they do not collide again.
 */
export const retryDeadlock = <T>(act: () => Promise<T>): Promise<T> => retryRace(act, isDeadlock)

/** Whether PostgreSQL ended a transaction to resolve a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && passing.has(String(error.code))
}

/**
 * Queries whose transactions are retried after a deadlock, wherever they begin. Any other effect of a
 * transaction's code is repeated too, so it belongs after the commit.
 */
export class RetryingQueries extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (act) => retryDeadlock(() => execute(act))
    return builder
  }
}
