import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import { limitNames, type Policy } from '../../contract/clinic/policy.ts'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import { type ClinicTime, startOfDay } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Sender } from '../notifications/notification.ts'

/** The clinic's own row; every database has exactly one since its first start. */
export async function readClinic(query: Queries) {
  return query.selectFrom('clinic').selectAll().executeTakeFirstOrThrow()
}

/** What the clinic is called now; CLINIC_NAME is only what it was called at its first start. */
export async function readClinicName(query: Queries): Promise<string> {
  const { name } = await query.selectFrom('clinic').select('name').executeTakeFirstOrThrow()
  return name
}

/** In whose name something is written, in the language of its reader. */
export async function readSender(query: Queries, language: Language): Promise<Sender> {
  const { name: clinicName, namesTreatments } = await query
    .selectFrom('clinic')
    .select(['name', 'namesTreatments'])
    .executeTakeFirstOrThrow()
  return { clinicName, namesTreatments: namesTreatments === 1, language }
}

/** What the clinic promises after a booking, and how much one account may book. */
export async function readPolicy(query: Queries): Promise<Policy> {
  const { policyRevision: _, ...policy } = await readRevisedPolicy(query)
  return policy
}

/** The same with its revision: one statement, so that they belong together. */
export async function readRevisedPolicy(query: Queries) {
  const row = await query
    .selectFrom('clinic')
    .select(['cutoffMinutes', 'refundRule', 'reminderMinutes', 'offerMinutes', 'lateMinutes'])
    .select(['namesTreatments', 'policyRevision'])
    .select(limitNames)
    .executeTakeFirstOrThrow()
  const namesTreatments = row.namesTreatments === 1
  return {
    ...row,
    namesTreatments,
    reminderMinutes: row.reminderMinutes.split(',').filter(Boolean).map(Number),
  }
}

/** The part of that row that staff write about the clinic. */
export function prepareProfile(database: Database) {
  return database.prepare<object, ClinicProfile>((query) =>
    query
      .selectFrom('clinic')
      .select(['name', 'address', 'phone', 'openingHours', 'about', 'contact', 'privacy']),
  )
}

export async function listClosedWeekdays(query: Queries): Promise<number[]> {
  const rows = await query
    .selectFrom('closedWeekdays')
    .select('weekday')
    .orderBy('weekday')
    .execute()
  return rows.map(({ weekday }) => weekday)
}

/** One-off closures in a range of days, both ends included. */
export async function listClosures(query: Queries, from: Day, to: Day) {
  return query
    .selectFrom('closures')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
}

/** Why the clinic is closed on a day; `null` where it is open. A closed weekday has no reason of its own. */
export async function findClosing(query: Queries, day: Day): Promise<{ reason?: string } | null> {
  const [closure] = await listClosures(query, day, day)
  if (closure) return { reason: closure.reason }
  return (await listClosedWeekdays(query)).includes(weekdayOf(day)) ? {} : null
}

/** The appointments of a day whose patients were asked by mail to choose another time and have not. */
export async function listAskedOn(query: Queries, day: Day): Promise<string[]> {
  const rows = await selectAsked(query)
    .where('a.day', '=', day)
    .where('k.askedAt', '<>', '')
    .execute()
  return rows.map(({ id }) => id)
}

function selectAsked(query: Queries) {
  return query
    .selectFrom('appointments as a')
    .innerJoin('closureAsks as k', (join) =>
      join.onRef('k.appointmentId', '=', 'a.id').onRef('k.timeRevision', '=', 'a.timeRevision'),
    )
    .where('a.cancelledAt', 'is', null)
    .select(['a.id', 'a.day'])
    .orderBy('a.day')
}

/** Which of some appointments were asked about so, and stand on days that are still closed. */
export async function listAskedAmong(query: Queries, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const asked = await selectAsked(query).where('a.id', 'in', ids).execute()
  const [first, last] = [asked.at(0), asked.at(-1)]
  if (!first || !last) return []
  const isClosed = await readClosed(query, first.day, last.day)
  return asked.filter(({ day }) => isClosed(day)).map(({ id }) => id)
}

/** Answers for each day in a range, both ends included, whether the clinic has closed it. */
export async function readClosed(
  query: Queries,
  from: Day,
  to: Day,
): Promise<(day: Day) => boolean> {
  const closures = new Set((await listClosures(query, from, to)).map(({ day }) => day))
  const weekdays = new Set(await listClosedWeekdays(query))
  return (day) => closures.has(day) || weekdays.has(weekdayOf(day))
}

/** Which days can be booked, seen from the clinic's today. */
export async function readCalendar(
  query: Queries,
  { today, now, timeZone }: { today: Day; now: Date; timeZone: string },
): Promise<BookingCalendar> {
  const { horizonDays, leadMinutes } = await readClinic(query)
  const lastDay = addDays(today, horizonDays)
  const [closedWeekdays, closures] = await Promise.all([
    listClosedWeekdays(query),
    listClosures(query, today, lastDay),
  ])
  return {
    timeZone,
    now: now.toISOString(),
    today,
    todayEnds: new Date(startOfDay(addDays(today, 1), timeZone)).toISOString(),
    lastDay,
    leadMinutes,
    closedWeekdays,
    closures,
  }
}

export type ClinicParts = { database: Database; clinicTime: () => ClinicTime }

/** As many days ahead as the contract lets a horizon reach: no appointment lies beyond. */
export const longestHorizon = 730
