import { sql } from 'kysely'
import { type Day, daysOfMonth, weekdayOf } from '../../contract/date.ts'
import type { MonthDay } from '../../contract/schedule/staff-appointment.ts'
import { listClosedWeekdays, listClosures } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import type { Reach } from '../doctors/reach.ts'
import { bookedQuery } from './queries.ts'
import { showClosing } from './read-day.ts'

/** How full each day of a month, such as `2022-06`, is. */
export async function readMonth(
  query: Queries,
  month: string,
  reach: Reach = 'all',
): Promise<MonthDay[]> {
  const days = daysOfMonth(month)
  const range = { from: `${month}-01`, to: days.at(-1) ?? `${month}-01` }
  const booked = new Map(
    (await bookedQuery(query, range, reach).execute()).map((row) => [row.day, row.booked]),
  )
  const offer = await readOffer(query, days)
  const closures = new Map(
    (await listClosures(query, range.from, range.to)).map(({ day, reason }) => [day, reason]),
  )
  const weekdays = await listClosedWeekdays(query)
  return days.map((day) => {
    const reason = closures.get(day)
    const isClosed = reason !== undefined || weekdays.includes(weekdayOf(day))
    const closed = isClosed ? showClosing(reason) : null
    // What the clinic has room for says nothing of one doctor's appointments.
    const capacity = closed === null && reach === 'all' ? capacityOf(offer, day) : 0
    return { day, booked: booked.get(day) ?? 0, capacity, closed }
  })
}

/** Minutes since midnight on the clinic's clock. */
type Span = { startMinute: number; endMinute: number }

/** A slot of a treatment; doctor and chair are busy until the end of its buffer. */
type OfferedSlot = Span & { treatmentId: string; doctorsFrom: Day | null; busyUntilMinute: number }

/** Hours in which a doctor works on a day, or a part of them that is blocked. */
type DoctorTime = Span & { day: Day; doctorId: string; isBlock: number }

export type Offer = {
  slots: readonly OfferedSlot[]
  times: readonly DoctorTime[]
  /** The treatments of each doctor. */
  does: ReadonlyMap<string, ReadonlySet<string>>
  /** 0 where the clinic has set up none: they bound nothing then. */
  chairs: number
}

/** What decides how much can be booked on each of these days; no appointment is read for it. */
async function readOffer(query: Queries, days: readonly Day[]): Promise<Offer> {
  const slots = await query
    .selectFrom('treatmentSlots as s')
    .innerJoin('treatments as t', 't.id', 's.treatmentId')
    .where('t.archivedAt', 'is', null)
    .select(['s.treatmentId', 't.doctorsFrom', 's.startMinute', 's.endMinute'])
    .select(({ eb }) => eb('s.endMinute', '+', eb.ref('t.bufferMinutes')).as('busyUntilMinute'))
    .orderBy('busyUntilMinute')
    .orderBy('s.startMinute')
    .execute()
  if (slots.every(({ doctorsFrom }) => doctorsFrom === null)) {
    return { slots, times: [], does: new Map(), chairs: 0 }
  }
  // Also of who has left: their hours end then.
  const treating = await query.selectFrom('doctorTreatments').selectAll().execute()
  const { chairs } = await query
    .selectFrom('chairs')
    .where('archivedAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('chairs'))
    .executeTakeFirstOrThrow()
  const does = new Map(
    [...Map.groupBy(treating, ({ doctorId }) => doctorId)].map(([id, rows]) => [
      id,
      new Set(rows.map(({ treatmentId }) => treatmentId)),
    ]),
  )
  return { slots, times: await listDoctorTimes(query, days), does, chairs }
}

/** The hours of all doctors on these days, without those of who is off, and what is blocked of them. */
async function listDoctorTimes(query: Queries, days: readonly Day[]): Promise<DoctorTime[]> {
  const all = sql.join(
    days.map(
      (day) => sql`select cast(${day} as text) as "day",
    cast(${weekdayOf(day)} as integer) as "weekday"`,
    ),
    sql` union all `,
  )
  const isOff = (doctor: string) => sql`exists (select 1 from "doctorTimeOff" as "to"
    where "to"."doctorId" = ${sql.ref(doctor)}
      and "to"."fromDay" <= "d"."day" and "to"."untilDay" >= "d"."day")`
  const { rows } = await sql<DoctorTime>`with "d" as (${all})
    select "d"."day", "h"."doctorId", "h"."startMinute", "h"."endMinute", 0 as "isBlock"
    from "d" inner join "doctorHours" as "h" on "h"."weekday" = "d"."weekday"
      and "h"."fromDay" = (select max("w"."fromDay") from "doctorWeeks" as "w"
        where "w"."doctorId" = "h"."doctorId" and "w"."fromDay" <= "d"."day")
    where not ${isOff('h.doctorId')} and not exists (select 1 from "doctorDays" as "x"
      where "x"."doctorId" = "h"."doctorId" and "x"."day" = "d"."day")
    union all
    select "d"."day", "h"."doctorId", "h"."startMinute", "h"."endMinute", 0 as "isBlock"
    from "d" inner join "doctorDayHours" as "h" on "h"."day" = "d"."day"
    where not ${isOff('h.doctorId')}
    union all
    select "d"."day", "b"."doctorId", "b"."startMinute", "b"."endMinute", 1 as "isBlock"
    from "d" inner join "doctorBlocks" as "b" on "b"."day" = "d"."day"`.execute(query)
  return rows
}

/**
 * How many appointments a day has room for: a slot each of treatments without working doctors, and of
 * each doctor who works as many slots as they can do one after the other, in as many chairs as there are.
 */
export function capacityOf({ slots, times, does, chairs }: Offer, day: Day): number {
  const isByDoctors = ({ doctorsFrom }: OfferedSlot) => doctorsFrom !== null && doctorsFrom <= day
  const bySlots = slots.filter((slot) => !isByDoctors(slot)).length
  const decided = slots.filter(isByDoctors)
  if (decided.length === 0) return bySlots
  const own = Map.groupBy(
    times.filter((time) => time.day === day),
    ({ doctorId }) => doctorId,
  )
  const done = [...own].flatMap(([id, its]) => {
    const fits = decided.filter(({ treatmentId }) => does.get(id)?.has(treatmentId))
    return inTurn(
      fits.filter((slot) => isWithin(slot, its)),
      1,
    )
  })
  const inChairs = chairs === 0 ? done : inTurn(done.toSorted(byEnd), chairs)
  return bySlots + inChairs.length
}

function isWithin({ startMinute, endMinute }: Span, times: readonly DoctorTime[]): boolean {
  const works = times.some(
    (time) => time.isBlock === 0 && time.startMinute <= startMinute && endMinute <= time.endMinute,
  )
  const isBlocked = (time: DoctorTime) =>
    time.isBlock === 1 && time.startMinute < endMinute && startMinute < time.endMinute
  return works && !times.some(isBlocked)
}

const byEnd = (one: OfferedSlot, other: OfferedSlot) => one.busyUntilMinute - other.busyUntilMinute

/** The most of these slots, sorted by end, that `places` can take: each the place that was free last. */
function inTurn(slots: readonly OfferedSlot[], places: number): OfferedSlot[] {
  const free = Array.from({ length: places }, () => 0)
  return slots.filter(({ startMinute, busyUntilMinute }) => {
    const able = free.filter((since) => since <= startMinute)
    if (able.length === 0) return false
    free[free.indexOf(Math.max(...able))] = busyUntilMinute
    return true
  })
}
