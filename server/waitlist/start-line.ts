import type { Deps } from '../deps.ts'
import { startWorker } from '../worker.ts'
import { sweepLine } from './sweep-line.ts'

/** Milliseconds between sweeps. */
const restMs = 15_000

/**
 * Sweeps the waiting line until stopped: at once, on a schedule, and as soon as staff have changed what
 * can be booked. The answer finishes what the sweep has in hand.
 */
export async function startLine(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { changes, log } = deps
  let wake = () => {}
  const ignore = await changes.listen((changed) => {
    if (changed === '*') wake()
  })
  const worker = startWorker(restMs, async (_, stopping) => {
    await sweepLine(deps, stopping).catch((err: unknown) => {
      log.error({ err }, 'sweep of the waiting line not finished')
    })
  })
  wake = worker.wake
  return {
    async stop() {
      ignore()
      await worker.stop()
    },
  }
}
