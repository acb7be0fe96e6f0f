import { type Day, daysBetween, weekdayOf } from '../../contract/date.ts'
import type { ClinicTime } from '../clock.ts'

/** What decides whether a day can be booked at all. */
export type DayParams = {
  day: Day
  /** The clinic's. */
  today: Day
  /** 0 for Sunday to 6 for Saturday. */
  weekday: number
  /** Days from the clinic's today; negative for the past. */
  daysAhead: number
  /** Minutes since the day's midnight from which on slots have not begun; negative on a later day. */
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

/** The minute that a clinic's time is of; what is held for somebody ends with a minute. */
export function minuteOf({ until }: ClinicTime): string {
  return new Date(until - minuteMs).toISOString()
}
