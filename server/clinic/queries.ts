import { sql, type Updateable } from 'kysely'
import type { Day } from '../../contract/date.ts'
import { mostListed } from '../appointments/appointment.ts'
import type { ClinicTime, Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

type Now = Pick<ClinicTime, 'today' | 'firstMinute'>

/** Whether an appointment of `a`, today or later, has not begun. */
function isAhead({ today, firstMinute }: Now) {
  return sql<boolean>`("a"."day" > ${today} or "a"."startMinute" >= ${firstMinute})`
}

/**
 * Closures from today on, with the appointments that stand on each and have not begun, and how many of their
 * patients were asked by mail: the others are called.
 */
export function selectClosures(query: Queries, now: Now) {
  return query
    .selectFrom('closures as c')
    .leftJoin('appointments as a', (join) =>
      join
        .onRef('a.day', '=', 'c.day')
        .on('a.cancelledAt', 'is', null)
        .on('a.status', '=', sql.lit('booked'))
        .on(isAhead(now)),
    )
    .leftJoin('closureAsks as k', (join) =>
      join
        .onRef('k.appointmentId', '=', 'a.id')
        .onRef('k.timeRevision', '=', 'a.timeRevision')
        .on('k.askedAt', '<>', sql.lit('')),
    )
    .where('c.day', '>=', now.today)
    .groupBy(['c.day', 'c.reason'])
    .select(({ fn }) => ['c.day', 'c.reason', fn.count<number>('a.id').as('appointments')])
    .select(({ fn }) => fn.count<number>('k.appointmentId').as('asked'))
    .orderBy('c.day')
}

/** The same of some days, without those on which no appointment stands. */
export async function listStandingBy(query: Queries, days: readonly Day[], now: Now) {
  if (days.length === 0) return []
  return query
    .selectFrom('appointments as a')
    .leftJoin('closureAsks as k', (join) =>
      join
        .onRef('k.appointmentId', '=', 'a.id')
        .onRef('k.timeRevision', '=', 'a.timeRevision')
        .on('k.askedAt', '<>', sql.lit('')),
    )
    .where('a.day', 'in', days)
    .where('a.cancelledAt', 'is', null)
    .where('a.status', '=', 'booked')
    .where(isAhead(now))
    .groupBy('a.day')
    .select(({ fn }) => ['a.day', fn.count<number>('a.id').as('appointments')])
    .select(({ fn }) => fn.count<number>('k.appointmentId').as('asked'))
    .orderBy('a.day')
    .execute()
}

/** Live appointments by day and start, with what a mail to their patients needs. */
export function selectLive(query: Queries) {
  return query
    .selectFrom('appointments as a')
    .select(['id', 'treatmentId', 'treatment', 'day', 'slot', 'startMinute', 'a.timeRevision'])
    .select(['patient', 'patientName', 'bookerName', 'bookedBy', 'phone', 'unproved'])
    .where('cancelledAt', 'is', null)
    .orderBy('day')
    .orderBy('startMinute')
}

export type OnDay = Awaited<ReturnType<ReturnType<typeof selectLive>['execute']>>[number]

/** A place in the order of `selectStanding`. */
export type StandingPlace = { day: Day; startMinute: number; id: string }

/**
 * The appointments that a closure affects: live ones on the given days that have not begun and whose patients
 * have not arrived, by day and start.
 */
export function selectStanding(query: Queries, days: readonly Day[], now: Now) {
  return selectLive(query)
    .where('day', 'in', days)
    .where('status', '=', 'booked')
    .where(isAhead(now))
    .orderBy('id')
}

/** Those behind a place. */
export function selectAfter(
  standing: ReturnType<typeof selectStanding>,
  place: StandingPlace | null,
) {
  if (!place) return standing
  const { day, startMinute, id } = place
  return standing.where(
    sql<boolean>`("day", "startMinute", "id") > (${day}, ${startMinute}, ${id})`,
  )
}

export async function countAfter(
  query: Queries,
  standing: ReturnType<typeof selectStanding>,
  place: StandingPlace,
): Promise<number> {
  const { count } = await query
    .selectFrom(selectAfter(standing, place).as('s'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Notes which of some appointments' patients are asked to choose another time. Those who were before are left out,
 * except where no mail could be sent then and one can now.
 */
export async function storeAsks(
  query: Queries,
  appointments: readonly OnDay[],
  at: Instant,
): Promise<OnDay[]> {
  if (appointments.length === 0) return []
  const rows = appointments.map(({ id: appointmentId, timeRevision, unproved }) => ({
    appointmentId,
    timeRevision,
    askedAt: unproved === '' ? at : '',
  }))
  const stored = await query
    .insertInto('closureAsks')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['appointmentId', 'timeRevision'])
        .doUpdateSet(({ ref }) => ({ askedAt: ref('excluded.askedAt') }))
        .where('closureAsks.askedAt', '=', '')
        .where('excluded.askedAt', '<>', ''),
    )
    .returning('appointmentId')
    .execute()
  const ids = new Set(stored.map(({ appointmentId }) => appointmentId))
  return appointments.filter(({ id }) => ids.has(id))
}

/** Owes the patients of some appointments a mail that their days are closed. */
export async function oweMails(
  query: Queries,
  appointments: readonly OnDay[],
  reasonOf: (appointment: OnDay) => string | null,
): Promise<void> {
  const rows = appointments.map((one) => ({
    patient: one.patient,
    appointmentId: one.id,
    reason: reasonOf(one),
  }))
  await query
    .insertInto('closureMailsDue')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['patient', 'appointmentId'])
        .doUpdateSet(({ ref }) => ({ reason: ref('excluded.reason') })),
    )
    .execute()
}

