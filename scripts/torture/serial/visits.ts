import { type Day, type DayCall, keyOf, step as stepOfDay } from './day.ts'
import type { Rules } from './order.ts'

/**
 * The visits that one call books for a patient, all at one moment. Refusals are decided visit by visit, each at
 * its own moment.
 */
export type Series = { kind: 'series'; who: string; booked: { cell: string; id: string }[] }

/** A visit that a series refuses; the visits it booked before may be the reason. */
export type RefusedVisit = {
  kind: 'refused'
  who: string
  cell: string
  code: string
  before: string[]
}
export type VisitCall = DayCall | Series | RefusedVisit

/** The day after one more allowed visit. */
const withVisit = (day: Day, who: string, { cell, id }: Series['booked'][number]) =>
  stepOfDay(day, { kind: 'book', who, cell, id, answer: 'ok' })[0]

function bookSeries(before: Day, { who, booked }: Series): Day[] {
  let day = before
  for (const visit of booked) {
    const next = withVisit(day, who, visit)
    if (!next) return []
    day = next
  }
  return [day]
}

/** Whether a refusal is right now, including what its series has booked and not answered yet. */
function isRefused(day: Day, { who, cell, code, before }: RefusedVisit): boolean {
  let own = day
  for (const earlier of before) {
    own = withVisit(own, who, { cell: earlier, id: `unsaid ${earlier}` }) ?? own
  }
  return stepOfDay(own, { kind: 'book', who, cell, id: '', answer: code }).length > 0
}

/** The rules of a day, and those of a series. */
export const visitRules: Rules<VisitCall, Day> = {
  keyOf,
  step(day, call) {
    if (call.kind === 'series') return bookSeries(day, call)
    if (call.kind === 'refused') return isRefused(day, call) ? [day] : []
    return stepOfDay(day, call)
  },
}

/**
 * The calls in an answer to a series; none where it has no answer: with `together` all visits are booked or
 * none, otherwise all that are not refused.
 */
export function callsOfSeries(
  { who, cells, together }: { who: string; cells: string[]; together: boolean },
  { ids, codes }: { ids: ReadonlyMap<string, string>; codes: ReadonlyMap<string, string> },
): VisitCall[] | null {
  const allowed = cells.filter((cell) => !codes.has(cell))
  const isBooked = !together || codes.size === 0
  const isWhole = isBooked ? allowed.every((cell) => ids.has(cell)) : true
  if (!isWhole || ids.size !== (isBooked ? allowed.length : 0)) return null
  const booked = [...ids].map(([cell, id]) => ({ cell, id }))
  const refused = [...codes].map(([cell, code]): VisitCall => {
    const before = allowed.filter((one) => cells.indexOf(one) < cells.indexOf(cell))
    return { kind: 'refused', who, cell, code, before }
  })
  return [{ kind: 'series', who, booked }, ...refused]
}
