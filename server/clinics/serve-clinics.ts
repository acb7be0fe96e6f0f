import { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { connectPostgres } from '../db/database.ts'
import { createLimits } from '../http/count-limits.ts'
import { fail, failureResponse } from '../http/errors.ts'
import { listen } from '../http/listen.ts'
import type { Log } from '../http/log.ts'
import { createMetrics } from '../http/metrics.ts'
import { answerFault, observe } from '../http/observe.ts'
import { watchRoutes } from '../http/operator-routes.ts'
import type { Built } from '../http/pages.ts'
import type { Passwords } from '../identity/passwords/hash-passwords.ts'
import type { Secrets } from '../secrets.ts'
import { startWorker } from '../worker.ts'
import { answerForClinics } from './answer-requests.ts'
import { backupAge } from './clinic.ts'
import { followRegister } from './follow-register.ts'
import { holdClinics } from './hold-clinics.ts'
import { lookAfterClinics } from './look-after.ts'
import { migrateAll } from './migrate-all.ts'
import { registerOf, sharedSchema } from './register.ts'

/** The most clinics that a process keeps open: each takes some 400 KB. */
const mostOpen = 200

type Parts = {
  config: Config & Secrets & { databaseUrl: string }
  environment: Record<string, string | undefined>
  clock: Clock
  log: Log
  built: Built | undefined
  passwords?: Passwords | undefined
  mostOpen?: number
}

/** Serves all clinics of an installation at one address. */
export async function serveClinics(parts: Parts) {
  const { config, clock, log } = parts
  const { databaseUrl: url, databaseOwnerUrl, timeouts, databaseAskMs } = config
  const ownerUrl = databaseOwnerUrl ?? url
  const server = connectPostgres({ url, ownerUrl, timeouts, databaseAskMs })
  const database = server.database(sharedSchema)
  const register = registerOf(database)
  const metrics = createMetrics({ watchesProcess: true })
  const limits = createLimits({ config, database, clock, log, metrics })
  const shared = {
    ...parts,
    ...{ server, register, metrics },
    wake: (id: string) => caretaker.wake(id),
  }
  const held = holdClinics(shared, parts.mostOpen ?? mostOpen)
  const clinics = await followRegister(database, { log, onChanged: held.drop })
  metrics.watchClinics(() => clinics.all().map((clinic) => backupAge(clinic, clock()) / 1000))
  const caretaker = lookAfterClinics(shared, { clinics, held })
  const migrating = startWorker(migrateRestMs, (_, stopping) =>
    migrateAll({ server, register, log }, clinics.all(), stopping),
  )

  const app = new Hono()
  app.use(observe(log, metrics, config))
  app.use(limits.countFile)
  app.onError(answerFault)
  watchRoutes(app, { config, database, log, metrics })
  app.notFound(() => failureResponse(fail('no_such_clinic')))
  const listening = await listen(app, config, log, {
    note: limits.note,
    before: answerForClinics({ clinics, held, caretaker, log }),
  })
  return {
    port: listening.port,
    clinics,
    held,
    async stop(): Promise<void> {
      await held.hangUp()
      await listening.drain()
      await Promise.all([caretaker.stop(), migrating.stop(), clinics.stop()])
      await held.close()
      await server.close()
    },
  }
}

/** Milliseconds after which failed migrations are tried again. */
const migrateRestMs = 60_000
