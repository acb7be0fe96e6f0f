import type * as z from 'zod/mini'
import type { OpeningRules } from '../../contract/clinic/hours-endpoints.ts'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import { type AsksAboutAffected, refusedFor } from '../appointments/appointment.ts'
import { holdBookings } from '../appointments/locks.ts'
import type { Queries } from '../db/database.ts'
import { type ClinicParts, longestHorizon } from './clinic.ts'
import { countChange, listAffected, replaceClosedWeekdays, updateClinic } from './queries.ts'
import { listClosedWeekdays, listClosures } from './read-clinic.ts'

type Rules = z.infer<typeof OpeningRules>

/**
 * Changes the opening rules. A shorter horizon and a longer lead time touch no appointment; a weekday
 * that closes does, and those appointments are listed first unless that is confirmed.
 */
export async function changeOpening(
  { database, clinicTime }: ClinicParts,
  { confirmed, ...input }: Rules & { confirmed: boolean },
): Promise<{ ok: true; rules: Rules } | AsksAboutAffected> {
  const { horizonDays, leadMinutes } = input
  const closedWeekdays = [...new Set(input.closedWeekdays)].sort()
  return database.query.transaction().execute(async (query) => {
    await holdBookings(database, query)
    const now = clinicTime()
    const closing = await listClosing(query, closedWeekdays, now.today)
    const affected = await listAffected(query, closing, now)
    if (affected.length > 0 && !confirmed) return refusedFor(affected)
    await replaceClosedWeekdays(query, closedWeekdays)
    await updateClinic(query, { horizonDays, leadMinutes })
    await countChange(query)
    return { ok: true, rules: { closedWeekdays, horizonDays, leadMinutes } }
  })
}

/** The days from today on that are open now and fall on a weekday that closes. */
async function listClosing(
  query: Queries,
  closedWeekdays: readonly number[],
  today: Day,
): Promise<Day[]> {
  const before = await listClosedWeekdays(query)
  const added = closedWeekdays.filter((weekday) => !before.includes(weekday))
  const closures = await listClosures(query, today, addDays(today, longestHorizon))
  return daysOnWeekdays(added, today, closures)
}

/** The days from today on that fall on some weekdays, without those that are closed besides. */
export function daysOnWeekdays(
  weekdays: readonly number[],
  today: Day,
  closures: readonly { day: Day }[],
): Day[] {
  const closed = new Set(closures.map(({ day }) => day))
  return Array.from({ length: longestHorizon + 1 }, (_, place) => addDays(today, place)).filter(
    (day) => weekdays.includes(weekdayOf(day)) && !closed.has(day),
  )
}
