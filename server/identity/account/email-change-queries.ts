import { type Insertable, sql } from 'kysely'
import { renameActor } from '../../appointments/history.ts'
import type { Instant } from '../../clock.ts'
import type { Queries } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { deleteResetLinks } from '../queries.ts'

export async function insertChange(query: Queries, change: Insertable<Tables['emailChanges']>) {
  await query.insertInto('emailChanges').values(change).execute()
}

/** When the changes began that an account asked for since an instant, the oldest first. */
export async function listRequested(query: Queries, userId: string, since: Instant) {
  const rows = await query
    .selectFrom('emailChanges')
    .select('requestedAt')
    .where('userId', '=', userId)
    .where('requestedAt', '>', since)
    .orderBy('requestedAt')
    .execute()
  return rows.map(({ requestedAt }) => requestedAt)
}

/** The open change that a token confirms. */
export async function findToConfirm(query: Queries, confirmHash: string, now: Instant) {
  return query
    .selectFrom('emailChanges')
    .select(['id', 'userId', 'toEmail'])
    .where('confirmHash', '=', confirmHash)
    .where('confirmUntil', '>', now)
    .where('confirmedAt', 'is', null)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
}

/** The change, open or confirmed, that a token takes back. */
export async function findToStop(query: Queries, stopHash: string, now: Instant) {
  return query
    .selectFrom('emailChanges')
    .select(['id', 'userId', 'fromEmail', 'requestedAt', 'confirmedAt'])
    .where('stopHash', '=', stopHash)
    .where('stopUntil', '>', now)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
}

/** False where it was confirmed or ended meanwhile. */
export async function markConfirmed(query: Queries, id: string, now: Instant): Promise<boolean> {
  const row = await query
    .updateTable('emailChanges')
    .set({ confirmedAt: now })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the open change of an account. */
export async function endOpen(query: Queries, userId: string, now: Instant): Promise<void> {
  await query
    .updateTable('emailChanges')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .where('endedAt', 'is', null)
    .execute()
}

/** Ends a change and those that came after it. */
export async function endSince(
  query: Queries,
  { userId, id }: { userId: string; id: string },
  now: Instant,
): Promise<void> {
  await query
    .updateTable('emailChanges')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    // Ids rise with time.
    .where('id', '>=', id)
    .where('endedAt', 'is', null)
    .execute()
}

/**
 * Gives an account an address that is proved, and with it the account's appointments. Links that choose a
 * new password went to the address of before: they end.
 */
export async function storeAddress(
  query: Queries,
  { userId, email }: { userId: string; email: string },
  now: Instant,
): Promise<void> {
  await query
    .updateTable('users')
    .set({ email, claims: null, emailVerified: sql<boolean>`true`, updatedAt: now })
    .where('id', '=', userId)
    .execute()
  await deleteResetLinks(query, userId)
}

type Follow = {
  userId: string
  from: string
  to: string
  /** Otherwise the account has what it booked itself, and nothing else of the address. */
  verified: boolean
}

/** Gives what stands under the address of an account to its next address. */
export async function followAddress(query: Queries, follow: Follow): Promise<void> {
  const { userId, from, to, verified } = follow
  const own = query
    .selectFrom('appointments')
    .select('id')
    .where('patient', '=', from)
    .where('unproved', 'in', verified ? ['', userId] : [userId])
  await query
    .updateTable('outbox')
    .set({ recipient: to })
    .where('recipient', '=', from)
    .where('appointmentId', 'in', own)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute()
  await query
    .updateTable('closureMailsDue')
    .set({ patient: to })
    .where('appointmentId', 'in', own)
    .execute()
  await query.updateTable('waits').set({ patient: to }).where('userId', '=', userId).execute()
  await renameActor(query, own, { from, to })
  await query
    .updateTable('appointments')
    .set({ patient: to })
    .where('patient', '=', from)
    .where('unproved', 'in', verified ? ['', userId] : [userId])
    .execute()
  if (!verified) return
  await query
    .updateTable('staffInvitations')
    .set({ invitedBy: to })
    .where('invitedBy', '=', from)
    .execute()
  await query.deleteFrom('noticeSettings').where('email', '=', to).execute()
  await query.updateTable('noticeSettings').set({ email: to }).where('email', '=', from).execute()
}
