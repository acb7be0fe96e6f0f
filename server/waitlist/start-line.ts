import type { Deps } from '../deps.ts'
import { sweepLine } from './sweep-line.ts'

/** Milliseconds between sweeps. */
const restMs = 15_000

/**
 * Sweeps the waiting line until stopped: at once, on a schedule, and as soon as staff have changed what
 * can be booked. The answer finishes what the sweep has in hand.
 */
export async function startLine(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { changes, log } = deps
  const stopping = new AbortController()
  let isWoken = false
  let wake = () => {}

  const ignore = await changes.listen((changed) => {
    if (changed !== '*') return
    isWoken = true
    wake()
  })

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (stopping.signal.aborted || isWoken) wake()
    })

  const run = async () => {
    while (!stopping.signal.aborted) {
      isWoken = false
      await sweepLine(deps, stopping.signal).catch((err: unknown) => {
        log.error({ err }, 'sweep of the waiting line not finished')
      })
      await rest()
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      ignore()
      wake()
      await running
    },
  }
}
