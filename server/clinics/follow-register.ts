import type { Database } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import { startWorker } from '../worker.ts'
import type { Clinic } from './clinic.ts'
import { listClinics, registerChannel, registerOf } from './register.ts'

/** Milliseconds between two reads when no change was notified. */
const restMs = 60_000

export type Clinics = Awaited<ReturnType<typeof followRegister>>

/**
 * Caches all clinics, so that a request for an unknown host costs no query. Changes arrive as notifications;
 * `onChanged` is called with the clinics that changed.
 */
export async function followRegister(
  database: Database,
  { log, onChanged }: { log: Log; onChanged: (id: string) => void },
) {
  const register = registerOf(database)
  let byHost = new Map<string, Clinic>()
  let byId = new Map<string, Clinic>()

  async function read(): Promise<void> {
    const open = (await listClinics(register)).filter(({ state }) => state === 'open')
    const before = byId
    byId = new Map(open.map((clinic) => [clinic.id, clinic]))
    byHost = new Map(open.map((clinic) => [clinic.host, clinic]))
    for (const [id, was] of before) {
      const is = byId.get(id)
      if (is?.host === was.host && is.settings === was.settings) continue
      log.info(
        { clinic: was.name, host: is?.host },
        is ? 'a clinic was changed' : 'a clinic has gone',
      )
      onChanged(id)
    }
  }

  let wake = () => {}
  const hear = () => wake()
  await database.listen(registerChannel, hear, hear)
  await read()
  const worker = startWorker(restMs, () =>
    read().catch((err: unknown) => log.warn({ err }, 'the register of clinics was not read')),
  )
  wake = worker.wake
  return {
    ofHost: (host: string) => byHost.get(host),
    ofId: (id: string) => byId.get(id),
    all: () => [...byId.values()],
    stop: worker.stop,
  }
}
