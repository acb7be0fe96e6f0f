import { type Insertable, sql } from 'kysely'
import type { Instant } from '../../clock.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { deleteResetLinks, typedAddress } from '../queries.ts'
import { isAlive, type SessionEnds } from '../session-ends.ts'

/**
 * An account as its holder sees it, with the change of its address that is open; by one statement, so that
 * it is of one moment.
 */
export async function findAccount(query: Queries, userId: string, now: Instant) {
  const row = await query
    .selectFrom('users as u')
    .leftJoin('emailChanges as c', (join) =>
      join
        .onRef('c.userId', '=', 'u.id')
        .on('c.confirmedAt', 'is', null)
        .on('c.endedAt', 'is', null)
        .on('c.confirmUntil', '>', now),
    )
    .where('u.id', '=', userId)
    .select(['u.name', 'u.emailVerified', 'u.phone', 'u.language', 'u.passwordDue'])
    .select(typedAddress.as('email'))
    .select(['c.toEmail', 'c.confirmUntil'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('accounts as a')
          .select('a.id')
          .whereRef('a.userId', '=', 'u.id')
          .where('a.providerId', '=', 'credential')
          .where('a.password', 'is not', null),
      ).as('hasPassword'),
      selectFrom('emailConfirmations as link')
        .whereRef('link.userId', '=', 'u.id')
        .select(({ fn }) => fn.max('link.expiresAt').as('expiresAt'))
        .as('linkUntil'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { toEmail, confirmUntil, ...account } = row
  const isOpen = toEmail !== null && confirmUntil !== null
  return { ...account, emailChange: isOpen ? { toEmail, confirmUntil } : undefined }
}

export async function updateDetails(
  query: Queries,
  userId: string,
  { name, phone }: { name: string; phone: string },
  now: Instant,
): Promise<void> {
  await query
    .updateTable('users')
    .set({ name, phone, updatedAt: now })
    .where('id', '=', userId)
    .execute()
}

/** An account, which no booking, change or removal passes until the transaction is over. */
export async function lockUser(query: Queries, engine: Database['engine'], userId: string) {
  const user = await query
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.claims', 'u.emailVerified', typedAddress.as('address')])
    .where('u.id', '=', userId)
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst()
  return user && { ...user, verified: Boolean(user.emailVerified) }
}

/** False where the password is no longer the one that was proved. */
export async function exchangePassword(
  query: Queries,
  { userId, before, after }: { userId: string; before: string; after: string },
  now: Instant,
): Promise<boolean> {
  const row = await query
    .updateTable('accounts')
    .set({ password: after, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .where('password', '=', before)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The sessions of an account that are alive, the one last seen first. */
export async function listSessions(query: Queries, userId: string, ends: SessionEnds) {
  const rows = await query
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id', 's.ipAddress', 's.userAgent', 's.createdAt', 's.updatedAt', 's.lastSeenAt'])
    .where('s.userId', '=', userId)
    .where(isAlive(ends))
    .execute()
  return rows
    .map(({ createdAt, updatedAt, lastSeenAt, ...row }) => ({
      ...row,
      since: new Date(createdAt).toISOString(),
      lastSeenAt: lastSeenAt ?? new Date(updatedAt).toISOString(),
    }))
    .toSorted((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt))
}

/** Ends sessions of an account, whose tokens end with them: all, one, or all but one. How many. */
export async function deleteSessions(
  query: Queries,
  userId: string,
  { only, allBut }: { only?: string; allBut?: string } = {},
): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(only !== undefined, (rows) => rows.where('id', '=', only ?? ''))
    .$if(allBut !== undefined, (rows) => rows.where('id', '<>', allBut ?? ''))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** How many links that confirm its address an account was given since an instant. */
export async function countConfirmations(
  query: Queries,
  userId: string,
  validAfter: Instant,
): Promise<{ count: number; oldest: Instant | null }> {
  const { count, oldest } = await query
    .selectFrom('emailConfirmations')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.min('expiresAt').as('oldest'),
    ])
    .where('userId', '=', userId)
    .where('expiresAt', '>', validAfter)
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest }
}

/** Stores a hash that no known password matches; its salt must stay, as an address's passwords share it. */
export async function spoilPassword(
  query: Queries,
  userId: string,
  { hash, since }: { hash: string; since: Instant },
): Promise<void> {
  await query
    .updateTable('accounts')
    .set({ password: hash, updatedAt: since })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .where('password', 'is not', null)
    .execute()
}

/** Ways to sign in by a provider that were added to an account since an instant. */
export async function deleteProvidersSince(query: Queries, userId: string, since: Instant) {
  await query
    .deleteFrom('accounts')
    .where('userId', '=', userId)
    .where('providerId', '<>', 'credential')
    .where('createdAt', '>=', sql<Date | string>`${since}`)
    .execute()
}

/** All calendar feeds of an account, whether or not a password of it changes, which ends them by a trigger. */
export async function deleteFeeds(query: Queries, userId: string): Promise<void> {
  await query.deleteFrom('calendarFeeds').where('userId', '=', userId).execute()
}

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

/** False if it has been confirmed or has ended since. */
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

/** Deletes a link to an outside account that was made by another address than the account has; false for any other. */
export async function deleteForeignLink(
  query: Queries,
  { id, userId, email }: { id: string; userId: string; email: string },
): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('accounts')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as u')
            .select('u.id')
            .where('u.id', '=', userId)
            .where('u.email', '=', email),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Whether an account is still linked to one of Google. */
export async function isLinked(
  query: Queries,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<boolean> {
  const row = await query
    .selectFrom('accounts')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '=', 'google')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}
