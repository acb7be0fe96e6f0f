import { sql } from 'kysely'
import { type Day, weekdayOf } from '../../contract/date.ts'
import type { StaffCounts } from '../../contract/schedule/staff-appointment.ts'
import { rangeOf, type Sought } from '../appointments/search-keys.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { byDoctors, hasFreePair } from '../doctors/free-pairs.ts'
import { isWithin, type Reach } from '../doctors/reach.ts'

/** Everything on a day by start, cancelled appointments too. */
export function dayQuery(query: Queries, day: Day, reach: Reach = 'all') {
  return query
    .selectFrom('appointments')
    .selectAll()
    .where('day', '=', day)
    .where(isWithin(reach))
    .orderBy('startMinute')
    .orderBy('id')
}

/** What one doctor has in a range of days, by start. */
export function weekQuery(query: Queries, { from, to, doctorId }: Week) {
  return query
    .selectFrom('appointments')
    .selectAll()
    .where('doctorId', '=', doctorId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('cancelledAt', 'is', null)
    .orderBy('day')
    .orderBy('startMinute')
    .orderBy('id')
}

type Week = { from: Day; to: Day; doctorId: string }

type HoldsAsked = Omit<Week, 'doctorId'> & { doctorId?: string; now: Instant; reach?: Reach }

/** What the waitlist holds of doctors' time in a range of days, of all or of one. */
export async function listHolds(
  query: Queries,
  { from, to, doctorId, now, reach = 'all' }: HoldsAsked,
) {
  const rows = await query
    .selectFrom('offers as o')
    .innerJoin('treatments as t', 't.id', 'o.treatmentId')
    .innerJoin('waits as w', 'w.id', 'o.waitId')
    .leftJoin('appointments as own', 'own.id', 'w.appointmentId')
    .leftJoin('patients as m', 'm.id', 'w.patientId')
    .where('o.day', '>=', from)
    .where('o.day', '<=', to)
    .where('o.state', '=', sql.lit('open'))
    .where('o.expiresAt', '>', now)
    .where(isWithin(reach, 'o.doctorId'))
    .$if(doctorId !== undefined, (row) => row.where('o.doctorId', '=', doctorId ?? ''))
    .select(['o.id as _id', 'o.day', 't.name as treatment', 'o.doctorId as doctor'])
    .select(['o.chairId as chair', 'o.startMinute', 'o.endMinute', 'o.expiresAt as until'])
    .select((row) => row.fn.coalesce('own.patientName', 'm.name').as('patientName'))
    .orderBy('o.startMinute')
    .execute()
  return rows.flatMap(({ doctor, patientName, ...row }) =>
    doctor === null ? [] : { ...row, doctor, patientName: patientName ?? '' },
  )
}

/** The slots of treatments by their ids. */
export async function listSpans(query: Queries, treatmentIds: readonly string[]) {
  if (treatmentIds.length === 0) return {}
  const rows = await query
    .selectFrom('treatmentSlots')
    .where('treatmentId', 'in', treatmentIds)
    .select(['treatmentId', 'startMinute', 'endMinute'])
    .orderBy('startMinute')
    .execute()
  const spans = Map.groupBy(rows, ({ treatmentId }) => treatmentId)
  return Object.fromEntries(
    [...spans].map(([id, all]) => [id, all.map(({ treatmentId: _, ...span }) => span)]),
  )
}

/** How many live appointments each day of a range has; days without any are left out. */
export function bookedQuery(
  query: Queries,
  { from, to }: { from: Day; to: Day },
  reach: Reach = 'all',
) {
  return query
    .selectFrom('appointments')
    .select(({ fn }) => ['day', fn.countAll<number>().as('booked')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('cancelledAt', 'is', null)
    .where(isWithin(reach))
    .groupBy('day')
}

/**
 * Treatments on offer, and of the others those named in `also`, in the clinic's order, each with its
 * slots by time and until when each is held on that day: one row a slot, one without for a treatment
 * that has none.
 */
export async function listColumnSlots(
  query: Queries,
  also: readonly string[],
  { day, now }: { day: Day; now: Instant },
) {
  return (
    query
      .selectFrom('treatments as t')
      .leftJoin('treatmentSlots as s', 's.treatmentId', 't.id')
      // Several doctors' offers may be of one slot: the first.
      .leftJoin('offers as o', (join) =>
        join.on('o.id', '=', ({ selectFrom }) =>
          selectFrom('offers as f')
            .select(({ fn }) => fn.min('f.id').as('id'))
            .where('f.day', '=', day)
            .whereRef('f.treatmentId', '=', 's.treatmentId')
            .whereRef('f.slot', '=', 's.slot')
            .where('f.state', '=', sql.lit('open'))
            .where('f.expiresAt', '>', now),
        ),
      )
      .leftJoin('waits as w', 'w.id', 'o.waitId')
      .leftJoin('appointments as own', 'own.id', 'w.appointmentId')
      .leftJoin('patients as m', 'm.id', 'w.patientId')
      .where((row) =>
        row.or([row('t.archivedAt', 'is', null), ...also.map((id) => row('t.id', '=', id))]),
      )
      .select(['t.id', 't.name', 't.priceCents', 't.archivedAt'])
      .select(['s.slot', 's.startMinute', 's.endMinute', 'o.expiresAt as heldUntil'])
      .select((row) => row.fn.coalesce('own.patientName', 'm.name').as('heldFor'))
      .orderBy('t.position')
      .orderBy('t.id')
      .orderBy('s.startMinute')
      .execute()
  )
}

/** The slots that doctors decide on a day, and whether a doctor and a chair are free for each. */
export async function listDoctorSlots(query: Queries, { day, now }: { day: Day; now: Instant }) {
  const free = hasFreePair({ day, weekday: weekdayOf(day), now })
  return query
    .selectFrom('treatments as t')
    .innerJoin('treatmentSlots as s', 's.treatmentId', 't.id')
    .where(byDoctors(day))
    .select(['t.id', 's.slot'])
    .select(sql<number>`case when ${free} then 1 else 0 end`.as('free'))
    .execute()
}

/** What staff must see at once about patients, by their ids. */
export async function listAlerts(
  query: Queries,
  patientIds: readonly string[],
): Promise<Record<string, string>> {
  if (patientIds.length === 0) return {}
  const rows = await query
    .selectFrom('patients')
    .select(['id', 'alert'])
    .where('id', 'in', patientIds)
    .where('alert', '<>', '')
    .execute()
  return Object.fromEntries(rows.map(({ id, alert }) => [id, alert]))
}

/** How much of what others began waits for staff; each is found by an index of its state. */
export async function countOpen(query: Queries): Promise<StaffCounts> {
  const { rows } = await sql<StaffCounts>`select
    (select count(*) from "contactMessages" where "state" = 'new') as "messages",
    (select count(*) from "reviews" where "state" = 'waiting') as "reviews",
    (select count(*) from "waits" where "state" = 'waiting') as "waiting"`.execute(query)
  return rows[0] ?? { messages: 0, reviews: 0, waiting: 0 }
}

/** A place between two appointments of a list, the newest day first. */
export type Place = { day: Day; id: string }

type Search = { sought: Sought; after: Place | null; limit: number; reach?: Reach }

/** How many of the newest appointments are looked at for what many patients share. */
const looked = 2_000

/**
 * Those of the newest appointments whose patient is sought, the newest day first, after a place. As
 * many as asked for are the first that there are: what is common is found without putting all of it
 * in order.
 */
export function newestQuery(query: Queries, { sought, after, limit, reach = 'all' }: Search) {
  const newest = query
    .selectFrom('appointments as a')
    .selectAll()
    .where(isAfter(after))
    .where(isWithin(reach, 'a.doctorId'))
    .orderBy('a.day', 'desc')
    .orderBy('a.id', 'desc')
    .limit(looked)
  return query
    .selectFrom(newest.as('a'))
    .innerJoin('searchPeople as p', (join) => join.on(isOf('p')))
    .selectAll('a')
    .where(isSought(sought))
    .orderBy('a.day', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
}

/**
 * Appointments whose patient is sought, the newest day first, after a place. Which patients these are
 * is settled first, by the index of all ends of their names, phones and e-mails: else PostgreSQL may
 * go through all days until it has found enough.
 */
export function searchQuery(query: Queries, { sought, after, limit, reach = 'all' }: Search) {
  return query
    .with(
      (cte) => cte('sought').materialized(),
      () => peopleQuery(query, sought),
    )
    .with(
      (cte) => cte('found').materialized(),
      (part) =>
        part
          .selectFrom('sought')
          .innerJoin('appointments as a', (join) => join.on(isOf('sought')))
          .select('a.id')
          .where(isAfter(after))
          .where(isWithin(reach, 'a.doctorId'))
          .orderBy('a.day', 'desc')
          .orderBy('a.id', 'desc')
          .limit(limit),
    )
    .selectFrom('appointments')
    .selectAll()
    .where('id', 'in', (part) => part.selectFrom('found').select('found.id'))
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
}

/** The patients that match a search, whatever appointments they have or had. */
function peopleQuery(query: Queries, sought: Sought) {
  const [longest = ''] = sought.words
  const { from, below } = rangeOf(longest)
  return query
    .selectFrom('searchPeople as p')
    .select(['p.patient', 'p.nameKey', 'p.phoneKey', 'p.name', 'p.phone'])
    .where('p.id', 'in', ({ selectFrom }) =>
      selectFrom('searchPeopleParts')
        .select('person')
        .where((row) =>
          row.or([
            row.and([row('part', '>=', from), row('part', '<', below)]),
            ...sought.phones.map((phone) => row('part', '=', phone)),
          ]),
        ),
    )
    .where(isSought(sought))
}

/** The appointment "a" is a person's. */
function isOf(person: string) {
  const key = (column: string) => sql.ref(`${person}.${column}`)
  return sql<boolean>`("a"."patient" = ${key('patient')} and "a"."nameKey" = ${key('nameKey')}
    and "a"."phoneKey" = ${key('phoneKey')})`
}

/**
 * Each word is a part of the name, the digits or the e-mail, in which it begins before the @. No word
 * holds what a pattern has a meaning for: a search is letters, digits and @.
 */
function isSought({ words, phones }: Sought) {
  const has = (word: string) =>
    sql<boolean>`("p"."plain" like ${`%${word}%`} or "p"."phoneKey" like ${`%${word}%`}
      or "p"."mail" like ${word.includes('@') ? `%${word}%` : `%${word}%@%`})`
  const hasAll = sql.join(words.map(has), sql` and `)
  const isOne = phones.map((phone) => sql`"p"."phoneKey" = ${phone}`)
  return sql<boolean>`((${hasAll}) ${sql.join(
    isOne.map((one) => sql` or ${one}`),
    sql``,
  )})`
}

/** The index is entered at the day; the tuple alone would be read row by row. */
function isAfter(place: Place | null) {
  if (place === null) return sql<boolean>`true`
  const { day, id } = place
  return sql<boolean>`("a"."day" <= ${day} and ("a"."day", "a"."id") < (${day}, ${id}))`
}
