import type { Selectable } from 'kysely'
import { parseSlot } from '../../../contract/appointments/slot.ts'
import { weekdayOf } from '../../../contract/date.ts'
import { startOf } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

type Place = { day: string; treatmentId: string; slot: string }
type WaitlistRequest = Selectable<Tables['waits']>

/** Everything that the rules of the waitlist are about, as it stands. */
export type Line = Awaited<ReturnType<typeof readLine>>

export async function readLine({ query }: Database) {
  const waits = await query.selectFrom('waits').selectAll().orderBy('createdAt').execute()
  return {
    waits: waits.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other))),
    // In the order in which they were made: PostgreSQL's own order would differ from run to run.
    offers: await query.selectFrom('offers').selectAll().orderBy('id').execute(),
    live: await query
      .selectFrom('appointments')
      .selectAll()
      .where('cancelledAt', 'is', null)
      .orderBy('id')
      .execute(),
    closed: (await query.selectFrom('closures').select('day').execute()).map(({ day }) => day),
  }
}

const keyOf = ({ createdAt, id }: WaitlistRequest) => `${createdAt} ${id}`
const isAt = (place: Place) => (one: Place) =>
  one.day === place.day && one.slot === place.slot && one.treatmentId === place.treatmentId

/** Who holds a place at an instant: appointments, and offers that are open and in time. */
export function holdersOf({ live, offers }: Line, place: Place, now: string): string[] {
  const held = offers.filter(({ state, expiresAt }) => state === 'open' && expiresAt > now)
  return [...live.filter(isAt(place)), ...held.filter(isAt(place))].map(({ id }) => id)
}

/**
 * The requests that may be offered a place, in the order of the line. Requests with two unanswered offers in
 * a row and accounts that hold two offers are left out. Written from what patients are shown, independently
 * of the portal's queries.
 */
export function waitersFor(line: Line, place: Place): WaitlistRequest[] {
  const time = parseSlot(place.slot)
  if (!time || line.closed.includes(place.day)) return []
  return line.waits.filter((wait) => {
    if (wait.state !== 'waiting' || wait.treatmentId !== place.treatmentId) return false
    if (wait.unanswered >= 2 || openOf(line, wait.userId) >= 2) return false
    const own = line.offers.filter(({ waitId }) => waitId === wait.id)
    if (own.some(({ state }) => state === 'open') || own.some(isAt(place))) return false
    const isOnDay = wait.fromDay <= place.day && place.day <= wait.untilDay
    const isOnWeekday = ((wait.weekdays >> weekdayOf(place.day)) & 1) === 1
    const isInTime = wait.fromMinute <= time.start && time.end <= wait.untilMinute
    return isOnDay && isOnWeekday && isInTime && canTake(line, wait, place, time)
  })
}

/** How many offers an account holds. */
export function openOf({ waits, offers }: Line, userId: string): number {
  const own = waits.filter((wait) => wait.userId === userId).map(({ id }) => id)
  return offers.filter(({ state, waitId }) => state === 'open' && own.includes(waitId)).length
}

/** Earlier than what they have, and no two chairs. */
function canTake(
  { live }: Line,
  wait: WaitlistRequest,
  place: Place,
  { start, end }: { start: number; end: number },
): boolean {
  const moving = live.find(({ id }) => id === wait.appointmentId)
  if (wait.appointmentId !== null) {
    if (!moving) return false
    const isEarlier =
      place.day < moving.day || (place.day === moving.day && start < moving.startMinute)
    if (!isEarlier) return false
  }
  return !live.some(
    (one) =>
      one !== moving &&
      one.patient === wait.patient &&
      one.day === place.day &&
      (one.treatmentId === place.treatmentId || (one.startMinute < end && start < one.endMinute)),
  )
}

/** Minutes until a place can no longer be booked, where no lead time is asked for. */
export function minutesLeft(place: Place, now: Date, zone: string): number {
  const start = parseSlot(place.slot)?.start ?? 0
  return Math.floor((startOf(place.day, start, zone) - now.getTime()) / 60_000)
}
