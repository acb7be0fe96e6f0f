import type { Deps } from '../deps.ts'
import { startWorker } from '../worker.ts'
import { sweepWaitlist } from './sweep-waitlist.ts'

/** Milliseconds between sweeps. */
const restMs = 15_000

/**
 * Sweeps the waitlist until stopped: at once, on a schedule, and as soon as staff have changed what
 * can be booked. The answer finishes what the sweep has in hand.
 */
export async function runWaitlist(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { changes, log } = deps
  let wake = () => {}
  const ignore = await changes.subscribe((changed) => {
    if (changed === '*') wake()
  })
  const worker = startWorker(restMs, async (_, stopping) => {
    await sweepWaitlist(deps, stopping).catch((err: unknown) => {
      log.error({ err }, 'sweep of the waitlist not finished')
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
