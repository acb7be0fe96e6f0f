import { type RawBuilder, sql } from 'kysely'
import { parseSlot } from '../../contract/appointments/slot.ts'
import { addDays, type Day } from '../../contract/date.ts'
import { findById } from '../appointments/find-appointment.ts'
import { isFreeSlot, weekdayIn } from '../appointments/slot-rules.ts'
import { readClinic } from '../clinic/read-clinic.ts'
import { type ClinicTime, readClinicTime } from '../clock.ts'
import type { Database, Engine, Param, Queries } from '../db/database.ts'
import { byDoctors, hasFreePair, works } from '../doctors/free-pairs.ts'
import type { DaySlot } from './offer.ts'
import type { RequestRow } from './request.ts'

/** A time on a day; `minute` counts from that day's midnight. */
type Moment = { day: Day; minute: number }

/** The range in which a slot for a request must begin, the end excluded; empty where `from` is past it. */
export type Range = { from: Moment; until: Moment }

type FoundSlot = DaySlot & { startMinute: number }

const minuteMs = 60_000
const dayMinutes = 24 * 60

/**
 * The range in which a request can be fulfilled: within what can be booked, on the days of the request, and
 * before the appointment that would move.
 */
export async function rangeOf(
  query: Queries,
  request: Pick<RequestRow, 'fromDay' | 'untilDay' | 'appointmentId'>,
  { today, until }: ClinicTime,
  zone: string,
): Promise<Range> {
  const { horizonDays, leadMinutes } = await readClinic(query)
  const soonest = readClinicTime(new Date(until + leadMinutes * minuteMs - 1), zone)
  const first = { day: soonest.today, minute: soonest.firstMinute }
  const last = addDays(today, horizonDays)
  const end = { day: request.untilDay < last ? request.untilDay : last, minute: dayMinutes }
  const own = request.appointmentId ? await findById(query, request.appointmentId) : undefined
  const isBefore = own !== undefined && own.day <= end.day
  return {
    from: request.fromDay > first.day ? { day: request.fromDay, minute: 0 } : first,
    until: isBefore ? { day: own.day, minute: own.startMinute } : end,
  }
}

/** What is asked of the slots: their treatment, days and times. */
type Sought = Pick<RequestRow, 'treatmentId' | 'weekdays' | 'fromMinute' | 'untilMinute'> & {
  firstDay: Day
  firstMinute: number
  lastDay: Day
  lastMinute: number
}

/** The same for a request, with '' for what it does not have. */
type SoughtFor = Sought & Record<'id' | 'patientId' | 'appointmentId' | 'doctorId', string>

export type FindSlot = ReturnType<typeof prepareFindSlot>

/**
 * Finds the first free slot of a range that suits a request and that the request was never offered. It skips
 * days on which the patient has the same treatment, and times at which they have another appointment. One
 * statement goes from day to day and ends with the first slot it finds; it takes longer to plan than to run, so it
 * is prepared for many requests. Which request the slot is offered to is decided afterwards.
 */
export function prepareFindSlot({ engine, prepare }: Pick<Database, 'engine' | 'prepare'>) {
  const prepareFor = (ofDoctor: boolean) =>
    prepare<SoughtFor, { day: Day; slot: string }>((query, param) => {
      const slots = slotQuery(engine, param, {
        day: (day, weekday) => suitsOn(day, weekday, param),
        slot: (day, weekday) => isFreeFor(day, weekday, param, ofDoctor),
      })
      return { compile: () => slots.compile(query) }
    })
  const [findOfAnyone, findOfDoctor] = [prepareFor(false), prepareFor(true)]
  return async (request: RequestRow, range: Range): Promise<FoundSlot | undefined> => {
    if (range.from.day > range.until.day) return undefined
    const { doctorId, appointmentId, treatmentId } = request
    const find = doctorId === null ? findOfAnyone : findOfDoctor
    const own = { appointmentId: appointmentId ?? '', doctorId: doctorId ?? '' }
    const [found] = await find({ ...request, ...own, ...boundsOf(range) })
    const time = found && parseSlot(found.slot)
    return time ? { ...found, treatmentId, startMinute: time.start } : undefined
  }
}

function boundsOf({ from, until }: Range) {
  return {
    ...{ firstDay: from.day, firstMinute: from.minute },
    ...{ lastDay: until.day, lastMinute: until.minute },
  }
}

/**
 * Whether the range of a request has a slot that suits it, free or not: without one, no slot that becomes free
 * can ever be offered to it. If the request names a doctor, only that doctor's hours count.
 */
export async function hasPossibleSlot(
  { engine, query }: Pick<Database, 'engine' | 'query'>,
  request: WishedTime,
  range: Range,
): Promise<boolean> {
  if (range.from.day > range.until.day) return false
  const { doctorId } = request
  const sought: Sought = { ...request, ...boundsOf(range) }
  const param: Param<Sought> = (name) => sql`${sought[name]}`
  const isPlace: IsPlace = {
    day: (day, weekday) =>
      sql<boolean>`(${isOfWeekdays(weekday, param)} and ${isOpen(day, weekday)})`,
    slot: (day, weekday) =>
      doctorId === null
        ? sql<boolean>`true`
        : sql<boolean>`(${byDoctors(day)}
            and ${works(sql`${doctorId}`, sql`"s"`, { day, weekday })})`,
  }
  return (await slotQuery(engine, param, isPlace).execute(query)).rows.length > 0
}

type WishedTime = Pick<
  RequestRow,
  'treatmentId' | 'weekdays' | 'fromMinute' | 'untilMinute' | 'doctorId'
>

