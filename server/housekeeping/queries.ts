import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'

/** As many at once as nobody who books meanwhile notices. */
export const batch = 500

/** Removes sessions that are over, with their tokens; how many of one batch. */
export async function removeSessions(query: Queries, now: Instant): Promise<number> {
  const over = query.selectFrom('sessions').select('id').where('expiresAt', '<=', now).limit(batch)
  const { numDeletedRows } = await query
    .deleteFrom('sessions')
    .where('id', 'in', over)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The same of codes and links that better-auth no longer takes. */
export async function removeVerifications(query: Queries, now: Instant): Promise<number> {
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
export async function removeUnused(query: Queries, now: Instant, before: Instant): Promise<number> {
  const { numAffectedRows } = await sql`delete from "users" where "id" in (
    select u."id" from "users" as u where not u."emailVerified" and u."createdAt" <= ${before}
      and not exists (select 1 from "sessions" as s
        where s."userId" = u."id" and s."expiresAt" > ${now})
      and not exists (select 1 from "appointments" as a
        where a."bookedBy" = u."id" and a."cancelledAt" is null)
    limit ${sql.lit(batch)})`.execute(query)
  return Number(numAffectedRows)
}

/** Removes links in confirmation mails that are over, and counts of attempts that count no more. */
export async function removeCounts(query: Queries, now: Instant, dayAgo: Instant): Promise<void> {
  await query.deleteFrom('emailConfirmations').where('expiresAt', '<=', now).execute()
  await query.deleteFrom('limitCounts').where('endsAt', '<=', now).execute()
  await query
    .deleteFrom('signInFailures')
    .where('triedAt', '<=', dayAgo)
    .where('openAt', '<=', now)
    .execute()
}

/** Forgets changes of addresses that nobody can take back any more. */
export async function removeEmailChanges(query: Queries, now: Instant): Promise<void> {
  await query.deleteFrom('emailChanges').where('stopUntil', '<=', now).execute()
}

/** Forgets networks from which nobody has signed in since an instant. */
export async function removeNetworks(query: Queries, before: Instant): Promise<void> {
  await query.deleteFrom('signInNetworks').where('signedInAt', '<', before).execute()
}

/** Forgets browsers that nobody has used to sign in since an instant. */
export async function removeDevices(query: Queries, before: Instant): Promise<void> {
  await query.deleteFrom('knownDevices').where('lastUsedAt', '<', before).execute()
}

/** Forgets invitations that were accepted, withdrawn or over before an instant; the audit says who was invited. */
export async function removeInvitations(query: Queries, before: Instant): Promise<void> {
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
export async function removeMails(query: Queries, before: Instant): Promise<number> {
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
export async function removeMessages(query: Queries, before: Instant): Promise<number> {
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
export async function listOldEntries(query: Queries, before: Instant): Promise<string[]> {
  const oldest = query.selectFrom('auditEntries').select(['id', 'at']).orderBy('id').limit(batch)
  const rows = await query
    .selectFrom(oldest.as('e'))
    .select('id')
    .where('at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

/** Records until when entries go and why, without which the database deletes none. */
export async function noteRemoval(
  query: Queries,
  removal: { before: Instant; removedAt: Instant; reason: string },
): Promise<void> {
  await query
    .insertInto('auditRemovals')
    .values({ id: uuidv7(), ...removal })
    .execute()
}

export async function removeEntries(query: Queries, ids: readonly string[]): Promise<void> {
  await query.deleteFrom('auditEntries').where('id', 'in', ids).execute()
}

/** Patients that no account holds, known before an instant and without an appointment since a day. */
export async function listForgotten(query: Queries, before: Instant, day: Day): Promise<string[]> {
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
 * Accounts of patients, made before an instant, without an appointment of anybody that they hold since a
 * day, that are signed in nowhere, wait for nothing, and were not signed in to of late.
 */
export async function listUnusedAccounts(
  query: Queries,
  { before, day, now }: { before: Instant; day: Day; now: Instant },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u."id" from "users" as u
    where u."role" = 'patient' and u."createdAt" <= ${before}
      and not exists (select 1 from "sessions" as s
        where s."userId" = u."id" and s."expiresAt" > ${now})
      and not exists (select 1 from "signInNetworks" as n where n."userId" = u."id")
      and not exists (select 1 from "waits" as w
        where w."userId" = u."id" and w."state" = 'waiting')
      and not exists (select 1 from "patients" as p
        join "appointments" as a on a."patientId" = p."id"
        where p."accountId" = u."id" and a."day" >= ${day})
    limit ${sql.lit(batch)}`.execute(query)
  return rows.map(({ id }) => id)
}
