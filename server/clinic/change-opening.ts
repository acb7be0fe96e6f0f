import type * as z from 'zod/mini'
import type { OpeningRules } from '../../contract/clinic/hours-endpoints.ts'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import { type AsksAboutAffected, mostListed, refusedFor } from '../appointments/appointment.ts'
import { holdBookings } from '../appointments/locks.ts'
import type { Queries } from '../db/database.ts'
import type { ClinicParts, Confirmation } from './clinic.ts'
import { countChange, listOnDays, replaceClosedWeekdays, updateClinic } from './queries.ts'
import { listClosedWeekdays, listClosures } from './read-clinic.ts'
import { owePatients } from './tell-patients.ts'

type Rules = z.infer<typeof OpeningRules>

/** As far ahead as the contract lets a horizon reach: no appointment lies beyond. */
const longestHorizon = 730

/**
 * Changes the opening rules. A shorter horizon and a longer lead time touch no appointment; a weekday
 * that closes does, and those appointments are listed first unless that is confirmed.
 */
export async function changeOpening(
  { database, clinicTime }: ClinicParts,
  { confirmed, notifyPatients: tells, ...input }: Rules & Confirmation,
): Promise<{ ok: true; rules: Rules; told: number } | AsksAboutAffected> {
  const { horizonDays, leadMinutes } = input
  const closedWeekdays = [...new Set(input.closedWeekdays)].sort()
  return database.query.transaction().execute(async (query) => {
    await holdBookings(database, query)
    const closing = await listClosing(query, closedWeekdays, clinicTime().today)
    const affected = await listOnDays(query, closing, mostListed)
    if (affected.length > 0 && !confirmed) return refusedFor(affected)
    await replaceClosedWeekdays(query, closedWeekdays)
    await updateClinic(query, { horizonDays, leadMinutes })
    await countChange(query)
    const told = tells ? await owePatients(query, closing, null) : 0
    return { ok: true, rules: { closedWeekdays, horizonDays, leadMinutes }, told }
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
  const last = addDays(today, longestHorizon)
  const closures = new Set((await listClosures(query, today, last)).map(({ day }) => day))
  return Array.from({ length: longestHorizon + 1 }, (_, place) => addDays(today, place)).filter(
    (day) => added.includes(weekdayOf(day)) && !closures.has(day),
  )
}
