import { type Day, daysBetween, weekdayOf } from '../../contract/date.ts'
import type { ClinicTime } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { groupSlots } from '../treatments/queries.ts'
import { type DayParams, prepareFreeSlots } from './queries.ts'

export type Availability = ReturnType<typeof createAvailability>

/** More days than any horizon in use; past it the cache starts anew. */
const keptDays = 800

/** A day's free slots as the JSON text that goes out: Node sends text and its headers in one piece. */
type Kept = { body: string; today: Day; firstMinute: number }

/** What the clinic's time says about a day, for the queries that decide what can be booked. */
export function dayParams(day: Day, { today, firstMinute }: ClinicTime): DayParams {
  const daysAhead = daysBetween(today, day)
  return { day, weekday: weekdayOf(day), daysAhead, firstMinute: daysAhead > 0 ? 0 : firstMinute }
}

/** Whether time has changed nothing: another today moves the horizon, a minute begins slots. */
function holds(known: Kept, day: Day, { today, firstMinute }: ClinicTime): boolean {
  return known.today === today && (day !== today || known.firstMinute === firstMinute)
}

/**
 * The free slots of a day as they go out. On SQLite, whose one process makes every change itself,
 * they are kept until `forget` is told of a change, which happens after the commit and before the
 * change is acknowledged: an acknowledged booking is never offered again. On PostgreSQL other
 * processes write too, so each call asks the database.
 */
export function createAvailability(database: Database, clinicTime: () => ClinicTime) {
  const freeSlots = prepareFreeSlots(database)
  const kept = new Map<Day, Kept>()
  const keeps = database.engine === 'sqlite'
  let changes = 0

  async function read(day: Day): Promise<string> {
    const now = clinicTime()
    const known = kept.get(day)
    if (known && holds(known, day, now)) return known.body
    const before = changes
    const body = JSON.stringify(groupSlots(await freeSlots(dayParams(day, now))))
    // A change that came while we were reading may be missing from what we read.
    if (keeps && changes === before) keep(day, { body, ...now })
    return body
  }

  function keep(day: Day, entry: Kept): void {
    if (kept.size >= keptDays) kept.clear()
    kept.set(day, entry)
  }

  /** After a change of a day, or of any day with '*', is committed, and before it is answered. */
  function forget(day: Day | '*'): void {
    changes += 1
    if (day === '*') kept.clear()
    else kept.delete(day)
  }

  return { read, forget }
}
