import { sql } from 'kysely'
import { readClinic } from '../../clinic/read-clinic.ts'
import type { ClinicTime, Instant } from '../../clock.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { BookingParts } from '../../deps.ts'
import { startWorker, type Worker } from '../../worker.ts'
import { type Appointment, cardCentsOf, type OnRevision, refusalOf } from '../appointment.ts'
import { storeCancelling } from '../cancel.ts'
import { changeAppointment, findUnchanged, unchanged } from '../change-appointment.ts'
import { holdAppointment } from '../find-appointment.ts'
import { holderOf } from '../store-appointment.ts'

const hourMs = 3_600_000
/** Milliseconds between two sweeps. */
const restMs = 60_000

/**
 * Cancels what accounts have booked before their e-mail was confirmed and cannot keep: unpaid
 * appointments after the hours that the clinic sets, those of an account that was removed, and those
 * that collide with what the address has once it is confirmed. Money goes back to the card, the slots
 * to the waitlist. A crash leaves the rest to the next sweep; any number of processes may sweep.
 */
export async function releaseUnproved(parts: BookingParts): Promise<void> {
  const { database, clock, clinicTime, log } = parts
  const { unprovedHours } = await readClinic(database.query)
  const bookedBefore = new Date(clock().getTime() - unprovedHours * hourMs).toISOString()
  const due = await listUnproved(database.query, { ...clinicTime(), bookedBefore })
  for (const one of due) {
    try {
      if (one.verified && (await claim(database.query, one.id))) continue
      await cancel(parts, one, bookedBefore)
    } catch (err) {
      log.error({ err, appointment: one.id }, 'an unconfirmed appointment was not let go')
    }
  }
}

/** False where the address has an appointment that this one collides with. */
async function claim(query: Queries, id: string): Promise<boolean> {
  try {
    await claimForAddress(query, id)
    return true
  } catch (error) {
    if (refusalOf(error)) return false
    throw error
  }
}

async function cancel(
  parts: BookingParts,
  { id, revision }: OnRevision,
  bookedBefore: string,
): Promise<void> {
  await changeAppointment(parts, async (query) => {
    const found = await findUnchanged(query, { id, revision })
    if (!found.ok) return found
    const now = parts.clock()
    // From here on it cannot be paid or confirmed concurrently.
    const before = await holdAppointment(parts.database, query, id)
    if (before.revision !== revision) return unchanged(before)
    const code = await whyReleased(query, before, bookedBefore)
    if (!code) return unchanged(before)
    const cause = { actor: 'portal', reason: { code }, now }
    const money = { toCard: cardCentsOf(before), atDesk: before.deskCents, kept: 0 }
    // An address that is not confirmed is sent nothing.
    const isMailed = code === 'already_held'
    return storeCancelling(query, parts, before, { cause, money, isMailed })
  })
}

async function whyReleased(
  query: Queries,
  { unproved, paidCents, createdAt, bookedOn }: Appointment,
  bookedBefore: string,
): Promise<'not_confirmed' | 'account_removed' | 'already_held' | null> {
  if (unproved === '') return null
  const account = await findAccount(query, unproved)
  if (!account) return 'account_removed'
  if (account.verified) return 'already_held'
  const isInTime = createdAt > bookedBefore || bookedOn === ''
  const isKept = account.unbounded || paidCents > 0 || isInTime
  return isKept ? null : 'not_confirmed'
}

/** Sweeps at once and then every minute, until stopped. */
export function startReleasing(parts: BookingParts): Worker {
  return startWorker(restMs, async () => {
    await releaseUnproved(parts).catch((err: unknown) => {
      parts.log.error({ err }, 'unconfirmed appointments were not looked through')
    })
  })
}

/** As many as one sweep takes on; the next goes on. */
const mostAtOnce = 200

type Asked = Pick<ClinicTime, 'today' | 'firstMinute'> & { bookedBefore: Instant }

