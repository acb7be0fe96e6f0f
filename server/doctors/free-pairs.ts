import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'

/**
 * A pair is a doctor and, where the clinic has chairs, a chair. These conditions speak of a treatment
 * "t" and its slot "s": which pairs could take it on a day.
 */
export type OnDay = {
  day: RawBuilder<unknown> | Day
  /** 0 for Sunday to 6 for Saturday. */
  weekday: RawBuilder<unknown> | number
}

export type Wanted = OnDay & {
  /** One doctor alone; '' for anyone who is free. */
  doctor?: RawBuilder<unknown> | string
  /** One chair alone, by its id. */
  chair?: string | undefined
  /** Offers that have expired by this time hold no pair; if it is absent, every open offer holds one. */
  now?: RawBuilder<unknown> | Instant
  /** An appointment that leaves its time for this one. */
  except?: string
  /** By staff: also outside the doctors' hours, and in spite of what the waitlist holds. */
  anyHours?: boolean
  despiteHolds?: boolean
}

/** Doctors decide what is free on that day. */
export function byDoctors(day: OnDay['day']) {
  return sql<boolean>`("t"."doctorsFrom" <= ${day})`
}

/** The treatment has no working doctors on that day: one appointment per slot. */
export function bySlots(day: OnDay['day']) {
  return sql<boolean>`("t"."doctorsFrom" is null or "t"."doctorsFrom" > ${day})`
}

const doctorTables = sql`"doctorTreatments" as "dt"
  inner join "doctors" as "dr" on "dr"."id" = "dt"."doctorId" and "dr"."removedAt" is null`

/** The tables of the pairs that treat "t": doctors "dr" and chairs "ch", without one where there are none. */
export const pairTables = sql`${doctorTables} left join "chairs" as "ch" on "ch"."archivedAt" is null`

/** Of those, the pairs that may work together, and are free for the slot "s" and the buffer after it. */
export function isFreePair(wanted: Wanted) {
  const { chair } = wanted
  const isWanted = chair === undefined ? sql`true` : sql`"ch"."id" = ${chair}`
  return sql<boolean>`(${isFreeDoctor(wanted)} and ${isWanted}
    and ("ch"."id" is null or ${isFreeChair(wanted)}))`
}

/** Some pair is free for the slot "s". A doctor is looked at once, not again with each chair. */
export function hasFreePair(wanted: Omit<Wanted, 'chair'>) {
  return sql<boolean>`exists (select 1 from ${doctorTables} where ${isFreeDoctor(wanted)}
    and (not exists (select 1 from "chairs" where "archivedAt" is null)
      or exists (select 1 from "chairs" as "ch"
        where "ch"."archivedAt" is null and ${isFreeChair(wanted)})))`
}

function isFreeDoctor({ doctor, anyHours = false, ...wanted }: Wanted) {
  const isWanted = doctor === undefined ? sql`true` : sql`(${doctor} = '' or "dr"."id" = ${doctor})`
  return sql`("dt"."treatmentId" = "t"."id" and ${isWanted}
    and ${isIdle('doctorId', sql`"dr"."id"`, wanted)}
    and ${anyHours ? sql`true` : works(sql`"dr"."id"`, sql`"s"`, wanted)})`
}

/** The treatment "t" and its doctor "dr" may have the chair "ch". */
export const mayHaveChair = sql`((not exists (select 1 from "chairTreatments" as "ct" where "ct"."chairId" = "ch"."id")
      or exists (select 1 from "chairTreatments" as "ct"
        where "ct"."chairId" = "ch"."id" and "ct"."treatmentId" = "t"."id"))
    and (not exists (select 1 from "doctorChairs" as "dc" where "dc"."doctorId" = "dr"."id")
      or exists (select 1 from "doctorChairs" as "dc"
        where "dc"."doctorId" = "dr"."id" and "dc"."chairId" = "ch"."id")))`

/** They may have the chair "ch", and it is free. */
function isFreeChair(wanted: Wanted) {
  return sql`(${mayHaveChair} and ${isIdle('chairId', sql`"ch"."id"`, wanted)})`
}

/**
 * A doctor works from the start to the end of a row `time`: by the hours of that very day, else by those
 * of the week that holds then, and neither off nor blocked.
 */
export function works(
  doctor: RawBuilder<unknown>,
  time: RawBuilder<unknown>,
  { day, weekday }: OnDay,
) {
  const within = (hours: RawBuilder<unknown>) => sql`${hours}."startMinute" <= ${time}."startMinute"
    and ${hours}."endMinute" >= ${time}."endMinute"`
  return sql<boolean>`(case
    when exists (select 1 from "doctorDays" as "dd"
      where "dd"."doctorId" = ${doctor} and "dd"."day" = ${day})
    then exists (select 1 from "doctorDayHours" as "dh"
      where "dh"."doctorId" = ${doctor} and "dh"."day" = ${day} and ${within(sql`"dh"`)})
    else exists (select 1 from "doctorHours" as "wh" where "wh"."doctorId" = ${doctor}
      and "wh"."fromDay" = (select max("dw"."fromDay") from "doctorWeeks" as "dw"
        where "dw"."doctorId" = ${doctor} and "dw"."fromDay" <= ${day})
      and "wh"."weekday" = ${weekday} and ${within(sql`"wh"`)}) end
    and not exists (select 1 from "doctorTimeOff" as "to" where "to"."doctorId" = ${doctor}
      and "to"."fromDay" <= ${day} and "to"."untilDay" >= ${day})
    and not exists (select 1 from "doctorBlocks" as "bl" where "bl"."doctorId" = ${doctor}
      and "bl"."day" = ${day} and "bl"."startMinute" < ${time}."endMinute"
      and ${time}."startMinute" < "bl"."endMinute"))`
}

