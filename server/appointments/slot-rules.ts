import { type RawBuilder, sql } from 'kysely'
import { type Day, daysBetween, weekdayOf } from '../../contract/date.ts'
import type { ClinicTime, Instant } from '../clock.ts'
import type { Engine, Param } from '../db/database.ts'

/** What decides whether a day can be booked at all. */
export type DayParams = {
  day: Day
  /** The clinic's. */
  today: Day
  /** 0 for Sunday to 6 for Saturday. */
  weekday: number
  /** Days from the clinic's today; negative for the past. */
  daysAhead: number
  /** The first minute since the day's midnight whose slots have not begun; negative on a later day. */
  firstMinute: number
  /** Minutes that have passed since the day's midnight; negative before it. */
  nowMinute: number
  /** Of the day's `DayRun`. */
  turnMinute: number
  shift: number
  /** 1 for a patient; 0 for staff, who may book until a slot begins. */
  heedsLead: 0 | 1
}

const minuteMs = 60_000
const dayMinutes = 24 * 60

/** Before every slot of the farthest day that can be booked; PostgreSQL's integers end at -2^31. */
const leastMinute = -1_000_000_000

/**
 * What the clinic's time says about a day, for the queries that decide what can be booked; for staff,
 * set `heedsLead` to 0.
 */
export function dayParams(day: Day, { today, firstMinute, until, runOf }: ClinicTime): DayParams {
  const daysAhead = daysBetween(today, day)
  const { midnight, ...run } = runOf(day)
  return {
    day,
    today,
    weekday: weekdayOf(day),
    daysAhead,
    firstMinute: Math.max(firstMinute - daysAhead * dayMinutes, leastMinute),
    nowMinute: Math.max(Math.round((until - midnight) / minuteMs), leastMinute),
    ...run,
    heedsLead: 1,
  }
}

/** How many minutes from now a minute of the day's clock comes, as `isAhead` counts them. */
export function minutesTo(minute: number, { nowMinute, turnMinute, shift }: DayParams): number {
  return (minute < turnMinute ? minute : minute - shift) - nowMinute
}

/** The start of the minute that a clinic time is in. Holds end on a whole minute. */
export function minuteOf({ until }: ClinicTime): string {
  return new Date(until - minuteMs).toISOString()
}

/** The clinic is open on the day and the day is neither over nor beyond the horizon. */
export function dayIsOpen(param: Param<DayParams>) {
  return sql<boolean>`(${isNotClosed(param)} and ${isWithinWindow(param)})`
}

export function isNotClosed(param: Param<DayParams>) {
  return sql<boolean>`(
    not exists (select 1 from "closedWeekdays" where "weekday" = ${param('weekday')})
    and not exists (select 1 from "closures" where "day" = ${param('day')}))`
}

export function isWithinWindow(param: Param<DayParams>) {
  return sql<boolean>`exists (select 1 from "clinic"
    where ${param('daysAhead')} >= 0 and ${param('daysAhead')} <= "horizonDays")`
}

/** Slot "s" of a treatment without working doctors has no appointment and no open offer, expired or not. */
export function isFreeSlot(day: RawBuilder<unknown> | Day) {
  return sql<boolean>`(not exists (select 1 from "appointments" as "a" where "a"."day" = ${day}
      and "a"."treatmentId" = "s"."treatmentId" and "a"."slot" = "s"."slot"
      and "a"."doctorId" is null and "a"."cancelledAt" is null)
    and not exists (select 1 from "offers" as "o" where "o"."day" = ${day}
      and "o"."treatmentId" = "s"."treatmentId" and "o"."slot" = "s"."slot"
      and "o"."doctorId" is null and "o"."state" = 'open')
    and ${isNotCrossed(day)})`
}

/** No appointment that is outside the slots, or with a doctor, takes part of the slot "s". */
export function isNotCrossed(day: RawBuilder<unknown> | Day) {
  // Each kind is found by an index of its own; the plus keeps SQLite from that of the day's times.
  const isCrossedBy = (kind: RawBuilder<unknown>) => sql`exists (
    select 1 from "appointments" as "x" where "x"."day" = ${day}
    and "x"."treatmentId" = "s"."treatmentId" and ${kind} and "x"."cancelledAt" is null
    and +"x"."startMinute" < "s"."endMinute" and "s"."startMinute" < "x"."endMinute")`
  return sql<boolean>`(not ${isCrossedBy(sql`"x"."outside" = 1`)}
    and not ${isCrossedBy(sql`"x"."doctorId" is not null`)})`
}

/** The clinic has closed a day that a column holds, by itself or with every day of its weekday. */
export function isClosedDay(engine: Engine, column: string) {
  const day = sql.ref(column)
  const weekday = weekdayIn(engine, day)
  return sql<boolean>`(exists (select 1 from "closures" as "cd" where "cd"."day" = ${day})
    or exists (select 1 from "closedWeekdays" as "cw" where "cw"."weekday" = ${weekday}))`
}

/** 0 for Sunday to 6 for Saturday, of a day in the database. */
export function weekdayIn(engine: Engine, day: RawBuilder<unknown>) {
  return engine === 'sqlite'
    ? sql<number>`cast(strftime('%w', ${day}) as integer)`
    : sql<number>`extract(dow from ${day}::date)::integer`
}

/** The slot "s" has not begun and, for a patient, is at least the minimum notice away, in elapsed minutes. */
export function isAhead(param: Param<DayParams>) {
  return sql<boolean>`("s"."startMinute" >= ${param('firstMinute')}
    and (${param('heedsLead')} = 0 or "s"."startMinute" - ${param('nowMinute')}
      - case when "s"."startMinute" < ${param('turnMinute')} then 0 else ${param('shift')} end
      >= (select "leadMinutes" from "clinic")))`
}

/** A slot is held for no request of the waitlist. */
export function isNotOffered(param: Param<DayParams & { now: Instant }>) {
  return sql<boolean>`not exists (select 1 from "offers" as "o" where "o"."day" = ${param('day')}
    and "o"."treatmentId" = "s"."treatmentId" and "o"."slot" = "s"."slot"
    and "o"."doctorId" is null and "o"."state" = 'open' and "o"."expiresAt" > ${param('now')})`
}
