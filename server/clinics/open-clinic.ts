import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '../app.ts'
import { releaseUnproved } from '../appointments/unproved/release-unproved.ts'
import { createBackups } from '../backups/run-backup.ts'
import type { Clock, Instant } from '../clock.ts'
import type { Config } from '../config.ts'
import type { PostgresServer } from '../db/database.ts'
import { grantServing } from '../db/grant-serving.ts'
import { hasNewestShape, migrate, newestMigration } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'
import { removeOld } from '../housekeeping/remove-old.ts'
import type { Log } from '../http/log.ts'
import type { Metrics } from '../http/metrics.ts'
import { type Built, fillPages } from '../http/pages.ts'
import type { Passwords } from '../identity/passwords/hash-passwords.ts'
import { createOutboxTurn, prepareOutbox } from '../notifications/send-mail.ts'
import { chooseProvider } from '../payments/choose-provider.ts'
import { sweepPayments } from '../payments/sweep-payments.ts'
import type { Secrets } from '../secrets.ts'
import { sweepWaitlist } from '../waitlist/sweep-waitlist.ts'
import { type Clinic, schemaOf } from './clinic.ts'
import { readClinicConfig } from './clinic-config.ts'
import { findNextLook } from './find-next-look.ts'
import { changeClinic, type Register } from './register.ts'

/** What all clinics of a process share. */
export type Shared = {
  config: Config & Secrets
  environment: Record<string, string | undefined>
  server: PostgresServer
  register: Register
  built: Built | undefined
  clock: Clock
  log: Log
  metrics: Metrics
  passwords?: Passwords | undefined
  /** Called when a clinic has queued mail. */
  wake(id: string): void
}

/** What stays in memory of a clinic while it is closed. */
export type Memory = {
  isSwept: boolean
  tidiedAt: number
  warned: { at: number }
  /** When its last good backup was complete. */
  backedUpAt: Instant | null
}

export type OpenClinic = Awaited<ReturnType<typeof openClinic>>

const tidyRestMs = 6 * 3_600_000
/** The most milliseconds until due work that has failed is tried again. */
const retryMs = 60_000

/**
 * Migrates a clinic's tables to this version, under a lock of their own: any number of processes may call it.
 */
export async function bringUpToDate(
  { server, register }: Pick<Shared, 'server' | 'register'>,
  { id, migration }: Pick<Clinic, 'id' | 'migration'>,
): Promise<void> {
  const database = server.database(schemaOf(id))
  const isMigrated = await hasNewestShape(database.query)
  if (isMigrated && migration === newestMigration) return
  if (!isMigrated) await migrate(database)
  // A process that migrated may have been killed before this; the register is written last.
  await grantServing(database)
  await changeClinic(register, id, { migration: newestMigration })
}

/** Opens the app of one clinic, over connections shared by all. */
export async function openClinic(shared: Shared, clinic: Clinic, memory: Memory) {
  const { id, name } = clinic
  await bringUpToDate(shared, clinic)
  const config = readClinicConfig(clinic, shared)
  const database = shared.server.database(schemaOf(id))
  const { clock, passwords, built } = shared
  // The figures over all clinics come from the register.
  const noteBackup = (good: { endedAt: Instant } | null) => {
    memory.backedUpAt = good?.endedAt ?? null
  }
  const metrics = { ...shared.metrics, noteBackup }
  const log = shared.log.child({ clinic: name })
  const wake = () => shared.wake(id)
  // A check follows every change, and what is to be backed up then is.
  const backups = { make: (backup: string) => made.claim(backup) }
  const pages = built && (await fillPages(built, database, config))
  const payments = await chooseProvider({ config, database, clock })
  const parts = { config, database, clock, log, metrics, passwords, pages, payments }
  const { app, deps } = createApp({ ...parts, outbox: { wake }, backups })
  await deps.moves.look()
  const mail = prepareOutbox(deps)
  const sendSome = createOutboxTurn(mail)
  /** False where some of it has failed. */
  const sendMail = async (stopping: AbortSignal): Promise<boolean> => {
    let isWhole = true
    for (let isBusy = true; isBusy && !stopping.aborted; ) {
      const turn = await sendSome(stopping)
      isBusy = turn.isBusy
      isWhole &&= !turn.hasFailed
    }
    return isWhole
  }
  const made = createBackups(deps, memory.warned)
  const listener: RequestListener = deps.repeats.before(getRequestListener(app.fetch))
  const turn = createTurn({ deps, memory, sendMail })
  return {
    app,
    deps,
    listener,
    sendMail,
    /** Runs all due work but backups; returns when there is work again. */
    async look(stopping: AbortSignal) {
      const isWhole = await turn(stopping)
      const next = await findNextLook(deps)
      const again = new Date(clock().getTime() + retryMs).toISOString()
      return { dueAt: isWhole || next < again ? next : again }
    },
    /** Makes the backup that is due or was asked for; returns when the last good one was complete. */
    async backUp(stopping: AbortSignal) {
      await made.turn(stopping)
      return { backedUpAt: memory.backedUpAt }
    },
    /** Ends open streams; requests in progress go on. */
    hangUp: () => deps.changes.stop(),
    async close(): Promise<void> {
      mail.mailer.close?.()
      await database.close()
    },
  }
}

/** Runs the work of a single-clinic portal's workers, once; false where some of it has failed. */
function createTurn({
  deps,
  memory,
  sendMail,
}: {
  deps: Deps
  memory: Memory
  sendMail: (stopping: AbortSignal) => Promise<boolean>
}) {
  const { clock, log } = deps
  return async (stopping: AbortSignal): Promise<boolean> => {
    let isWhole = true
    const attempt = (what: string, act: () => Promise<unknown>) =>
      act().catch((err: unknown) => {
        isWhole = false
        log.error({ err }, `${what} not finished`)
      })
    await attempt('look for a move', () => deps.moves.look())
    const everything = !memory.isSwept
    memory.isSwept = true
    await attempt('sweep of payments', () => sweepPayments(deps, { everything }))
    await attempt('sweep of the waitlist', () => sweepWaitlist(deps, stopping))
    await attempt('release of unconfirmed appointments', () => releaseUnproved(deps))
    if (!(await sendMail(stopping))) isWhole = false
    if (clock().getTime() - memory.tidiedAt < tidyRestMs) return isWhole
    memory.tidiedAt = clock().getTime()
    await attempt('removal of what is over', () => removeOld(deps))
    return isWhole
  }
}