/**
 * Appointments to come that an account booked before its e-mail was confirmed, and that it cannot
 * keep as they are: it is gone, it has confirmed, or its time to pay or confirm is over.
 */
async function listUnproved(query: Queries, { today, firstMinute, bookedBefore }: Asked) {
  const rows = await query
    .selectFrom('appointments as a')
    .leftJoin('users as u', 'u.id', 'a.unproved')
    // As the partial index says it, not as a parameter.
    .where('a.unproved', '<>', sql.lit(''))
    .where('a.cancelledAt', 'is', null)
    .where((row) =>
      row.or([
        row('a.day', '>', today),
        row.and([row('a.day', '=', today), row('a.startMinute', '>=', firstMinute)]),
      ]),
    )
    .where((row) =>
      row.or([
        row('u.id', 'is', null),
        row('u.emailVerified', '=', sql<boolean>`true`),
        row.and([
          row('a.paidCents', '=', 0),
          row('a.createdAt', '<=', bookedBefore),
          // Booked before there was a time to keep to.
          row('a.bookedOn', '<>', ''),
          row('u.unbounded', '=', 0),
        ]),
      ]),
    )
    .orderBy('a.id')
    .limit(mostAtOnce)
    .select(['a.id', 'a.revision', 'u.emailVerified as verified'])
    .execute()
  return rows.map(({ verified, ...row }) => ({ ...row, verified: Boolean(verified) }))
}

/** The account that an unproved appointment names, as it is now. */
async function findAccount(query: Queries, id: string) {
  const account = await query
    .selectFrom('users')
    .select(['emailVerified', 'unbounded'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    account && {
      verified: Boolean(account.emailVerified),
      unbounded: account.unbounded === 1,
    }
  )
}

/** Makes it the address's own; the database refuses where that has one in its place. */
async function claimForAddress(query: Queries, id: string): Promise<void> {
  await query.updateTable('appointments').set({ unproved: '' }).where('id', '=', id).execute()
}

/**
 * Gives what an unconfirmed account has booked to a confirmed one of the same address, which is owed a
 * confirmation of it as of its own. What collides with an appointment that it has stays apart: the sweep
 * cancels it with a mail that says why.
 */
export async function takeUnproved(
  { query }: Database,
  { from, to }: { from: string; to: string },
): Promise<void> {
  // Their dependents become the account's, who puts them into its list by booking for them again.
  await query
    .updateTable('patients')
    .set({ accountId: to, place: null })
    .where('accountId', '=', from)
    .where('relation', 'is not', null)
    .execute()
  const rows = await query
    .selectFrom('appointments')
    .select('id')
    .where('unproved', '=', from)
    .orderBy('id')
    .execute()
  for (const { id } of rows) {
    if (!(await adopt({ query }, { id, from, to, unproved: '' }))) {
      await adopt({ query }, { id, from, to, unproved: to })
    }
  }
}

/** The claim's own appointments are the account's holder's. */
function treatedBy(from: string, to: string) {
  return sql<string>`case when "patientId" = ${holderOf(from)} then ${holderOf(to)} else "patientId" end`
}

/** False where a rule of the database refuses. */
async function adopt(
  { query }: Pick<Database, 'query'>,
  { id, from, to, unproved }: { id: string; from: string; to: string; unproved: string },
): Promise<boolean> {
  try {
    await query.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('appointments')
        .set({ bookedBy: to, unproved, patientId: treatedBy(from, to) })
        .where('id', '=', id)
        .where('unproved', '=', from)
        .execute()
      // As the trigger `users_confirmations_owed` does.
      await sql`insert into "confirmationsDue" select "id" from "appointments"
        where "id" = ${id} and "cancelledAt" is null and "unproved" = ''
        on conflict ("appointmentId") do update
        set "appointmentId" = excluded."appointmentId"`.execute(transaction)
    })
    return true
  } catch (error) {
    if (refusalOf(error)) return false
    throw error
  }
}
