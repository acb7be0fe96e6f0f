import { readConfig } from '../../server/config.ts'
import { createLog } from '../../server/http/log.ts'
import { explainStart } from '../../server/start-error.ts'
import { type Portal, startPortal } from '../../server/start-portal.ts'

// The portals of one Playwright worker in one process: its modules are loaded and compiled once.

export type Asked =
  | { id: number; start: Record<string, string> }
  /** Stops the portal that was started by a message with this id. */
  | { id: number; stop: number }
export type Answer = { id: number; failure?: string }

process.umask(0o077)
const log = createLog('warn')
const portals = new Map<number, Portal>()

process.on('message', async (asked: Asked) => {
  const { id } = asked
  try {
    if ('start' in asked) {
      const portal = await startPortal(readConfig(asked.start), log)
      portals.set(id, portal)
      await portal.ready
    } else {
      await portals.get(asked.stop)?.stop()
      portals.delete(asked.stop)
    }
    answer({ id })
  } catch (error) {
    answer({ id, failure: explainStart(error) })
  }
})
// The worker has gone.
process.once('disconnect', () => process.exit())

function answer(answered: Answer): void {
  process.send?.(answered)
}
