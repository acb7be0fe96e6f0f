import { setTimeout as wait } from 'node:timers/promises'

const mostTries = 4
/** Milliseconds, at most, before the second try; each further one may wait as much longer. */
const longestPauseMs = 50
/** PostgreSQL's `serialization_failure` and `deadlock_detected`: nothing was done, another try may. */
const passing = new Set(['40001', '40P01'])

/**
 * Runs a transaction again when PostgreSQL ended it only because another stood in its way: two who
 * want overlapping slots at once may each wait for the other. Each waits for another while first, so
 * that they do not meet again. `isRace` knows of more such errors; any other is thrown as it is.
 */
export async function retryDeadlock<T>(
  act: () => Promise<T>,
  isRace: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (tries >= mostTries || !(isDeadlock(error) || isRace(error))) throw error
      await wait(Math.random() * longestPauseMs * tries)
    }
  }
}

/** Whether PostgreSQL ended a transaction for another's sake. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && passing.has(String(error.code))
}
