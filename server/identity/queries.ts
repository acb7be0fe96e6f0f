import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import type { Caller } from './caller.ts'
import { hashIdentifier, hashToken } from './hash-tokens.ts'
import { endParams, isAlive, type SessionEnds } from './session-ends.ts'

/** How many live tokens one session may have: a tab each, and some. */
const tokensPerSession = 20

/** The address that an account answers to, by whichever it is stored. */
export const typedAddress = sql<string>`coalesce("u"."claims", "u"."email")`

const callerColumns = [
  'u.id as userId',
  's.id as sessionId',
  typedAddress.as('email'),
  'u.name',
  'u.role',
  'u.emailVerified as verified',
  'u.passwordDue',
  's.activeAt',
  's.provedAt',
] as const

export type CallerRow = Omit<Caller, 'verified' | 'passwordDue'> & {
  verified: boolean | number
  passwordDue: 0 | 1
}

export function prepareCallerBySession(database: Database) {
  return database.prepare<{ hash: string } & SessionEnds, CallerRow>((query, param) =>
    query
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.userId')
      .where('s.token', '=', param('hash'))
      .where(isAlive(endParams(param)))
      .select(callerColumns),
  )
}

export function prepareCallerByToken(database: Database) {
  return database.prepare<{ hash: string } & SessionEnds, CallerRow>((query, param) =>
    query
      .selectFrom('accessTokens as t')
      .innerJoin('sessions as s', 's.id', 't.sessionId')
      .innerJoin('users as u', 'u.id', 's.userId')
      .where('t.hash', '=', param('hash'))
      .where('t.expiresAt', '>', param('now'))
      .where(isAlive(endParams(param)))
      .select(callerColumns),
  )
}

/** False if the session has ended. */
export async function insertToken(query: Queries, token: Tables['accessTokens']): Promise<boolean> {
  try {
    await query.insertInto('accessTokens').values(token).execute()
    return true
  } catch (error) {
    if (await sessionExists(query, token.sessionId)) throw error
    return false
  }
}

