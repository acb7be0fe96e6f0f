import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { addDays, type Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import type { BookingParts } from '../deps.ts'
import { leftProvedAddress } from '../identity/account/former-addresses.ts'
import { deviceDays } from '../identity/known-devices.ts'
import { erasePatient } from '../patients/erase.ts'
import { removeUser } from '../users/remove-user.ts'
import { startWorker, type Worker } from '../worker.ts'

const dayMs = 24 * 60 * 60_000
/** Days for which a network counts as known to an account after a sign-in from it. */
const networkDays = 90
/** How long an invitation stays that has ended. */
const invitationDays = 30
/** How long an unconfirmed account stays that is not used. */
const unusedDays = 30

/**
 * Removes data that is no longer needed and that shows where people were and who they are: ended sessions and
 * one-time links, networks of sign-ins, unused unconfirmed accounts; and, by the settings, data past its
 * storage period. Any number of processes may run it concurrently.
 */
export async function removeOld(parts: BookingParts): Promise<void> {
  const { query } = parts.database
  const now = parts.clock().toISOString()
  const dayAgo = daysBefore(parts, 1)
  await inBatches(() => removeSessions(query, now))
  await inBatches(() => removeVerifications(query, now))
  await inBatches(() => removeUnused(query, now, daysBefore(parts, unusedDays)))
  await removeCounts(query, now, dayAgo)
  await removeEmailChanges(query, now)
  await removeNetworks(query, daysBefore(parts, networkDays))
  await removeDevices(query, daysBefore(parts, deviceDays))
  await removeInvitations(query, daysBefore(parts, invitationDays))
  await removeByAge(parts)
}

/** Rows per transaction: small enough not to delay concurrent bookings. */
export const batch = 500

/** Removes sessions that are over, with their tokens; how many of one batch. */
async function removeSessions(query: Queries, now: Instant): Promise<number> {
  const over = query.selectFrom('sessions').select('id').where('expiresAt', '<=', now).limit(batch)
  const { numDeletedRows } = await query
    .deleteFrom('sessions')
    .where('id', 'in', over)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The same of codes and links that better-auth no longer takes. */
async function removeVerifications(query: Queries, now: Instant): Promise<number> {
  // The table is better-auth's; our types do not name it.
  const { numAffectedRows } = await sql`delete from "verifications" where "id" in
    (select "id" from "verifications" where "expiresAt" <= ${now} limit ${sql.lit(batch)})`.execute(
    query,
  )
  return Number(numAffectedRows)
}

/**
 * Removes unconfirmed accounts and claims of addresses that are of no use any more: made before an
 * instant, with no session and nothing booked that stands. Both alike, since a difference would show
 * which of them it was. How many of one batch.
 */
async function removeUnused(query: Queries, now: Instant, before: Instant): Promise<number> {
  const { numAffectedRows } = await sql`delete from "users" where "id" in (
    select u."id" from "users" as u where not u."emailVerified" and u."createdAt" <= ${before}
      and not exists (select 1 from "sessions" as s
        where s."userId" = u."id" and s."expiresAt" > ${now})
      and not exists (select 1 from "appointments" as a
        where a."bookedBy" = u."id" and a."cancelledAt" is null)
    limit ${sql.lit(batch)})`.execute(query)
  return Number(numAffectedRows)
}

/** Removes expired links of confirmation mails, and counts of attempts that no longer apply. */
async function removeCounts(query: Queries, now: Instant, dayAgo: Instant): Promise<void> {
  await query.deleteFrom('emailConfirmations').where('expiresAt', '<=', now).execute()
  await query.deleteFrom('limitCounts').where('endsAt', '<=', now).execute()
  await query
    .deleteFrom('signInFailures')
    .where('triedAt', '<=', dayAgo)
    .where('openAt', '<=', now)
    .execute()
}

/**
 * Forgets changes of addresses that can no longer be taken back, but no address that an account has left: what
 * is stored by it is erased with the account.
 */
async function removeEmailChanges(query: Queries, now: Instant): Promise<void> {
  await query
    .deleteFrom('emailChanges')
    .where('stopUntil', '<=', now)
    .where(({ not }) => not(leftProvedAddress))
    .execute()
}

/** Forgets networks without a sign-in since an instant. */
async function removeNetworks(query: Queries, before: Instant): Promise<void> {
  await query.deleteFrom('signInNetworks').where('signedInAt', '<', before).execute()
}

/** Forgets browsers without a sign-in since an instant. */
async function removeDevices(query: Queries, before: Instant): Promise<void> {
  await query.deleteFrom('knownDevices').where('lastUsedAt', '<', before).execute()
}

/** Forgets invitations that were accepted, withdrawn or over before an instant; the audit says who was invited. */
async function removeInvitations(query: Queries, before: Instant): Promise<void> {
  await query
    .deleteFrom('staffInvitations')
    .where((row) =>
      row.or(
        (['acceptedAt', 'withdrawnAt', 'expiresAt'] as const).map((end) => row(end, '<', before)),
      ),
    )
    .execute()
}

/** The same of mails and texts that were sent, or given up, and written before an instant. */
async function removeMails(query: Queries, before: Instant): Promise<number> {
  const old = query
    .selectFrom('outbox')
    .select('id')
    .where('createdAt', '<', before)
    .where((row) => row.or([row('sentAt', 'is not', null), row('failedAt', 'is not', null)]))
    .limit(batch)
  const { numDeletedRows } = await query
    .deleteFrom('outbox')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The same of messages of the contact form. */
async function removeMessages(query: Queries, before: Instant): Promise<number> {
  const old = query
    .selectFrom('contactMessages')
    .select('id')
    .where('createdAt', '<', before)
    .limit(batch)
  const { numDeletedRows } = await query
    .deleteFrom('contactMessages')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Entries of the audit before an instant, of the oldest: their ids have the order of time. */
async function listOldEntries(query: Queries, before: Instant): Promise<string[]> {
  const oldest = query.selectFrom('auditEntries').select(['id', 'at']).orderBy('id').limit(batch)
  const rows = await query
    .selectFrom(oldest.as('e'))
    .select('id')
    .where('at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

/** Records until when entries go and why, without which the database deletes none. */
async function noteRemoval(
  query: Queries,
  removal: { before: Instant; removedAt: Instant; reason: string },
): Promise<void> {
  await query
    .insertInto('auditRemovals')
    .values({ id: uuidv7(), ...removal })
    .execute()
}

async function removeEntries(query: Queries, ids: readonly string[]): Promise<void> {
  await query.deleteFrom('auditEntries').where('id', 'in', ids).execute()
}

/** Patients that no account holds, known before an instant and without an appointment since a day. */
async function listForgotten(query: Queries, before: Instant, day: Day): Promise<string[]> {
  const rows = await query
    .selectFrom('patients as p')
    .select('p.id')
    .where('p.accountId', 'is', null)
    .where('p.mergedInto', 'is', null)
    .where('p.erasedAt', 'is', null)
    .where('p.createdAt', '<', before)
    .where(sql<boolean>`not exists (select 1 from "appointments" as a
      where a."patientId" = p."id" and a."day" >= ${day})`)
    .limit(batch)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Accounts of patients, made before an instant, that have no live session, no network of a recent sign-in, no
 * open request on the waitlist, and no appointment, of any patient that they hold, on or after a day.
 */
function selectUnusedAccounts(
  query: Queries,
  { before, day, now }: { before: Instant; day: Day; now: Instant },
) {
  return query
    .selectFrom('users as u')
    .select('u.id')
    .where(sql<boolean>`u."role" = 'patient' and u."createdAt" <= ${before}
      and not exists (select 1 from "sessions" as s
        where s."userId" = u."id" and s."expiresAt" > ${now})
      and not exists (select 1 from "signInNetworks" as n where n."userId" = u."id")
      and not exists (select 1 from "waits" as w
        where w."userId" = u."id" and w."state" = 'waiting')
      and not exists (select 1 from "patients" as p
        join "appointments" as a on a."patientId" = p."id"
        where p."accountId" = u."id" and a."day" >= ${day})`)
}

function daysBefore({ clock }: Pick<BookingParts, 'clock'>, days: number): Instant {
  return new Date(clock().getTime() - days * dayMs).toISOString()
}

/** What a clinic stores for as long as it has chosen. */
async function removeByAge(parts: BookingParts): Promise<void> {
  const { query } = parts.database
  const { mails, messages, audit, patients } = parts.config.keepDays
  if (mails > 0) await inBatches(() => removeMails(query, daysBefore(parts, mails)))
  if (messages > 0) await inBatches(() => removeMessages(query, daysBefore(parts, messages)))
  if (audit > 0) await removeAudit(parts, audit)
  // The last: it throws once it has gone through all of them.
  if (patients > 0) await forgetPatients(parts, patients)
}

/**
 * Says so first: the database deletes no entry that no such record covers. Where one role owns the tables
 * and another serves, the owner does it.
 */
async function removeAudit(parts: BookingParts, days: number): Promise<void> {
  const before = daysBefore(parts, days)
  if ((await listOldEntries(parts.database.query, before)).length === 0) return
  const removedAt = parts.clock().toISOString()
  await parts.database.unbounded(async (query) => {
    await noteRemoval(query, { before, removedAt, reason: `older than ${days} days` })
    let ids = await listOldEntries(query, before)
    for (; ids.length > 0; ids = await listOldEntries(query, before)) {
      await removeEntries(query, ids)
      await new Promise(setImmediate)
    }
  })
}

/**
 * By the rules of those who ask for it themselves; dates and money stay. Where the removal of some fails, the others go
 * on, and the errors are thrown at the end.
 */
async function forgetPatients(parts: BookingParts, days: number): Promise<void> {
  const { query } = parts.database
  const failed: unknown[] = []
  const attempt = (
    whose: { account: string } | { patient: string },
    remove: () => Promise<unknown>,
  ) =>
    remove().catch((err: unknown) => {
      if (err instanceof DatabaseUnavailable) throw err
      failed.push(err)
      parts.log.error({ err, ...whose }, 'a person who does not come any more was not removed')
    })
  const before = daysBefore(parts, days)
  const day = addDays(parts.clinicTime().today, -days)
  const selectUnused = (queries: Queries) =>
    selectUnusedAccounts(queries, { before, day, now: parts.clock().toISOString() })
  for (const { id: userId } of await selectUnused(query).limit(batch).execute()) {
    // Each takes its time: holders of those that follow may have come back.
    const isDue = async (queries: Queries) =>
      (await selectUnused(queries).where('u.id', '=', userId).executeTakeFirst()) !== undefined
    const asked = { whose: { userId }, by: 'portal', appointments: 'cancel', isDue } as const
    await attempt({ account: userId }, () => removeUser(parts, asked))
  }
  for (const id of await listForgotten(query, before, day)) {
    await attempt({ patient: id }, () => erasePatient(parts, id))
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} were not removed`)
}

async function inBatches(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) === batch) await new Promise(setImmediate)
}

/** Removes it at once and then every six hours, until stopped. */
export function startHousekeeping(parts: BookingParts): Worker {
  return startWorker(dayMs / 4, async () => {
    await removeOld(parts).catch((err: unknown) => {
      parts.log.error({ err }, 'what is over was not removed')
    })
  })
}
