import { type ExpressionBuilder, sql } from 'kysely'
import type { Appointment } from '../appointments/appointment.ts'
import type { ClinicTime } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { eraseAddress, eraseAppointments, erasePatients } from '../patients/erase.ts'

/** Whose account is removed: by its id, or by an address, which is that of no claim. */
export type Whose = { userId: string } | { email: string }

/** An account that is being removed; nobody books or changes it until the transaction is over. */
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

/** The same, which nobody changes until the transaction is over. */
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
 * Puts `key` in the place of somebody in all that stays: what was done and what was paid, without who it
 * was for. The appointments of `kept` stand, and their patients, with name and phone, since the clinic
 * still expects them.
 */
export async function removePerson(
  query: Queries,
  user: Removed,
  { key, kept, ...rest }: { key: string; kept: readonly string[]; authSecret: string; now: Date },
): Promise<void> {
  await removePatients(query, user, { kept, ...rest })
  const { id, address, verified } = user
  const isOwnRow = sql<boolean>`("patient" = ${address}
    and "unproved" in (${sql.join(verified ? ['', id] : [id])}))`
  await eraseAppointments(query, isOwnRow, { key, kept, actor: address })
  await sql`delete from "verifications" where "value" = ${user.id}`.execute(query)
  if (user.verified) await eraseAddress(query, user.address, key)
}

/** The account's patients, and the clinic's records of its address once that is proved. */
async function removePatients(
  query: Queries,
  { id, address, verified }: Removed,
  { kept, ...rest }: { kept: readonly string[]; authSecret: string; now: Date },
): Promise<void> {
  const ofAddress = verified ? sql`or ("accountId" is null and "email" = ${address})` : sql``
  const theirs = sql`("accountId" = ${id} ${ofAddress})`
  const isExpected =
    kept.length === 0
      ? sql`false`
      : sql`"id" in (select "patientId" from "appointments" where "id" in (${sql.join(kept)}))`
  await erasePatients(query, sql<boolean>`(${theirs} and not ${isExpected})`, rest)
  if (kept.length === 0) return
  await query
    .updateTable('patients')
    .set({
      ...{ accountId: null, relation: null, place: null, email: '', note: '', birthDate: null },
      ...{ guestKey: sql`'guest:' || "id"`, revision: sql`"revision" + 1` },
    })
    .where(sql<boolean>`${theirs}`)
    .execute()
}

/** Deletes an account, with the claims of its address; their sessions, tokens and ways to sign in go, too. */
export async function deleteUser(query: Queries, { id, email, claims }: Removed): Promise<void> {
  if (claims === null) await query.deleteFrom('users').where('claims', '=', email).execute()
  await query.deleteFrom('users').where('id', '=', id).execute()
}
