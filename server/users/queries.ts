import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Role } from '../../contract/roles.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { rangeOf } from '../appointments/search-keys.ts'
import type { ClinicTime, Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { listFormerAddresses } from '../identity/account/former-addresses.ts'
import {
  eraseAddress,
  eraseAppointments,
  erasePatients,
  eraseUnlessShared,
} from '../patients/erase.ts'

const shown = ['id', 'email', 'name', 'role', 'emailVerified', 'unbounded', 'createdAt'] as const
type ShownUser = Pick<Tables['users'], 'id' | 'email' | 'name' | 'role'> & {
  unbounded: 0 | 1
  emailVerified: boolean | number
  createdAt: Date | string
}

/** Whether a sign-in by password to the account of a row has a second step. */
function secondStep(table: 'users' | 'sought') {
  const isTheirs = sql`"userId" = ${sql.ref(`${table}.id`)}`
  return sql<boolean | number>`
    exists (select 1 from "authenticatorApps" where ${isTheirs} and "confirmedAt" is not null)
    or exists (select 1 from "passkeys" where ${isTheirs})`.as('secondStep')
}

/** `null` if there is no such account. */
export async function readRole(query: Queries, email: string) {
  const user = await query
    .selectFrom('users')
    .select('role')
    .where('email', '=', email)
    .where('claims', 'is', null)
    .executeTakeFirst()
  return user?.role ?? null
}

/** The next `limit` users, without claims, after an e-mail ('' for the first), in the order of their e-mails. */
export function selectUsers(query: Queries, { after, limit }: { after: string; limit: number }) {
  return query
    .selectFrom('users')
    .select(shown)
    .select(secondStep('users'))
    .where('claims', 'is', null)
    .where('email', '>', after)
    .orderBy('email')
    .limit(limit)
}

/**
 * Of those, the ones of whose name or e-mail each word is a part. Who they are is settled first: else
 * PostgreSQL may go through all users in the order of their e-mails until it has found enough.
 */
export function selectSought(
  query: Queries,
  { words, after, limit }: { words: readonly string[]; after: string; limit: number },
): SelectQueryBuilder<
  { sought: ShownUser },
  'sought',
  ShownUser & { secondStep: boolean | number }
> {
  const has = (word: string) => {
    const { from, below } = rangeOf(word)
    return query
      .selectFrom('searchUserParts')
      .select('user')
      .where('part', '>=', from)
      .where('part', '<', below)
  }
  return query
    .with(
      (cte) => cte('sought').materialized(),
      (part) =>
        part
          .selectFrom('users')
          .select(shown)
          .where('claims', 'is', null)
          .where('email', '>', after)
          .where((row) => row.and(words.map((word) => row('id', 'in', has(word))))),
    )
    .selectFrom('sought')
    .selectAll()
    .select(secondStep('sought'))
    .orderBy('email')
    .limit(limit)
}

/** Whether a user with a confirmed e-mail became an admin by this. */
export async function promoteUser(query: Queries, email: string, now: Date): Promise<boolean> {
  const row = await query
    .updateTable('users')
    .set({ role: 'admin', updatedAt: now.toISOString() })
    .where('email', '=', email)
    .where('role', '<>', 'admin')
    .where('emailVerified', '=', sql<boolean>`true`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Makes an admin a patient, unless it is the last one. True if changed. Call it with all admins locked. */
export async function demoteUser(query: Queries, email: string, now: Date): Promise<boolean> {
  const row = await query
    .updateTable('users')
    .set({ role: 'patient', updatedAt: now.toISOString() })
    .where('email', '=', email)
    .where('role', '=', sql.lit('admin'))
    .where(sql<boolean>`(select count(*) from "users" where "role" = 'admin') > 1`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Gives an account another role: why not, where its e-mail is not confirmed, or where it is to be a
 * doctor's and there is no doctor of its e-mail. To be called while all admins are locked.
 */
export async function updateRole(
  query: Queries,
  { email, role }: { email: string; role: Role },
  now: Date,
): Promise<'changed' | 'email_unproved' | 'no_such_doctor'> {
  const row = await query
    .updateTable('users')
    .set({ role, updatedAt: now.toISOString() })
    .where('email', '=', email)
    .where('claims', 'is', null)
    .$if(role !== 'patient', (update) => update.where('emailVerified', '=', sql<boolean>`true`))
    .$if(role === 'doctor', (update) =>
      update.where((row) =>
        row.exists(row.selectFrom('doctors as d').select('d.id').where('d.email', '=', email)),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  if (row) return 'changed'
  const isProved = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('emailVerified', '=', sql<boolean>`true`)
    .executeTakeFirst()
  return isProved ? 'no_such_doctor' : 'email_unproved'
}

/** The doctor with this e-mail; the account with the same e-mail works as that doctor. */
export async function findDoctor(query: Queries, email: string) {
  return query
    .selectFrom('doctors')
    .select(['id as _id', 'name'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Ends all sessions of an account and their tokens. Their number, or `null` if there is no such account. */
export async function deleteSessionsOf(query: Queries, email: string): Promise<number | null> {
  const user = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('claims', 'is', null)
    .executeTakeFirst()
  if (!user) return null
  const ended = await query
    .deleteFrom('sessions')
    .where('userId', '=', user.id)
    .returning('id')
    .execute()
  return ended.length
}

/** Lifts or restores the limits of an account. False if they already are so, or there is no such account. */
export async function updateUnbounded(
  query: Queries,
  email: string,
  unbounded: boolean,
): Promise<boolean> {
  const flag = unbounded ? 1 : 0
  const row = await query
    .updateTable('users')
    .set({ unbounded: flag })
    .where('email', '=', email)
    .where('claims', 'is', null)
    .where('unbounded', '<>', flag)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The e-mails of all admins, who stay admins until the transaction is over. On SQLite there is but
 * one transaction at a time.
 */
export async function lockAdmins(query: Queries, engine: Database['engine']): Promise<string[]> {
  const rows = await query
    .selectFrom('users')
    .select('email')
    // As the partial index says it, not as a parameter: SQLite uses that index for nothing else.
    .where('role', '=', sql.lit('admin'))
    .orderBy('id')
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .execute()
  return rows.map(({ email }) => email)
}

/** Whose account is removed: by its id, or by an address, which is that of no claim. */
export type Whose = { userId: string } | { email: string }

/** Locks an account to remove it: no other transaction books for it or changes it before this one ends. */
export async function lockForRemoval(query: Queries, engine: Database['engine'], whose: Whose) {
  const rows = selectUser(query, whose).$if(engine === 'postgres', (select) => select.forUpdate())
  const user = await rows.executeTakeFirst()
  return user && { ...user, verified: Boolean(user.emailVerified) }
}

/** The same without the lock. */
export async function findForRemoval(query: Queries, whose: Whose) {
  const user = await selectUser(query, whose).executeTakeFirst()
  return user && { ...user, verified: Boolean(user.emailVerified) }
}

export type Removed = NonNullable<Awaited<ReturnType<typeof findForRemoval>>>

function selectUser(query: Queries, whose: Whose) {
  const users = query
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.email',
      'u.claims',
      'u.name',
      'u.phone',
      'u.emailVerified',
      sql<string>`coalesce("u"."claims", "u"."email")`.as('address'),
    ])
  return 'userId' in whose
    ? users.where('u.id', '=', whose.userId)
    : users.where('u.email', '=', whose.email).where('u.claims', 'is', null)
}

/**
 * What is the account's: all of its address once that is proved, before only what it booked itself. An
 * unproved account has nothing to do with what the clinic booked for the address.
 */
function isOwn({ id, address, verified }: Removed) {
  return (row: ExpressionBuilder<Tables, 'appointments'>) =>
    row.and([row('patient', '=', address), row('unproved', 'in', verified ? ['', id] : [id])])
}

/** Its live appointments that have not begun, by time. */
export function selectUpcoming(
  query: Queries,
  user: Removed,
  { today, firstMinute }: Pick<ClinicTime, 'today' | 'firstMinute'>,
) {
  return query
    .selectFrom('appointments')
    .selectAll()
    .where(isOwn(user))
    .where('cancelledAt', 'is', null)
    .where('status', '=', 'booked')
    .where((row) =>
      row.or([
        row('day', '>', today),
        row.and([row('day', '=', today), row('startMinute', '>=', firstMinute)]),
      ]),
    )
    .orderBy('day')
    .orderBy('startMinute')
    .orderBy('id')
}

/** The same, with a row lock: no other transaction changes them before this one ends. */
export async function lockUpcoming(
  { engine }: Database,
  query: Queries,
  ...asked: [user: Removed, time: Pick<ClinicTime, 'today' | 'firstMinute'>]
): Promise<Appointment[]> {
  return selectUpcoming(query, ...asked)
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .execute()
}

/**
 * Replaces an account's address by `key` in all records that remain: what was done and what was paid, without
 * the person's data. The appointments in `kept` stay, and so do their patients, with name and phone, since
 * the clinic still expects them.
 */
export async function removePerson(
  query: Queries,
  user: Removed,
  { key, kept, ...rest }: { key: string; kept: readonly string[]; authSecret: string; now: Date },
): Promise<void> {
  const merged = await removePatients(query, user, { kept, ...rest })
  const { id, address, verified } = user
  const isOwnRow = sql<boolean>`("patient" = ${address}
    and "unproved" in (${sql.join(verified ? ['', id] : [id])}))`
  await eraseAppointments(query, isOwnRow, { key, kept, actor: address })
  await sql`delete from "verifications" where "value" = ${user.id}`.execute(query)
  if (user.verified) await eraseAddress(query, user.address, key)
  const former = user.verified ? await listFormerAddresses(query, id) : []
  for (const other of [...former, ...merged]) await eraseUnlessShared(query, other, key)
}

/** The account's patients, and the clinic's records of its address once that is proved; the e-mails that they had. */
async function removePatients(
  query: Queries,
  { id, address, verified }: Removed,
  { kept, ...rest }: { kept: readonly string[]; authSecret: string; now: Date },
): Promise<string[]> {
  const ofAddress = verified ? sql`or ("accountId" is null and "email" = ${address})` : sql``
  const theirs = sql`("accountId" = ${id} ${ofAddress})`
  const isExpected =
    kept.length === 0
      ? sql`false`
      : sql`"id" in (select "patientId" from "appointments" where "id" in (${sql.join(kept)}))`
  const erased = sql<boolean>`(${theirs} and not ${isExpected})`
  const addresses = await erasePatients(query, erased, rest)
  if (kept.length === 0) return addresses
  await query
    .updateTable('patients')
    .set({
      ...{ accountId: null, relation: null, place: null, email: '', note: '', birthDate: null },
      ...{ guestKey: sql`'guest:' || "id"`, revision: sql`"revision" + 1` },
    })
    .where(sql<boolean>`${theirs}`)
    .execute()
  return addresses
}

/** Deletes an account, with the claims of its address; their sessions, tokens and ways to sign in go, too. */
export async function deleteUser(query: Queries, { id, email, claims }: Removed): Promise<void> {
  if (claims === null) await query.deleteFrom('users').where('claims', '=', email).execute()
  await query.deleteFrom('users').where('id', '=', id).execute()
}

export type Invitation = Omit<Selectable<Tables['staffInvitations']>, 'acceptedAt' | 'withdrawnAt'>

const shownOfInvitation = ['id', 'email', 'role', 'invitedBy', 'createdAt', 'expiresAt'] as const

function selectOpen(query: Queries, now: Instant) {
  return query
    .selectFrom('staffInvitations')
    .select(shownOfInvitation)
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
