import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { connectPostgres } from '../db/database.ts'
import { newestMigration } from '../db/migrate.ts'
import { createLimits } from '../http/count-limits.ts'
import { fail, failUnavailable, failureResponse } from '../http/errors.ts'
import { listen } from '../http/listen.ts'
import type { Log } from '../http/log.ts'
import { createMetrics } from '../http/metrics.ts'
import { answerFault, observe } from '../http/observe.ts'
import { watchRoutes } from '../http/operator-routes.ts'
import type { Built } from '../http/pages.ts'
import type { Passwords } from '../identity/passwords/hash-passwords.ts'
import type { Secrets } from '../secrets.ts'
import { startWorker } from '../worker.ts'
import { backupAge, type Clinic, hostOf } from './clinic.ts'
import { type Clinics, followRegister } from './follow-register.ts'
import { type HeldClinics, holdClinics } from './hold-clinics.ts'
import { type Caretaker, lookAfterClinics } from './look-after.ts'
import { bringUpToDate, type Shared } from './open-clinic.ts'
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

/** Each takes a connection of its own. */
const atOnce = 4

/**
 * Migrates the clinics of an older version, some at a time, while migrated clinics already answer. An
 * interrupted run leaves each clinic unchanged or done; a failing one does not delay the others.
 */
async function migrateAll(
  { server, register, log }: Pick<Shared, 'server' | 'register' | 'log'>,
  clinics: readonly Clinic[],
  stopping: AbortSignal,
): Promise<void> {
  const waiting = clinics.filter(({ migration }) => migration !== newestMigration)
  const migrateNext = async () => {
    for (let clinic = waiting.shift(); clinic; clinic = waiting.shift()) {
      if (stopping.aborted) return
      await bringUpToDate({ server, register }, clinic).catch((err: unknown) => {
        log.error({ err, clinic: clinic?.name }, 'a clinic was not migrated')
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, migrateNext))
}

type AnswerParts = {
  clinics: Pick<Clinics, 'ofHost'>
  held: Pick<HeldClinics, 'use'>
  caretaker: Pick<Caretaker, 'begin'>
  log: Log
}

/** Passes each request to the clinic that its host names, and the others to `next`. */
function answerForClinics({ clinics, held, caretaker, log }: AnswerParts) {
  /** Returns what to do once the answer is sent, or the connection closed. */
  async function enter(clinic: Clinic, request: IncomingMessage) {
    const { open, release } = await held.use(clinic)
    try {
      const end = mayChange(request) ? await caretaker.begin(clinic.id) : () => {}
      const leave = () => {
        end()
        release()
      }
      return { open, leave }
    } catch (error) {
      release()
      throw error
    }
  }

  async function answer(clinic: Clinic, request: IncomingMessage, response: ServerResponse) {
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    try {
      const { open, leave } = await enter(clinic, request)
      void closed.then(leave)
      open.listener(request, response)
    } catch (err) {
      log.error({ err, clinic: clinic.name }, 'a clinic cannot answer')
      refuse(response)
    }
  }

  return (next: RequestListener): RequestListener =>
    (request, response) => {
      const clinic = clinics.ofHost(hostOf(request.headers.host) ?? '')
      if (clinic) void answer(clinic, request, response)
      else next(request, response)
    }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Links in mails and Google's callback are opened by GET, and sign in. */
function mayChange({ method = '', url = '' }: IncomingMessage): boolean {
  return !reading.has(method) || url.startsWith('/api/auth/')
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  const { status, body, retryAfterSeconds } = failUnavailable()
  const headers = { 'content-type': 'application/json', 'retry-after': String(retryAfterSeconds) }
  response.writeHead(status, headers).end(JSON.stringify(body))
}
