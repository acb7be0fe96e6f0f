import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseDate } from '@internationalized/date'
import { parseSlot } from '../../../contract/appointments/slot.ts'
import { addDays, type Day, formatDay } from '../../../contract/date.ts'
import type { IntervalUnit, PlannedVisit } from '../../../contract/schedule/next-visits.ts'
import type { BookingParts } from '../../deps.ts'
import type { Appointment } from '../appointment.ts'
import { prepareFreeSlots, preparePairSlots } from '../queries.ts'
import { dayParams, minuteOf } from '../slot-rules.ts'

/** So many days from the target day on are looked at for room. */
const daysAround = 30

type Wanted = {
  treatmentId: string
  every: number
  unit: IntervalUnit
  count: number
  first?: Day | undefined
}

/**
 * For each visit the first open day with room from its target day on, and on it the time nearest to
 * the appointment's. The clinic's window is for patients: whoever comes in six months is booked now.
 */
export async function planVisits(
  parts: Pick<BookingParts, 'database' | 'clinicTime'>,
  { day, startMinute }: Pick<Appointment, 'day' | 'startMinute'>,
  { treatmentId, every, unit, count, first }: Wanted,
): Promise<PlannedVisit[]> {
  const freeOn = prepareFreeOn(parts, treatmentId)
  const { today } = parts.clinicTime()
  const start = day < today ? today : day
  const after = (base: Day, times: number) =>
    parseDate(base)
      .add({ [unit]: every * times })
      .toString()
  const visits: PlannedVisit[] = []
  let earliest = today
  for (let n = 0; n < count; n += 1) {
    const target = first === undefined ? after(start, n + 1) : after(first, n)
    const from = target < earliest ? earliest : target
    const found = await findRoom(freeOn, from)
    visits.push({
      date: formatDay(found?.day ?? from),
      slot: found ? nearest(found.slots, startMinute) : null,
      slots: found?.slots ?? [],
    })
    earliest = addDays(found?.day ?? from, 1)
    await nextTurn()
  }
  return visits
}

/** The free slots of a treatment on a day, as staff may book them. */
function prepareFreeOn(
  { database, clinicTime }: Pick<BookingParts, 'database' | 'clinicTime'>,
  treatmentId: string,
) {
  const freeSlots = prepareFreeSlots(database)
  const pairSlots = preparePairSlots(database)
  return async (day: Day): Promise<string[]> => {
    const now = clinicTime()
    const asStaff = { daysAhead: 0, heedsLead: 0 } as const
    const params = { ...dayParams(day, now), ...asStaff, now: minuteOf(now) }
    const rows = [...(await freeSlots(params)), ...(await pairSlots({ ...params, doctor: '' }))]
    return rows.flatMap(({ id, slot }) => (id === treatmentId && slot !== null ? slot : []))
  }
}

async function findRoom(freeOn: (day: Day) => Promise<string[]>, from: Day) {
  for (let ahead = 0; ahead <= daysAround; ahead += 1) {
    const day = addDays(from, ahead)
    const slots = await freeOn(day)
    if (slots.length > 0) return { day, slots }
  }
  return null
}

/** Of two that are as near, the earlier. */
function nearest(slots: readonly string[], startMinute: number): string | null {
  const distance = (slot: string) => Math.abs((parseSlot(slot)?.start ?? 0) - startMinute)
  return slots.toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}
