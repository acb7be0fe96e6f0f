import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type TransactionBuilder } from 'kysely'
import type { Tables } from './schema.ts'

const mostTries = 4
/** Milliseconds, at most, before the second try; each further one may wait as much longer. */
const longestPauseMs = 50
/** PostgreSQL's `serialization_failure` and `deadlock_detected`: nothing was done, another try may. */
const passing = new Set(['40001', '40P01'])

/** Runs again what is one transaction, or has none, when another was faster, as `isRace` knows by the error. */
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
 * The same when PostgreSQL ended it only because another stood in its way: two who want overlapping slots at once
 * may each wait for the other. Each waits for another while first, so that they do not meet again.
 */
export const retryDeadlock = <T>(act: () => Promise<T>): Promise<T> => retryRace(act, isDeadlock)

/** Whether PostgreSQL ended a transaction for another's sake. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && passing.has(String(error.code))
}

/**
 * Queries whose transactions run again, whoever begins them, when PostgreSQL ended them for another's sake: what a
 * transaction does beside the database is done again with it, so that belongs after its commit.
 */
export class RetryingQueries extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (act) => retryDeadlock(() => execute(act))
    return builder
  }
}
