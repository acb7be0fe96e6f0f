import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import { listClosedWeekdays, listClosures, readClinic } from '../clinic/queries.ts'
import type { ClinicTime } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { listTreatmentSlots } from '../treatments/queries.ts'
import { minuteOf } from './list-available.ts'
import { countOffered, countTaken } from './queries.ts'

const dayMinutes = 24 * 60

/** The first day after `after`, and after today, on which a slot is free; `null` within no horizon. */
export async function findFreeDay(
  query: Queries,
  after: Day,
  clinicTime: ClinicTime,
): Promise<Day | null> {
  const { today, firstMinute: now } = clinicTime
  const { horizonDays, leadMinutes } = await readClinic(query)
  const soonestDay = addDays(today, Math.floor((now + leadMinutes) / dayMinutes))
  const next = addDays(after < today ? today : after, 1)
  const from = next < soonestDay ? soonestDay : next
  const firstMinute = from === soonestDay ? (now + leadMinutes) % dayMinutes : 0
  const to = addDays(today, horizonDays)
  const closedWeekdays = new Set(await listClosedWeekdays(query))
  const closures = new Set((await listClosures(query, from, to)).map(({ day }) => day))
  const taken = await countTaken(query, { from, to, firstMinute })
  const offered = await countOffered(query, { from, to, now: minuteOf(clinicTime) })
  const starts = (await listTreatmentSlots(query)).map(({ startMinute }) => startMinute)
  const offeredOn = (day: Day) => {
    const first = day === from ? firstMinute : 0
    return starts.filter((start) => start !== null && start >= first).length
  }
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const open = !closedWeekdays.has(weekdayOf(day)) && !closures.has(day)
    const gone = (taken.get(day) ?? 0) + (offered.get(day) ?? 0)
    if (open && gone < offeredOn(day)) return day
  }
  return null
}