/** Of the standing appointments on some days those whose patients are asked to choose another time, and when they were. */
export function selectAskedStanding(query: Queries, days: readonly Day[], now: Now) {
  return selectStanding(query, days, now)
    .innerJoin('closureAsks as k', (join) =>
      join.onRef('k.appointmentId', '=', 'a.id').onRef('k.timeRevision', '=', 'a.timeRevision'),
    )
    .select('k.askedAt')
}

/**
 * Takes back that the patients of some appointments are asked. Those to whom a mail about it was written are owed
 * another, that their day is open again: on an open day, a mail owed without an ask says that. One still owed is not written.
 */
export async function takeBackAsks(
  query: Queries,
  asked: readonly (OnDay & { askedAt: string })[],
): Promise<void> {
  if (asked.length === 0) return
  const ids = asked.map(({ id }) => id)
  await query.deleteFrom('closureAsks').where('appointmentId', 'in', ids).execute()
  const unwritten = await query
    .deleteFrom('closureMailsDue')
    .where('appointmentId', 'in', ids)
    .returning('appointmentId')
    .execute()
  const without = new Set(unwritten.map(({ appointmentId }) => appointmentId))
  const told = asked.filter(({ id, askedAt }) => askedAt !== '' && !without.has(id))
  if (told.length > 0) await oweMails(query, told, () => null)
}

/** As many of them as a refusal lists. */
export async function listAffected(query: Queries, days: readonly Day[], now: ClinicTime) {
  if (days.length === 0) return []
  return selectStanding(query, days, now).limit(mostListed).execute()
}

/** Closes days for a reason; those closed already get this reason. */
export async function closeEach(
  query: Queries,
  days: readonly Day[],
  reason: string,
): Promise<void> {
  await query
    .insertInto('closures')
    .values(days.map((day) => ({ day, reason })))
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ reason }))
    .execute()
}

export async function deleteClosure(query: Queries, day: Day): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('closures')
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function replaceClosedWeekdays(
  query: Queries,
  weekdays: readonly number[],
): Promise<void> {
  // Those that stay closed are not touched: what opens a day has the waitlist searched again.
  await query
    .deleteFrom('closedWeekdays')
    .$if(weekdays.length > 0, (open) => open.where('weekday', 'not in', weekdays))
    .execute()
  if (weekdays.length === 0) return
  const rows = weekdays.map((weekday) => ({ weekday }))
  await query
    .insertInto('closedWeekdays')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Part = 'profileRevision' | 'policyRevision' | 'hoursRevision'

/**
 * Changes a part of the clinic's row that still has the revision that the change was made from, or any
 * where that is not named. Answers the new one; `null` where it has another.
 */
export async function updateClinic(
  query: Queries,
  { part, revision }: { part: Part; revision: number | undefined },
  change: Updateable<Tables['clinic']> = {},
): Promise<number | null> {
  const row = await query
    .updateTable('clinic')
    .set((old) => ({ ...change, [part]: old(part, '+', 1) }))
    .$if(revision !== undefined, (update) => update.where(part, '=', revision ?? 0))
    .returning(part)
    .executeTakeFirst()
  return row?.[part] ?? null
}