/** Doctor or chair is neither booked nor held at any minute of the slot "s" and its buffer. */
function isIdle(
  column: 'doctorId' | 'chairId',
  id: RawBuilder<unknown>,
  { day, now, except, despiteHolds = false }: Wanted,
) {
  const at = (row: string) => sql`${sql.ref(`${row}.${column}`)} = ${id}
    and ${sql.ref(`${row}.day`)} = ${day}
    and ${sql.ref(`${row}.startMinute`)} < "s"."endMinute" + "t"."bufferMinutes"
    and ${sql.ref(`${row}.busyUntilMinute`)} > "s"."startMinute"`
  const isOther = except === undefined ? sql`true` : sql`"ba"."id" <> ${except}`
  const inTime = now === undefined ? sql`true` : sql`"bo"."expiresAt" > ${now}`
  const isHeld = sql`exists (select 1 from "offers" as "bo"
    where ${at('bo')} and "bo"."state" = 'open' and ${inTime})`
  return sql`(not exists (select 1 from "appointments" as "ba"
      where ${at('ba')} and "ba"."cancelledAt" is null and ${isOther})
    and ${despiteHolds ? sql`true` : sql`not ${isHeld}`})`
}

/** Who and which chair is taken first where free. */
export type First = { doctorId?: string | null; chairId?: string | null }

/**
 * The order in which pairs are taken: the doctor of `first`, then who works at that time, then who
 * has the fewest appointments that day; of their chairs that of `first`, then the clinic's order.
 */
export function pairOrder(wanted: Wanted, { doctorId, chairId }: First = {}) {
  const { day, anyHours = false } = wanted
  const isFirstChair = chairId ? sql`case when "ch"."id" = ${chairId} then 0 else 1 end,` : sql``
  return sql`case when "dr"."id" = ${doctorId ?? ''} then 0 else 1 end,
    case when ${anyHours ? works(sql`"dr"."id"`, sql`"s"`, wanted) : sql`true`} then 0 else 1 end,
    (select count(*) from "appointments" as "la" where "la"."doctorId" = "dr"."id"
      and "la"."day" = ${day} and "la"."cancelledAt" is null),
    "dr"."createdAt", "dr"."id", ${isFirstChair} "ch"."position", "ch"."id"`
}

export type Pair = {
  doctorId: string
  doctorName: string
  chairId: string | null
  busyUntilMinute: number
}

/** The columns of a pair as an appointment has them. */
export const pairColumns = sql`"dr"."id" as "doctorId", "dr"."name" as "doctorName",
  "ch"."id" as "chairId", "s"."endMinute" + "t"."bufferMinutes" as "busyUntilMinute"`

/** Whether doctors decide what of a treatment is free on a day. */
export async function isByDoctors(
  query: Queries,
  treatmentId: string,
  day: OnDay['day'],
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select "t"."id" from "treatments" as "t"
    where "t"."id" = ${treatmentId} and ${byDoctors(day)}`.execute(query)
  return rows.length > 0
}

type Slot = { treatmentId: string; startMinute: number; endMinute: number }

/** A time in the place of a treatment's slot "s". */
function timeAs({ startMinute, endMinute }: Omit<Slot, 'treatmentId'>) {
  return sql`(select cast(${startMinute} as integer) as "startMinute",
    cast(${endMinute} as integer) as "endMinute") as "s"`
}

/**
 * Which pair takes a time of a treatment: the first in order that is free, `null` where none is, and
 * `undefined` where the treatment has no working doctors on that day.
 */
export async function findPair(
  query: Queries,
  { treatmentId, startMinute, endMinute }: Slot,
  { first, ...wanted }: Wanted & { first?: First },
): Promise<Pair | null | undefined> {
  if (!(await isByDoctors(query, treatmentId, wanted.day))) return undefined
  const [best] = await listPairs(
    query,
    { treatmentId, startMinute, endMinute },
    { first, ...wanted },
  )
  return best ?? null
}

/** Whether a doctor who does the treatment works at its time, free or not. */
export async function isStaffed(
  query: Queries,
  { treatmentId, ...time }: Slot,
  onDay: OnDay,
): Promise<boolean> {
  const { rows } = await sql`select 1 as "one" from ${timeAs(time)}, ${pairTables}
    where "dt"."treatmentId" = ${treatmentId} and ${works(sql`"dr"."id"`, sql`"s"`, onDay)}
    limit 1`.execute(query)
  return rows.length > 0
}

/** All pairs that are free for it, in order. */
export async function listPairs(
  query: Queries,
  { treatmentId, ...time }: Slot,
  { first, ...wanted }: Wanted & { first?: First | undefined },
): Promise<Pair[]> {
  const { rows } = await sql<Pair>`select ${pairColumns}
    from "treatments" as "t", ${timeAs(time)}, ${pairTables}
    where "t"."id" = ${treatmentId} and ${isFreePair(wanted)}
    order by ${pairOrder(wanted, first)}`.execute(query)
  return rows
}
