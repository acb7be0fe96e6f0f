import { fromDate } from '@internationalized/date'

/** A change of a zone's clocks: when, in epoch milliseconds, and minutes off UTC before and after. */
export type Transition = { at: number; before: number; after: number }

const minuteMs = 60_000
const dayMs = 86_400_000

/** Minutes off UTC as a year of UTC begins, and what changes that within the year. */
type Year = { offset: number; transitions: Transition[] }
const known = new Map<string, Year>()

/** What a zone's clocks are off UTC at an instant, in minutes; east is positive. */
export function offsetAt(instant: number, timeZone: string): number {
  const { offset, transitions } = findYear(timeZone, new Date(instant).getUTCFullYear())
  return transitions.findLast(({ at }) => at <= instant)?.after ?? offset
}

/**
 * The changes of a zone's clocks within a year of UTC, as the zone data of this machine has them and
 * not by a rule: Morocco follows the moon, and governments change their minds.
 */
export function findTransitions(timeZone: string, year: number): Transition[] {
  return findYear(timeZone, year).transitions
}

function findYear(timeZone: string, year: number): Year {
  const key = `${timeZone} ${year}`
  const found = known.get(key) ?? searchYear(timeZone, year)
  known.set(key, found)
  return found
}

/** Whether the zone's clocks show the time of this instant twice, because they are put back. */
export function isShownTwice(instant: number, timeZone: string): boolean {
  const year = new Date(instant).getUTCFullYear()
  return findTransitions(timeZone, year).some(({ at, before, after }) => {
    const span = (before - after) * minuteMs
    return instant >= at - span && instant < at + span
  })
}

function searchYear(timeZone: string, year: number): Year {
  const transitions: Transition[] = []
  const end = Date.UTC(year + 1, 0, 1)
  const offset = readOffset(Date.UTC(year, 0, 1), timeZone)
  let before = offset
  for (let day = Date.UTC(year, 0, 1); day < end; day += dayMs) {
    const after = readOffset(day + dayMs, timeZone)
    if (after === before) continue
    const at = narrow(timeZone, { from: day, to: day + dayMs, before })
    transitions.push({ at, before, after })
    before = after
  }
  return { offset, transitions }
}

/** By `Intl`, which costs more than the rest of a calendar entry. */
function readOffset(instant: number, timeZone: string): number {
  return Math.round(fromDate(new Date(instant), timeZone).offset / minuteMs)
}

/** The first whole minute after `from`, and not after `to`, at which the offset is not `before`. */
function narrow(timeZone: string, span: { from: number; to: number; before: number }): number {
  let { from, to } = span
  while (to - from > minuteMs) {
    const middle = from + Math.floor((to - from) / 2 / minuteMs) * minuteMs
    if (readOffset(middle, timeZone) === span.before) from = middle
    else to = middle
  }
  return to
}
