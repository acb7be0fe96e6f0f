import { type ExpressionBuilder, sql } from 'kysely'
import { refusingConstraint } from '../db/constraint.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

/** The account of an address and the claims of it. */
const isOfAddress = (address: string) => (on: ExpressionBuilder<{ u: Tables['users'] }, 'u'>) =>
  on.or([
    on.and([on('u.email', '=', address), on('u.claims', 'is', null)]),
    on('u.claims', '=', address),
  ])

/** A password's hash of the account of an address, or else of a claim of it. */
export async function findHashOf(query: Queries, address: string): Promise<string | null> {
  const row = await selectByPassword(query, address).limit(1).executeTakeFirst()
  return row?.password ?? null
}

/** What a password's hash opens at an address: the account before its claims, the oldest first. */
export async function listOpened(
  query: Queries,
  { address, password }: { address: string; password: string },
) {
  return selectByPassword(query, address).where('a.password', '=', password).limit(20).execute()
}

/** Replaces the hash of an account's password, where no claim of its address has a password, too. */
export async function replaceOnlyPassword(
  query: Queries,
  { address, userId, before, after }: Record<'address' | 'userId' | 'before' | 'after', string>,
  now: Date,
): Promise<void> {
  const others = selectByPassword(query, address).where('u.id', '!=', userId)
  await query
    .updateTable('accounts')
    .set({ password: after, updatedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('password', '=', before)
    .where(({ not, exists }) => not(exists(others)))
    .execute()
}

/** Whether any account has a password from before argon2id; by an index of those alone. */
export async function formerHashLeft(query: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from "accounts"
    where substr("password", 1, 9) <> 'argon2id-' limit 1`.execute(query)
  return rows.length > 0
}

function selectByPassword(query: Queries, address: string) {
  return query
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.userId', 'u.id')
    .where(isOfAddress(address))
    .where('a.providerId', '=', 'credential')
    .where('a.password', 'is not', null)
    .orderBy(sql`"u"."claims" is not null`)
    .orderBy('u.id')
    .select(['u.id as userId', 'u.email', 'a.password'])
}

const oneAccountPerEmail = new Set<string | null>(['users_email_key', 'users_one_per_email'])

/** Whether an error says that an address has an account. */
export function isAddressTaken(error: unknown): boolean {
  return oneAccountPerEmail.has(refusingConstraint(error))
}

/** Makes a claim the account of its address where there is none; the unique index decides. */
export async function takeAddress(query: Queries, userId: string): Promise<void> {
  const taken = sql<boolean>`exists (select 1 from "users" as u where u."email" = "users"."claims")`
  await query
    .updateTable('users')
    .set((row) => ({ email: row.ref('claims').$notNull(), claims: null }))
    .where('id', '=', userId)
    .where('claims', 'is not', null)
    .where(({ not }) => not(taken))
    .execute()
    .catch((error: unknown) => {
      if (!isAddressTaken(error)) throw error
    })
}

/** The address that an account answers to, and whether it is a claim of it; `undefined` for none. */
export async function findAddress(query: Queries, userId: string) {
  const user = await query
    .selectFrom('users')
    .select(['email', 'claims'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user && { address: user.claims ?? user.email, isClaim: user.claims !== null }
}

/** The account of an address, locked until the transaction is over. */
export async function lockAccount(query: Queries, address: string, engine: Database['engine']) {
  return query
    .selectFrom('users')
    .select(['id', 'emailVerified as verified'])
    .where('email', '=', address)
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst()
}

/** Makes a claim the confirmed account of its address, which has none. */
export async function confirmClaim(query: Queries, userId: string, now: Date): Promise<void> {
  await query
    .updateTable('users')
    .set((row) => ({
      ...{ email: row.ref('claims').$notNull(), claims: null },
      ...{ emailVerified: sql`true`, updatedAt: now.toISOString() },
    }))
    .where('id', '=', userId)
    .where('claims', 'is not', null)
    .execute()
}

export async function deleteClaim(query: Queries, userId: string): Promise<void> {
  await query.deleteFrom('users').where('id', '=', userId).where('claims', 'is not', null).execute()
}

/**
 * Ends the sessions and passwords of an address's claims: who has proved the mailbox goes on alone. What
 * they booked can still be joined by their links.
 */
export async function shutOutClaims(query: Queries, address: string): Promise<void> {
  const claims = query.selectFrom('users').select('id').where('claims', '=', address)
  await query.deleteFrom('sessions').where('userId', 'in', claims).execute()
  await query.deleteFrom('accounts').where('userId', 'in', claims).execute()
}
