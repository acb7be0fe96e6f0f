import type { Selectable } from 'kysely'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

export type Invitation = Omit<Selectable<Tables['staffInvitations']>, 'acceptedAt' | 'withdrawnAt'>

const shown = ['id', 'email', 'role', 'invitedBy', 'createdAt', 'expiresAt'] as const

function selectOpen(query: Queries, now: Instant) {
  return query
    .selectFrom('staffInvitations')
    .select(shown)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', now)
}

/** Those that are open, the newest first. */
export async function listInvitations(query: Queries, now: Instant): Promise<Invitation[]> {
  return selectOpen(query, now).orderBy('id', 'desc').execute()
}

export async function findInvitation(
  query: Queries,
  { id, now }: { id: string; now: Instant },
): Promise<Invitation | undefined> {
  return selectOpen(query, now).where('id', '=', id).executeTakeFirst()
}

export async function insertInvitation(query: Queries, invitation: Invitation): Promise<void> {
  await query.insertInto('staffInvitations').values(invitation).execute()
}

type Ended = ({ id: string } | { email: string } | { invitedBy: string }) & { now: Instant }

/** Ends the one of this id, those to an address, or those by one; the e-mails that they were for. */
export async function endInvitations(query: Queries, { now, ...which }: Ended): Promise<string[]> {
  const rows = await query
    .updateTable('staffInvitations')
    .set({ withdrawnAt: now })
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where((row) => row.and(which))
    .returning('email')
    .execute()
  return rows.map(({ email }) => email)
}

/** Whether it was open, and is accepted by this. */
export async function takeInvitation(
  query: Queries,
  { id, now }: { id: string; now: Instant },
): Promise<boolean> {
  const row = await query
    .updateTable('staffInvitations')
    .set({ acceptedAt: now })
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