/** The conditions on the days, and on the slots "s" of each day. */
type IsPlace = {
  day: (day: RawBuilder<Day>, weekday: RawBuilder<number>) => RawBuilder<boolean>
  slot: (day: RawBuilder<Day>, weekday: RawBuilder<number>) => RawBuilder<boolean>
}

function slotQuery(engine: Engine, param: Param<Sought>, isPlace: IsPlace) {
  const { next, weekday } = calendarOf(engine)
  const [firstDay, lastDay] = [param('firstDay'), param('lastDay')]
  const first = sql<Day>`cast(${firstDay} as text)`
  const slotOn = (day: RawBuilder<Day>) => sql`case when ${isPlace.day(day, weekday(day))} then (
    select "s"."slot" from "treatmentSlots" as "s"
    inner join "treatments" as "t" on "t"."id" = "s"."treatmentId"
    where "s"."treatmentId" = ${param('treatmentId')}
      and "s"."startMinute" >= ${param('fromMinute')} and "s"."endMinute" <= ${param('untilMinute')}
      and (${day} > ${firstDay} or "s"."startMinute" >= ${param('firstMinute')})
      and (${day} < ${lastDay} or "s"."startMinute" < ${param('lastMinute')})
      and ${isPlace.slot(day, weekday(day))}
    order by "s"."startMinute" limit 1) end`
  const today = sql<Day>`"d"."next"`
  return sql<{ day: Day; slot: string }>`
    with recursive "d" ("day", "next", "slot") as (
      select ${first}, ${next(first)}, ${slotOn(first)}
      union all
      select ${today}, ${next(today)}, ${slotOn(today)} from "d"
      where "d"."slot" is null and ${today} <= ${lastDay})
    select "day", "slot" from "d" where "slot" is not null`
}

function calendarOf(engine: Engine) {
  return {
    next: (day: RawBuilder<Day>) =>
      engine === 'sqlite'
        ? sql<Day>`date(${day}, '+1 day')`
        : sql<Day>`to_char(${day}::date + 1, 'YYYY-MM-DD')`,
    weekday: (day: RawBuilder<Day>) => weekdayIn(engine, day),
  }
}

/** The days that can be booked and have a free slot of a treatment, whichever request it suits. */
export async function listDaysWithSlot(
  { engine, query }: Database,
  treatmentId: string,
  today: Day,
): Promise<Day[]> {
  const { next, weekday } = calendarOf(engine)
  const last = addDays(today, (await readClinic(query)).horizonDays)
  const day = sql<Day>`"d"."day"`
  const { rows } = await sql<{ day: Day }>`
    with recursive "d" ("day") as (
      select cast(${today} as text) union all select ${next(day)} from "d" where ${day} < ${last})
    select "day" from "d" where ${isOpen(day, weekday(day))} and (
      select 1 from "treatmentSlots" as "s"
      inner join "treatments" as "t" on "t"."id" = "s"."treatmentId"
      where "s"."treatmentId" = ${treatmentId} and ${isFree(day, weekday(day))}
      limit 1) is not null`.execute(query)
  return rows.map((row) => row.day)
}

/** The clinic is open, the weekday suits, and the patient does not have this treatment that day. */
function suitsOn(day: RawBuilder<Day>, weekday: RawBuilder<number>, param: Param<SoughtFor>) {
  return sql<boolean>`(${isOfWeekdays(weekday, param)}
    and ${isOpen(day, weekday)}
    and not exists (select 1 from "appointments" as "a" where ${isOwnOn(day, param)}
      and "a"."treatmentId" = ${param('treatmentId')}))`
}

function isOfWeekdays(weekday: RawBuilder<number>, param: Param<Sought>) {
  return sql<boolean>`((cast(${param('weekdays')} as integer) & (1 << ${weekday})) <> 0)`
}

function isOpen(day: RawBuilder<Day>, weekday: RawBuilder<number>) {
  return sql<boolean>`(not exists (select 1 from "closedWeekdays" where "weekday" = ${weekday})
    and not exists (select 1 from "closures" where "day" = ${day}))`
}

/** Another live appointment of the request's patient. */
function isOwnOn(day: RawBuilder<Day>, param: Param<SoughtFor>) {
  return sql<boolean>`("a"."patientId" = ${param('patientId')} and "a"."day" = ${day}
    and "a"."unproved" = '' and "a"."cancelledAt" is null
    and "a"."id" <> ${param('appointmentId')})`
}

/**
 * The slot is free, was never offered to the request, and does not overlap another appointment of its patient.
 */
function isFreeFor(
  day: RawBuilder<Day>,
  weekday: RawBuilder<number>,
  param: Param<SoughtFor>,
  ofDoctor: boolean,
) {
  return sql<boolean>`(${isFree(day, weekday, ofDoctor ? param('doctorId') : undefined)}
    and not exists (select 1 from "offers" as "o" where "o"."waitId" = ${param('id')}
      and "o"."day" = ${day} and "o"."treatmentId" = "s"."treatmentId"
      and "o"."slot" = "s"."slot")
    and not exists (select 1 from "appointments" as "a" where ${isOwnOn(day, param)}
      and "a"."startMinute" < "s"."endMinute" and "s"."startMinute" < "a"."endMinute"))`
}

/** By the requested doctor, if the request names one. */
function isFree(day: RawBuilder<Day>, weekday: RawBuilder<number>, doctor?: RawBuilder<string>) {
  const wanted = { day, weekday, ...(doctor && { doctor }) }
  const bySlot = doctor ? sql`false` : isFreeSlot(day)
  return sql<boolean>`(case when ${byDoctors(day)} then ${hasFreePair(wanted)}
    else ${bySlot} end)`
}
