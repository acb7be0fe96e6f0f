import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from './app.ts'
import { startReleasing } from './appointments/unproved/release-unproved.ts'
import { startBackups } from './backups/run-backup.ts'
import { readClinicName } from './clinic/read-clinic.ts'
import { hasRegister, upgradeRegister } from './clinics/register.ts'
import { serveClinics } from './clinics/serve-clinics.ts'
import { type Config, ownEnvironment } from './config.ts'
import { refuseMoved } from './copies/freeze.ts'
import { holdDataFolder, loadAuthSecret, openDataFolder } from './data-folder.ts'
import { type Database, openDatabase } from './db/database.ts'
import { grantServing } from './db/grant-serving.ts'
import { migrate } from './db/migrate.ts'
import { isDeadlock } from './db/retry-deadlock.ts'
import { seed } from './db/seed.ts'
import { DatabaseUnavailable } from './db/unavailable.ts'
import { startHousekeeping } from './housekeeping/remove-old.ts'
import { fail, failureResponse } from './http/errors.ts'
import { listen } from './http/listen.ts'
import type { Log } from './http/log.ts'
import { createMetrics } from './http/metrics.ts'
import { fillPages, readBuilt } from './http/pages.ts'
import { type FirstAdmin, makeFirstAdmin } from './identity/make-first-admin.ts'
import { startOutbox } from './notifications/send-mail.ts'
import { chooseProvider } from './payments/choose-provider.ts'
import { startSweep } from './payments/sweep-payments.ts'
import type { Secrets } from './secrets.ts'
import { runWaitlist } from './waitlist/sweep-waitlist.ts'
import { startWorker } from './worker.ts'

const built = join(import.meta.dirname, '../dist/client')

/** Where the database is away, what was known last holds. */
const lookForMoveMs = 5000

/** A portal that listens. */
export type Portal = {
  /** Resolves when it is ready and has said so. Until then it answers 503. */
  ready: Promise<void>
  /** Ends its calls and its work, and closes what it has open. */
  stop(): Promise<void>
}

/**
 * Starts the portal of one clinic, or of all that the database has a register of; resolves when it listens.
 * Throws what `explainStart` explains.
 */
export async function startPortal(settings: Config, log: Log): Promise<Portal> {
  openDataFolder(settings.dataDir)
  const hold = settings.databaseUrl ? undefined : holdDataFolder(settings.dataDir)
  const config = {
    ...settings,
    authSecret: settings.authSecret ?? loadAuthSecret(settings.dataDir),
  }
  const clock = () => new Date()

  const opened = await openServed(config)
  if (!('database' in opened)) return startMany({ ...config, ...opened }, log)
  const { database } = opened
  const metrics = createMetrics({ watchesProcess: true })
  const outbox = startOutbox({ config, database, clock, log, metrics })
  const payments = await chooseProvider({ config, database, clock })
  const pages = await fillPages(await readBuilt(built), database, config)
  const { app, deps } = createApp({
    config,
    database,
    clock,
    log,
    metrics,
    outbox,
    // No call comes before it has been started.
    backups: { make: (id) => backups.make(id) },
    payments,
    pages,
  })

  let isReady = false
  const fetch: typeof app.fetch = (...call) =>
    isReady ? app.fetch(...call) : failureResponse(fail('unavailable'))
  const server = await listen({ fetch }, config, log, {
    note: deps.limits.note,
    before: deps.repeats.before,
  })
  const sweep = startSweep(deps)
  const line = await runWaitlist(deps)
  const housekeeping = startHousekeeping(deps)
  const releasing = startReleasing(deps)
  const backups = startBackups(deps)
  const moves = startWorker(lookForMoveMs, () => deps.moves.look().catch(() => {}))

  const stop = async () => {
    // Open streams would keep the server waiting.
    deps.changes.stop()
    await server.drain()
    const workers = [sweep, line, housekeeping, releasing, backups, moves, outbox]
    await Promise.all(workers.map((worker) => worker.stop()))
    await database.close()
    hold?.release()
  }
  // After all that can fail, since the password is shown once; before any call is answered.
  const open = async () => {
    const clinicName = await untilAvailable(log, () => readClinicName(database.query))
    announce(clinicName, config, await untilAvailable(log, () => makeFirstAdmin(deps)))
    isReady = true
  }
  return { ready: open(), stop }
}

/**
 * Opens the database of the one clinic that is served from it, with today's tables; only answers the address of
 * a database with a register of clinics. Throws what `explainStart` explains.
 */
export async function openServed(
  config: Config,
): Promise<{ database: Database } | { databaseUrl: string }> {
  const { databaseUrl } = config
  const database = await openDatabase(config)
  try {
    if (databaseUrl && (await hasRegister(database.query))) {
      await upgradeRegister(database)
      await database.close()
      return { databaseUrl }
    }
    // As the owner: until the grants below the serving role may not read.
    await database.unbounded((query) => refuseMoved({ engine: database.engine, query }))
    await migrate(database)
    await grantServing(database)
    await seed(database, config.clinicName)
    return { database }
  } catch (error) {
    await database.close()
    throw error
  }
}

const cards = {
  stripe: 'Stripe',
  sandbox: 'test mode, nobody is charged',
  off: 'not taken, patients pay at the clinic',
}

/** Prints for the operator where the portal is, and the first admin's password, this once. */
function announce(clinicName: string, config: Config, admin: FirstAdmin | null): void {
  const store = config.databaseUrl
    ? 'PostgreSQL (DATABASE_URL)'
    : resolve(config.dataDir, 'molar.db')
  const lines = [
    '',
    `  ${clinicName} is open at ${config.publicUrl}`,
    '',
    `  Data      ${store}`,
    `  Cards     ${cards[config.payments.provider]}`,
    `  Mail      ${config.smtpUrl ? 'by SMTP' : resolve(config.dataDir, 'outbox')}`,
    ...(config.sms ? ['  SMS       by Twilio'] : []),
  ]
  if (admin) {
    const use = config.production ? 'choose another when you log in' : 'keep it'
    const password = admin.password
      ? `${admin.password}   (shown this once; ${use})`
      : 'as set in ADMIN_PASSWORD'
    lines.push(`  Admin     ${admin.email}`, `  Password  ${password}`)
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

/** The same for an installation with many clinics, whose addresses and admins `molar clinic` shows. */
function announceMany(count: number, { host, port }: Config): void {
  const clinics = count === 1 ? '1 clinic' : `${count} clinics`
  process.stdout.write(
    `\n  ${clinics} at ${host}:${port}; \`molar clinic\` lists and adds them\n\n`,
  )
}

/** The same where the database has a register of clinics. */
async function startMany(
  config: Config & Secrets & { databaseUrl: string },
  log: Log,
): Promise<Portal> {
  const pages = await readBuilt(built)
  const clock = () => new Date()
  const parts = { config, environment: ownEnvironment, clock, log, built: pages }
  const { clinics, stop } = await serveClinics(parts)
  announceMany(clinics.all().length, config)
  return { ready: Promise.resolve(), stop }
}

/** Once the portal listens, it waits for a database that is away; calls answer 503 until then. */
async function untilAvailable<T>(log: Log, act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable || isDeadlock(error))) throw error
      log.warn({ err: error }, 'the start waits for the database')
    }
    await wait(1000)
  }
}
