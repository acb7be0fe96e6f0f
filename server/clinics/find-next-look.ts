import { sql } from 'kysely'
import { findNextBackup } from '../backups/run-backup.ts'
import type { Instant } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { waitsForDay, waitsForEarlier } from '../notifications/deliver-mail.ts'
import type { InUse } from '../payments/payment.ts'
import { findNextReminder } from '../reminders/queue-reminders.ts'

/** The least milliseconds between two checks of a clinic in which nothing happens. */
const shortestRestMs = 15_000
/** Where a backup is due: it is made beside the checks, or by whoever looks then if this process dies. */
const backupRestMs = 5 * 60_000
/** The most where a request waits for an offer, or an appointment is released unless it is confirmed. */
const awaitedRestMs = 15 * 60_000
/** The most anywhere else: old rows must be removed. */
const longestRestMs = 6 * 3_600_000

/** When a clinic has due work again. */
export async function findNextLook({
  config,
  database,
  clock,
  clinicTime,
  payments,
}: Pick<Deps, 'config' | 'database' | 'clock' | 'clinicTime'> & {
  payments?: InUse | undefined
}): Promise<Instant> {
  const now = clock().getTime()
  const at = new Date(now).toISOString()
  // What the sweep of payments asks about: test keys find no real money.
  const isInReach = sql`p."provider" = ${payments?.name ?? ''}
    and (p."testMode" is distinct from 0 or ${payments?.testMode !== true})`
  const { rows } = await sql<{ dueAt: Instant | null; awaited: boolean }>`
    select least(
      case when exists (select 1 from "confirmationsDue") or exists (select 1 from "closureMailsDue")
        then ${at} end,
      (select min(greatest("dueAt", "claimedUntil")) from "outbox" as o
        where "sentAt" is null and "failedAt" is null
          and not ${waitsForDay(database.engine, 'o', at)} and not ${waitsForEarlier(database.engine, at)}),
      (select min("expiresAt") from "offers" where "state" = 'open'),
      (select min("checkAt") from "payments" as p where "state" = 'open' and ${isInReach}),
      (select min(r."dueAt") from "refunds" as r join "payments" as p on p."id" = r."paymentId"
        where r."state" = 'requested' and (p."testMode" = 1 or ${isInReach}))) as "dueAt",
    exists (select 1 from "waits" where "state" = 'waiting') or exists (select 1 from "appointments"
      where "cancelledAt" is null and "unproved" <> '' and "day" >= ${clinicTime().today}) as "awaited"`.execute(
    database.query,
  )
  const [{ dueAt, awaited } = { dueAt: null, awaited: true }] = rows
  const latest = now + (awaited ? awaitedRestMs : longestRestMs)
  const timeZone = config.clinicTimeZone
  const backupAt = await findNextBackup({ config, database, clock })
  const due = Math.min(
    latest,
    dueAt ? Date.parse(dueAt) : latest,
    (await findNextReminder(database.query, { now, until: latest, timeZone })) ?? latest,
    backupAt > now ? backupAt : now + backupRestMs,
  )
  return new Date(Math.max(due, now + shortestRestMs)).toISOString()
}