export async function sessionExists(query: Queries, id: string): Promise<boolean> {
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

/** A page that is open asks for a token every few minutes. */
export async function noteSeen(query: Queries, sessionId: string, lastSeenAt: Instant) {
  await query.updateTable('sessions').set({ lastSeenAt }).where('id', '=', sessionId).execute()
}

/** Each minute at most: most calls find it written. */
export async function noteActive(
  query: Queries,
  sessionId: string,
  { now, unlessSince }: { now: Instant; unlessSince: Instant },
) {
  await query
    .updateTable('sessions')
    .set({ activeAt: now })
    .where('id', '=', sessionId)
    .where('activeAt', '<', unlessSince)
    .execute()
}

/** By what an account is signed in to, besides its second steps. */
export async function listWays(query: Queries, userId: string) {
  const ways = await query
    .selectFrom('accounts')
    .select(['providerId', 'password'])
    .where('userId', '=', userId)
    .execute()
  return {
    password: ways.some(({ password }) => password !== null),
    google: ways.some(({ providerId }) => providerId === 'google'),
  }
}

/** The account whose sign-in by password waits for its second step, for as long as that may take. */
export async function findAwaiting(query: Queries, hash: string, since: Instant) {
  return query
    .selectFrom('sessions')
    .select(['id as sessionId', 'userId'])
    .where('token', '=', hash)
    .where('awaitsFactor', '=', 1)
    .where('provedAt', '>', since)
    .executeTakeFirst()
}

/** The person of a session has proved once more who they are. */
export async function noteProof(query: Queries, sessionId: string, now: Instant) {
  await query
    .updateTable('sessions')
    .set({ provedAt: now, activeAt: now })
    .where('id', '=', sessionId)
    .execute()
}

/** The work of staff waits until they have chosen another password. */
export async function askForNewPassword(query: Queries, userId: string) {
  await query
    .updateTable('users')
    .set({ passwordDue: 1 })
    .where('id', '=', userId)
    .where('role', '<>', 'patient')
    .execute()
}

/** They have chosen one. */
export async function settlePassword(query: Queries, userId: string) {
  await query.updateTable('users').set({ passwordDue: 0 }).where('id', '=', userId).execute()
}

export async function markVerified(query: Queries, userId: string, now: Date) {
  await query
    .updateTable('users')
    .set({ emailVerified: sql`true`, updatedAt: now.toISOString() })
    .where('id', '=', userId)
    .execute()
}

/**
 * Removes the account of an address if it never proved the address; its password, sessions and tokens go with
 * it. False if there is none.
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
  user: { email: string; name: string; role: Tables['users']['role']; passwordDue?: 0 | 1 },
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

/** Stores a password's hash, where better-auth looks for it. */
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
export async function readPasswordHash(query: Queries, userId: string): Promise<string | null> {
  const row = await query
    .selectFrom('accounts')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

export async function deleteSessionByToken(query: Queries, token: string) {
  await query.deleteFrom('sessions').where('token', '=', hashToken(token)).execute()
}

/** False where it had ended. */
export async function deleteSession(query: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('sessions')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0
}

type Link = { hash: string; now: Instant }

/**
 * Stores a link for the account, unless the account has been removed or proved since. Waits for a concurrent
 * proof, which ends only the links that it sees.
 */
export async function insertConfirmation(
  { engine, query }: Database,
  link: Tables['emailConfirmations'],
) {
  const { hash, userId, expiresAt } = link
  await query
    .insertInto('emailConfirmations')
    .columns(['hash', 'userId', 'expiresAt'])
    .expression((from) =>
      from
        .selectFrom('users')
        .select([sql.val(hash).as('hash'), 'id', sql.val(expiresAt).as('expiresAt')])
        .where('id', '=', userId)
        .where('emailVerified', '=', sql<boolean>`false`)
        .$if(engine === 'postgres', (select) => select.forShare()),
    )
    .execute()
}

/** The account that a confirmation link is for, whether it is a claim, and the hash of its password. */
export async function findByLink(query: Queries, { hash, now }: Link) {
  return query
    .selectFrom('emailConfirmations as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.userId', '=', 'u.id').on('a.providerId', '=', 'credential'),
    )
    .where('c.hash', '=', hash)
    .where('c.expiresAt', '>', now)
    .select(['u.id as userId', 'u.claims', 'a.password', typedAddress.as('email')])
    .executeTakeFirst()
}

/** Confirms the address of the link's account, which ends its links. False if the link is no longer valid. */
export async function confirmByLink(query: Queries, link: Link, now: Date): Promise<boolean> {
  const row = await query
    .updateTable('users')
    .set({ emailVerified: sql`true`, updatedAt: now.toISOString() })
    .where('id', 'in', accountOfLink(query, link))
    .where('emailVerified', '=', sql<boolean>`false`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The link's account, with a row lock: no other transaction proves it before this one ends. */
export async function lockByLink(query: Queries, link: Link, engine: Database['engine']) {
  return query
    .selectFrom('users')
    .select(['id', 'email', 'claims'])
    .where('id', 'in', accountOfLink(query, link))
    .where('emailVerified', '=', sql<boolean>`false`)
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst()
}

/** Removes the link's account, unless its address has been proved. */
export async function deleteByLink(query: Queries, link: Link): Promise<boolean> {
  const row = await query
    .deleteFrom('users')
    .where('id', 'in', accountOfLink(query, link))
    .where('emailVerified', '=', sql<boolean>`false`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

function accountOfLink(query: Queries, { hash, now }: Link) {
  return query
    .selectFrom('emailConfirmations')
    .select('userId')
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
}

/** A new password for an account, also one that had none, such as one of Google. Every session of it ends. */
export async function replacePassword(
  query: Queries,
  { userId, hash }: { userId: string; hash: string },
  now: Date,
) {
  const updated = await query
    .updateTable('accounts')
    .set({ password: hash, updatedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .returning('id')
    .execute()
  if (updated.length === 0) await insertPassword(query, { userId, hash }, now)
  await query.deleteFrom('sessions').where('userId', '=', userId).execute()
}

/** Whose password a reset link changes. */
export async function findResetAccount(query: Queries, token: string) {
  const { rows } = await sql<{
    userId: string
    email: string
    role: Tables['users']['role']
  }>`select
    u."id" as "userId", u."email", u."role"
    from "verifications" as v join "users" as u on u."id" = v."value"
    where v."identifier" = ${resetIdentifier(token)}`.execute(query)
  return rows[0]
}

/**
 * Ends the other reset links of an account as one of them is used: two that are used at once must not
 * both set a password. Of those the first to come here is it.
 */
export async function endOtherResets(database: Database, token: string, userId: string) {
  const own = resetIdentifier(token)
  await database.query.transaction().execute(async (query) => {
    const lock = sql.raw(database.engine === 'postgres' ? 'order by "id" for update' : '')
    const { rows } = await sql<{ identifier: string }>`select "identifier" from "verifications"
      where "value" = ${userId} and "identifier" like 'reset-password:%' ${lock}`.execute(query)
    if (!rows.some(({ identifier }) => identifier === own)) return
    await sql`delete from "verifications" where "value" = ${userId}
      and "identifier" like 'reset-password:%' and "identifier" <> ${own}`.execute(query)
  })
}

/** Ends what was mailed to an account and is open: its reset links. */
export async function deleteResetLinks(query: Queries, userId: string): Promise<void> {
  await sql`delete from "verifications" where "value" = ${userId}`.execute(query)
}

/** As better-auth 1.7 names a reset link, and as it is stored. */
function resetIdentifier(token: string): string {
  return hashIdentifier(`reset-password:${token}`)
}
