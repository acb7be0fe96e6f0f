import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from './app.ts'
import { startReleasing } from './appointments/unproved/release-unproved.ts'
import { startBackups } from './backups/run-backup.ts'
import { readClinicName } from './clinic/read-clinic.ts'
import { serveClinics } from './clinics/serve-clinics.ts'
import { type Config, ownEnvironment, readConfig } from './config.ts'
import { holdDataFolder, loadAuthSecret, openDataFolder } from './data-folder.ts'
import { isDeadlock } from './db/retry-deadlock.ts'
import { DatabaseUnavailable } from './db/unavailable.ts'
import { startHousekeeping } from './housekeeping/remove-old.ts'
import { fail, failureResponse } from './http/errors.ts'
import { listen } from './http/listen.ts'
import { createLog, type Log } from './http/log.ts'
import { createMetrics } from './http/metrics.ts'
import { fillPages, readBuilt } from './http/pages.ts'
import { type FirstAdmin, makeFirstAdmin } from './identity/make-first-admin.ts'
import { startOutbox } from './notifications/send-mail.ts'
import { openServed } from './open-served.ts'
import { chooseProvider } from './payments/choose-provider.ts'
import { startSweep } from './payments/sweep-payments.ts'
import type { Secrets } from './secrets.ts'
import { explainStart } from './start-error.ts'
import { runWaitlist } from './waitlist/sweep-waitlist.ts'
import { startWorker } from './worker.ts'

const built = join(import.meta.dirname, '../dist/client')

/** Where the database is away, what was known last holds. */
const lookForMoveMs = 5000

/** Milliseconds after a signal when the process ends, even if something hangs. */
const longestEndMs = 25_000

/** Starts the portal; resolves when it is ready and has said so. Until then it answers 503. */
async function start(): Promise<void> {
  // Files are only for the operating system's account of this process, whatever the folder allows.
  process.umask(0o077)
  const settings = readConfig()
  openDataFolder(settings.dataDir)
  const hold = settings.databaseUrl ? undefined : holdDataFolder(settings.dataDir)
  const config = {
    ...settings,
    authSecret: settings.authSecret ?? loadAuthSecret(settings.dataDir),
  }
  const log = createLog(config.logLevel)
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

  endBySignal(log, async () => {
    // Open streams would keep the server waiting.
    deps.changes.stop()
    await server.drain()
    const workers = [sweep, line, housekeeping, releasing, backups, moves, outbox]
    await Promise.all(workers.map((worker) => worker.stop()))
    await database.close()
    hold?.release()
  })
  // After all that can fail, since the password is shown once; before any call is answered.
  const clinicName = await untilAvailable(log, () => readClinicName(database.query))
  announce(clinicName, config, await untilAvailable(log, () => makeFirstAdmin(deps)))
  isReady = true
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
async function startMany(config: Config & Secrets & { databaseUrl: string }, log: Log) {
  const pages = await readBuilt(built)
  const clock = () => new Date()
  const parts = { config, environment: ownEnvironment, clock, log, built: pages }
  const { clinics, stop } = await serveClinics(parts)
  endBySignal(log, stop)
  announceMany(clinics.all().length, config)
}

function endBySignal(log: Log, end: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      log.info({ signal }, 'shutting down')
      setTimeout(() => process.exit(1), longestEndMs).unref()
      await end()
      log.flush()
      process.exit(0)
    })
  }
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

// A full disk or a closed pipe there must not end the portal.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  await start()
} catch (error) {
  process.stderr.write(`${explainStart(error)}\n`)
  process.exit(1)
}
