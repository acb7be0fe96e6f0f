import type { Deps } from '../app.ts'
import { sweepLine } from './sweep-line.ts'

/** Milliseconds between sweeps. */
const restMs = 15_000

/**
 * Sweeps the waiting line until stopped: at once, on a schedule, and as soon as staff have changed what
 * can be booked. The answer finishes the sweep in hand.
 */
export async function startLine(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { changes, log } = deps
  let stopped = false
  let everything = true
  let wake = () => {}

  const ignore = await changes.listen((changed) => {
    if (changed !== '*') return
    everything = true
    wake()
  })

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (stopped || everything) wake()
    })

  const run = async () => {
    while (!stopped) {
      const all = everything
      everything = false
      await sweepLine(deps, { everything: all }).catch((err: unknown) => {
        log.error({ err }, 'sweep of the waiting line not finished')
      })
      await rest()
    }
  }

  const running = run()
  return {
    async stop() {
      stopped = true
      ignore()
      wake()
      await running
    },
  }
}
