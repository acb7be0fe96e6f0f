import { setTimeout as wait } from 'node:timers/promises'

export type Repeated = {
  /** Finishes the turn in hand, then rests for good. */
  stop(): Promise<void>
}

/**
 * Takes a turn at once and another after each rest of so many milliseconds, until stopped. A turn is
 * told its number, from 0, and deals with its own faults.
 */
export function repeat(restMs: number, turn: (number: number) => Promise<void>): Repeated {
  const stopped = new AbortController()
  const run = async () => {
    for (let number = 0; !stopped.signal.aborted; number += 1) {
      await turn(number)
      await wait(restMs, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}
