import { fromDate } from '@internationalized/date'

/** A change of a zone's clocks: when, in epoch milliseconds, and minutes off UTC before and after. */
export type Transition = { at: number; before: number; after: number }

const minuteMs = 60_000
const dayMs = 86_400_000
const known = new Map<string, Transition[]>()

/** What a zone's clocks are off UTC at an instant, in minutes; east is positive. */
export function offsetAt(instant: number, timeZone: string): number {
  return Math.round(fromDate(new Date(instant), timeZone).offset / minuteMs)
}

/**
 * The changes of a zone's clocks within a year of UTC, as the zone data of this machine has them and
 * not by a rule: Morocco follows the moon, and governments change their minds.
 */
export function findTransitions(timeZone: string, year: number): Transition[] {
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

function searchYear(timeZone: string, year: number): Transition[] {
  const found: Transition[] = []
  const end = Date.UTC(year + 1, 0, 1)
  let before = offsetAt(Date.UTC(year, 0, 1), timeZone)
  for (let day = Date.UTC(year, 0, 1); day < end; day += dayMs) {
    const after = offsetAt(day + dayMs, timeZone)
    if (after === before) continue
    const at = narrow(timeZone, { from: day, to: day + dayMs, before })
    found.push({ at, before, after })
    before = after
  }
  return found
}

/** The first whole minute after `from`, and not after `to`, at which the offset is not `before`. */
function narrow(timeZone: string, span: { from: number; to: number; before: number }): number {
  let { from, to } = span
  while (to - from > minuteMs) {
    const middle = from + Math.floor((to - from) / 2 / minuteMs) * minuteMs
    if (offsetAt(middle, timeZone) === span.before) from = middle
    else to = middle
  }
  return to
}
