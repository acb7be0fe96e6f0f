import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Database, Queries } from '../db/database.ts'
import type { Instant, Tables } from '../db/schema.ts'
import type { Caller } from './find-caller.ts'

/** How many live tokens one session may have: a tab each, and some. */
const tokensPerSession = 20

const callerColumns = [
  'u.id as userId',
  's.id as sessionId',
  'u.email',
  'u.name',
  'u.role',
  'u.emailVerified as verified',
] as const

export type CallerRow = Omit<Caller, 'verified'> & { verified: boolean | number }

export function prepareCallerBySession(database: Database) {
  return database.prepare<{ token: string; now: Instant }, CallerRow>((query, param) =>
    query
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.userId')
      .where('s.token', '=', param('token'))
      // ISO text against timestamptz on PostgreSQL, against the same ISO text on SQLite.
      .where('s.expiresAt', '>', param('now'))
      .select(callerColumns),
  )
}

export function prepareCallerByToken(database: Database) {
  return database.prepare<{ hash: string; now: Instant }, CallerRow>((query, param) =>
    query
      .selectFrom('accessTokens as t')
      .innerJoin('sessions as s', 's.id', 't.sessionId')
      .innerJoin('users as u', 'u.id', 's.userId')
      .where('t.hash', '=', param('hash'))
      .where('t.expiresAt', '>', param('now'))
      .where('s.expiresAt', '>', param('now'))
      .select(callerColumns),
  )
}

/** False when the session has ended meanwhile. */
export async function insertToken(query: Queries, token: Tables['accessTokens']): Promise<boolean> {
  try {
    await query.insertInto('accessTokens').values(token).execute()
    return true
  } catch (error) {
    if (await sessionExists(query, token.sessionId)) throw error
    return false
  }
}

async function sessionExists(query: Queries, id: string): Promise<boolean> {
  const found = await query.selectFrom('sessions').select('id').where('id', '=', id).execute()
  return found.length > 0
}

/** Drops a session's tokens that are over, and the oldest of too many. */
export async function pruneTokens(query: Queries, sessionId: string, now: Instant) {
  const newest = query
    .selectFrom('accessTokens')
    .select('hash')
    .where('sessionId', '=', sessionId)
    .orderBy('expiresAt', 'desc')
    .limit(tokensPerSession)
  await query
    .deleteFrom('accessTokens')
    .where('sessionId', '=', sessionId)
    .where((row) => row.or([row('expiresAt', '<=', now), row('hash', 'not in', newest)]))
    .execute()
}

export async function markVerified(query: Queries, userId: string, now: Date) {
  await query
    .updateTable('users')
    .set({ emailVerified: sql`true`, updatedAt: now.toISOString() })
    .where('id', '=', userId)
    .execute()
}

/**
 * Removes the account of an address that nobody ever proved to be theirs; its password, sessions and
 * tokens go with it. False when there was none.
 */
export async function deleteUnverifiedUser(query: Queries, email: string): Promise<boolean> {
  const row = await query
    .deleteFrom('users')
    .where('email', '=', email)
    .where('emailVerified', '=', sql<boolean>`false`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Answers the new user's id, or `null` when the address is taken. */
export async function insertVerifiedUser(
  query: Queries,
  user: { email: string; name: string; role: Tables['users']['role'] },
  now: Date,
): Promise<string | null> {
  const instant = now.toISOString()
  const row = await query
    .insertInto('users')
    .values({
      ...user,
      id: v7(),
      emailVerified: sql`true`,
      image: null,
      createdAt: instant,
      updatedAt: instant,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Keeps a password's hash, where better-auth looks for it. */
export async function insertPassword(
  query: Queries,
  { userId, hash }: { userId: string; hash: string },
  now: Date,
) {
  const [id, instant] = [v7(), now.toISOString()]
  // The table is better-auth's; our types name only what we read of it.
  await sql`insert into "accounts"
    ("id", "providerId", "accountId", "userId", "password", "createdAt", "updatedAt")
    values (${id}, 'credential', ${userId}, ${userId}, ${hash}, ${instant}, ${instant})`.execute(
    query,
  )
}

export async function adminExists(query: Queries): Promise<boolean> {
  const found = await query
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .execute()
  return found.length > 0
}

/** Whether there was a user with this address, confirmed to be theirs, to promote. */
export async function promoteVerifiedUser(query: Queries, email: string, now: Date) {
  const row = await query
    .updateTable('users')
    .set({ role: 'admin', updatedAt: now.toISOString() })
    .where('email', '=', email)
    .where('emailVerified', '=', sql<boolean>`true`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The hash of the password that opens an account; `null` when there is none. */
export async function readPasswordHash(query: Queries, email: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`select a."password"
    from "accounts" as a join "users" as u on u."id" = a."userId"
    where u."email" = ${email.toLowerCase()} and a."providerId" = 'credential'`.execute(query)
  return rows[0]?.password ?? null
}

export async function deleteSession(query: Queries, id: string) {
  await query.deleteFrom('sessions').where('id', '=', id).execute()
}
