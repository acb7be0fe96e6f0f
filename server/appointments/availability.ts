import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import { listClosedWeekdays, listClosures, readClinic } from '../clinic/read-clinic.ts'
import type { ClinicTime } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import { listTreatmentSlots } from '../treatments/find-treatment.ts'
import { groupSlots } from '../treatments/treatment.ts'
import { countOffered, countTaken, prepareFreeSlots, prepareNextExpiry } from './queries.ts'
import { dayParams, minuteOf, minutesTo } from './slot-rules.ts'

export type Availability = ReturnType<typeof createAvailability>

/** As far ahead as the contract lets a horizon reach: no later day is ever open. */
const longestHorizon = 730

/** More than lie within it: past it, once in many weeks, days that are over have piled up. */
const keptDays = 800

const minuteMs = 60_000

/** The longest lead time there is. */
const longestLeadDays = 14

/**
 * A day's free slots as the JSON text that goes out: Node sends text and its headers in one piece.
 * `isNear` when a minute more may take slots away: they begin, or the lead time reaches them. Until
 * `heldUntil`, in epoch milliseconds, none comes back that is held for the waitlist.
 */
type Kept = { body: string; today: Day; firstMinute: number; isNear: boolean; heldUntil: number }

/** Whether time has changed nothing: another today moves the horizon too. */
function holds(known: Kept, { today, firstMinute, until }: ClinicTime): boolean {
  if (until - minuteMs >= known.heldUntil) return false
  return known.today === today && (!known.isNear || known.firstMinute === firstMinute)
}

/**
 * The free slots of a day as they go out. On SQLite, whose one process makes every change itself,
 * they are kept until `forget` is told of a change, which happens after the commit and before the
 * change is acknowledged: an acknowledged booking is never offered again. On PostgreSQL other
 * processes write too, so each call asks the database.
 */
export function createAvailability(database: Database, clinicTime: () => ClinicTime) {
  const freeSlots = prepareFreeSlots(database)
  const nextExpiry = prepareNextExpiry(database)
  const kept = new Map<Day, Kept>()
  const keeps = database.engine === 'sqlite'
  let changes = 0

  async function read(day: Day): Promise<string> {
    const now = clinicTime()
    const known = kept.get(day)
    if (known && holds(known, now)) return known.body
    const before = changes
    const params = { ...dayParams(day, now), now: minuteOf(now) }
    const body = JSON.stringify(groupSlots(await freeSlots(params)))
    // Nobody fills the cache with days that can never be booked.
    const { daysAhead } = params
    if (!keeps || daysAhead < 0 || daysAhead > longestHorizon) return body
    const isNear = daysAhead <= longestLeadDays
    const expiresAt = (await nextExpiry(params))[0]?.expiresAt
    const heldUntil = expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY
    // A change that came while we were reading may be missing from what we read.
    if (changes === before) keep(day, { body, ...now, isNear, heldUntil })
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

/** A free day is mostly near; a clinic that is full for a year is not counted in one go. */
const daysAtOnce = 30

/** The first day after `after`, and after today, on which a slot is free; `null` within no horizon. */
export async function findFreeDay(
  query: Queries,
  after: Day,
  clinicTime: ClinicTime,
): Promise<Day | null> {
  const { today } = clinicTime
  const { horizonDays, leadMinutes } = await readClinic(query)
  const starts = (await listTreatmentSlots(query)).flatMap(({ startMinute }) => startMinute ?? [])
  const startsOn = (day: Day) => {
    const params = dayParams(day, clinicTime)
    return starts.filter((start) => minutesTo(start, params) >= leadMinutes)
  }
  const to = addDays(today, horizonDays)
  let from = addDays(after < today ? today : after, 1)
  while (from <= to && startsOn(from).length === 0) from = addDays(from, 1)
  if (from > to) return null
  const firstMinute = Math.min(...startsOn(from))
  const closedWeekdays = new Set(await listClosedWeekdays(query))
  const closures = new Set((await listClosures(query, from, to)).map(({ day }) => day))
  const offered = await countOffered(query, { from, to, now: minuteOf(clinicTime) })
  const isFree = (day: Day, taken: number) =>
    !closedWeekdays.has(weekdayOf(day)) &&
    !closures.has(day) &&
    taken + (offered.get(day) ?? 0) < startsOn(day).length
  for (let begin = from; begin <= to; begin = addDays(begin, daysAtOnce)) {
    const days = daysFrom(begin, to)
    const span = { from: begin, to: days.at(-1) ?? begin }
    const taken = await countTaken(query, {
      ...span,
      firstMinute: begin === from ? firstMinute : 0,
    })
    const free = days.find((day) => isFree(day, taken.get(day) ?? 0))
    if (free) return free
    await nextTurn()
  }
  return null
}

function daysFrom(begin: Day, to: Day): Day[] {
  const days = Array.from({ length: daysAtOnce }, (_, place) => addDays(begin, place))
  return days.filter((day) => day <= to)
}
