/** Work that goes on in the background, a turn at a time. */
export type Worker = {
  /** Ends the rest. Also during a turn, which may have looked before there was something to do. */
  wake(): void
  /** Lets the current turn finish and starts no other. */
  stop(): Promise<void>
}

/**
 * Runs a turn immediately, then another after each rest of `restMs` milliseconds, until stopped. A turn gets
 * its number, from 0, and a signal that is aborted on stop. If a turn returns true, the next follows without
 * a rest. A turn must handle its own errors.
 */
export function startWorker(
  restMs: number,
  turn: (number: number, stopping: AbortSignal) => Promise<unknown>,
): Worker {
  const stopping = new AbortController()
  let isWoken = false
  let endRest = () => {}

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs)
      endRest = () => {
        clearTimeout(timer)
        resolve()
      }
      if (isWoken) endRest()
    })

  const run = async () => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      isWoken = false
      const isBusy = (await turn(number, stopping.signal)) === true
      if (!isBusy && !stopping.signal.aborted) await rest()
    }
  }

  const wake = () => {
    isWoken = true
    endRest()
  }
  const running = run()
  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      await running
    },
  }
}

/** Milliseconds until the next try after `attempts` failures: doubled each time, at most `longestMs`. */
export function backOff(
  attempts: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number {
  return Math.min(firstMs * 2 ** (attempts - 1), longestMs)
}
