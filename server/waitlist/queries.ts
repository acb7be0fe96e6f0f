import { type Insertable, sql, type Updateable } from 'kysely'
import type { Day } from '../../contract/date.ts'
import { type DayParams, dayIsOpen, isAhead, isFreeSlot } from '../appointments/slot-rules.ts'
import type { Instant } from '../clock.ts'
import type { Param, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { byDoctors, hasFreePair } from '../doctors/free-pairs.ts'
import type { DaySlot } from './offer.ts'
import { mostUnanswered, type RequestRow, weekdayBit } from './request.ts'

/** The most requests that an account is shown. */
const mostShown = 50

/** The first request in line for a slot, with what its offer says. */
export type First = NonNullable<Awaited<ReturnType<typeof findFirst>>>

/**
 * The first request in line that a slot suits, if the slot can be booked now and is free: a request that waits
 * for its treatment, was never offered the slot, may be offered something, and whose patient has no other
 * appointment at that time.
 */
export async function findFirst(query: Queries, { treatmentId, slot }: DaySlot, time: DayParams) {
  const param: Param<DayParams> = (name) => sql`${time[name]}`
  return query
    .selectFrom('waits as w')
    .innerJoin('users as u', 'u.id', 'w.userId')
    .innerJoin('treatments as t', 't.id', 'w.treatmentId')
    .innerJoin('treatmentSlots as s', 's.treatmentId', 't.id')
    .leftJoin('appointments as own', 'own.id', 'w.appointmentId')
    .where('w.state', '=', sql.lit('waiting'))
    .where('w.treatmentId', '=', treatmentId)
    .where('s.slot', '=', slot)
    .where('t.archivedAt', 'is', null)
    .where(isAhead(param))
    .where(dayIsOpen(param))
    .where(suits(time))
    .where(isEarlier(time.day))
    .where(isFree(time))
    .where(mayBeOffered)
    .where(isNewTo(time.day))
    .where(hasChairFree(time.day))
    .orderBy('w.createdAt')
    .orderBy('w.id')
    .select(['w.id', 'w.patient', 'w.appointmentId', 's.slot', 's.startMinute', 's.endMinute'])
    .select(['t.name as treatment', 't.priceCents', 'own.day as ownDay', 'own.slot as ownSlot'])
    .select(['own.doctorId as ownDoctorId', 'w.doctorId as wishedDoctorId'])
    .limit(1)
    .executeTakeFirst()
}

function suits({ day, weekday }: DayParams) {
  return sql<boolean>`("w"."fromDay" <= ${day} and "w"."untilDay" >= ${day}
    and ("w"."weekdays" & ${sql.lit(weekdayBit(weekday))}) <> 0
    and "w"."fromMinute" <= "s"."startMinute" and "s"."endMinute" <= "w"."untilMinute")`
}

/** The slot "s" comes before the appointment that would move, and that visit has not begun. */
function isEarlier(day: Day) {
  return sql<boolean>`("w"."appointmentId" is null or ("own"."cancelledAt" is null
    and "own"."status" = 'booked' and ("own"."day" > ${day}
      or ("own"."day" = ${day} and "own"."startMinute" > "s"."startMinute"))))`
}

/** By the requested doctor. An expired offer also blocks the slot: it is ended first. */
function isFree({ day, weekday }: DayParams) {
  const doctor = sql`coalesce("w"."doctorId", '')`
  return sql<boolean>`(case when ${byDoctors(day)}
    then ${hasFreePair({ day, weekday, doctor })}
    else "w"."doctorId" is null and ${isFreeSlot(day)} end)`
}

/**
 * Whether a request may get an offer at all: it neither rests nor has one, and its account is confirmed and has
 * fewer offers than the limit. The database enforces the last two; see migration 15.
 */
const mayBeOffered = sql<boolean>`("w"."unanswered" < ${sql.lit(mostUnanswered)}
  and "u"."emailVerified" = true
  and not exists (select 1 from "offers" as "o" where "o"."waitId" = "w"."id"
    and "o"."state" = 'open')
  and ("u"."unbounded" = 1 or (select "openOffers" from "clinic") > (
    select count(*) from "waits" as "v"
    inner join "offers" as "o" on "o"."waitId" = "v"."id" and "o"."state" = 'open'
    where "v"."userId" = "w"."userId")))`

function isNewTo(day: Day) {
  return sql<boolean>`not exists (select 1 from "offers" as "o" where "o"."waitId" = "w"."id"
    and "o"."day" = ${day} and "o"."treatmentId" = "s"."treatmentId"
    and "o"."slot" = "s"."slot")`
}

/** The constraints that the database puts on an appointment, besides the one that would move. */
function hasChairFree(day: Day) {
  return sql<boolean>`not exists (select 1 from "appointments" as "a"
    where "a"."patientId" = "w"."patientId" and "a"."day" = ${day}
      and "a"."unproved" = '' and "a"."cancelledAt" is null
      and ("w"."appointmentId" is null or "a"."id" <> "w"."appointmentId")
      and ("a"."treatmentId" = "w"."treatmentId"
        or ("a"."startMinute" < "s"."endMinute" and "s"."startMinute" < "a"."endMinute")))`
}

export async function insertRequest(
  query: Queries,
  request: Insertable<Tables['waits']>,
): Promise<void> {
  await query.insertInto('waits').values(request).execute()
}

export async function findRequest(query: Queries, id: string, userId: string) {
  return query
    .selectFrom('waits')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** Changes a request that still waits; `false` when it no longer does. */
export async function updateRequest(
  query: Queries,
  { id, userId }: { id: string; userId: string },
  change: Updateable<Tables['waits']>,
): Promise<boolean> {
  const changed = await query
    .updateTable('waits')
    .set(change)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Locks a request until the transaction ends; `false` when it no longer waits. */
export async function holdRequest(query: Queries, id: string): Promise<boolean> {
  const held = await query
    .updateTable('waits')
    .set((row) => ({ checkAt: row.ref('checkAt') }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

/** Counts one more unanswered offer for each of these requests; returns those that still wait. */
export async function noteSilence(query: Queries, ids: readonly string[]) {
  if (ids.length === 0) return []
  return query
    .updateTable('waits')
    .set((row) => ({ unanswered: row('unanswered', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .returning(['unanswered', 'patient', 'treatmentId'])
    .execute()
}

/** Ends a request that still waits. */
export async function closeRequest(
  query: Queries,
  id: string,
  { state, endedAt }: { state: 'done' | 'left' | 'over'; endedAt: Instant },
): Promise<void> {
  await query
    .updateTable('waits')
    .set({ state, endedAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** The request of an appointment, while it waits. */
export async function findRequestOf(query: Queries, appointmentId: string) {
  return query
    .selectFrom('waits')
    .selectAll()
    .where('appointmentId', '=', appointmentId)
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirst()
}

/**
 * Ends requests that no slot can fulfil any more: their days are over, or their appointment has begun or ended.
 */
export async function endPast(
  query: Queries,
  { today, firstMinute, now }: { today: Day; firstMinute: number; now: Instant },
): Promise<void> {
  const isBegun = sql<boolean>`exists (select 1 from "appointments" as "a"
    where "a"."id" = "waits"."appointmentId" and ("a"."cancelledAt" is not null
      or "a"."status" <> 'booked' or "a"."day" < "waits"."fromDay" or "a"."day" < ${today}
      or ("a"."day" = ${today} and "a"."startMinute" < ${firstMinute})))`
  await query
    .updateTable('waits')
    .set({ state: 'over', endedAt: now })
    .where('state', '=', sql.lit('waiting'))
    .where((row) => row.or([row('untilDay', '<', today), isBegun]))
    .execute()
}

/**
 * Claims up to this many requests that are due by `now` and may be offered something, in the order of the line;
 * another process claims others. They are due again at `next`.
 */
export async function claimDue(
  query: Queries,
  { now, next, limit }: { now: Instant; next: Instant; limit: number },
): Promise<RequestRow[]> {
  const due = query
    .selectFrom('waits as w')
    .innerJoin('users as u', 'u.id', 'w.userId')
    .select('w.id')
    .where('w.state', '=', sql.lit('waiting'))
    .where('w.checkAt', '<=', now)
    .where(mayBeOffered)
    .orderBy('w.createdAt')
    .orderBy('w.id')
    .limit(limit)
  const claimed = await query
    .updateTable('waits')
    .set({ checkAt: next })
    .where('id', 'in', due)
    // Checked again: on PostgreSQL another process may have claimed it since.
    .where('checkAt', '<=', now)
    .where('state', '=', sql.lit('waiting'))
    .returningAll()
    .execute()
  const keyOf = ({ createdAt, id }: RequestRow) => `${createdAt} ${id}`
  return claimed.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** The most requests of one account that its own changes cause to be searched for within the rest time. */
const mostSearches = 5

/**
 * Claims a request whose patient asked for a search, unless it was searched for since `rested`, or too many
 * requests of its account were; then the sweep searches for it.
 */
export async function claimSearch(
  query: Queries,
  { id, userId }: { id: string; userId: string },
  { now, rested, next }: { now: Instant; rested: Instant; next: Instant },
): Promise<RequestRow | undefined> {
  const searched = sql<boolean>`(select count(*) from "waits" as "v"
    where "v"."userId" = ${userId} and "v"."searchedAt" > ${rested}) < ${sql.lit(mostSearches)}`
  const mayBe = query
    .selectFrom('waits as w')
    .innerJoin('users as u', 'u.id', 'w.userId')
    .select('w.id')
    .where('w.id', '=', id)
    .where(mayBeOffered)
  return query
    .updateTable('waits')
    .set({ searchedAt: now, checkAt: next })
    .where('id', 'in', mayBe)
    .where('state', '=', sql.lit('waiting'))
    .where('searchedAt', '<=', rested)
    .where(searched)
    .returningAll()
    .executeTakeFirst()
}

/** Requests with their patients and treatments. */
export function selectRequests(query: Queries) {
  return query
    .selectFrom('waits as w')
    .innerJoin('users as u', 'u.id', 'w.userId')
    .innerJoin('treatments as t', 't.id', 'w.treatmentId')
    .leftJoin('appointments as own', 'own.id', 'w.appointmentId')
    .innerJoin('patients as p', 'p.id', 'w.patientId')
    .leftJoin('doctors as d', 'd.id', 'w.doctorId')
    .selectAll('w')
    .select('d.name as doctorName')
    .select(['t.name as treatment', 'u.name', 'u.emailVerified', 'p.name as treatedName'])
    .select('own.id as ownId')
    .select(['own.day as ownDay', 'own.slot as ownSlot', 'own.patientName as ownName'])
    .select('own.cancelledAt as ownCancelledAt')
}

export type ShownRequest = Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number]

export type OwnRequest = Awaited<ReturnType<typeof listOwn>>[number]

/**
 * An account's requests, the newest first, each with the number of earlier requests that may want the same
 * slots.
 */
export async function listOwn(query: Queries, userId: string) {
  const ahead = sql<number>`(select count(*) from "waits" as "v"
    where "v"."state" = 'waiting' and "v"."treatmentId" = "w"."treatmentId"
      and ("v"."createdAt" < "w"."createdAt"
        or ("v"."createdAt" = "w"."createdAt" and "v"."id" < "w"."id"))
      and "v"."fromDay" <= "w"."untilDay" and "w"."fromDay" <= "v"."untilDay"
      and ("v"."weekdays" & "w"."weekdays") <> 0
      and coalesce("v"."doctorId", "w"."doctorId", '') = coalesce("w"."doctorId", "v"."doctorId", '')
      and "v"."fromMinute" < "w"."untilMinute" and "w"."fromMinute" < "v"."untilMinute")`
  return selectRequests(query)
    .where('w.userId', '=', userId)
    .select(ahead.as('ahead'))
    .orderBy('w.createdAt', 'desc')
    .orderBy('w.id', 'desc')
    .limit(mostShown)
    .execute()
}
