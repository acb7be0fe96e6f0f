import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import { listClosedWeekdays, listClosures, readClinic } from '../clinic/queries.ts'
import type { Queries } from '../db/database.ts'
import { listTreatmentSlots } from '../treatments/queries.ts'
import { countTaken } from './queries.ts'

/** The first day after `after`, and after today, on which a slot is free; `null` within no horizon. */
export async function findFreeDay(query: Queries, after: Day, today: Day): Promise<Day | null> {
  const { horizonDays } = await readClinic(query)
  const from = addDays(after < today ? today : after, 1)
  const to = addDays(today, horizonDays)
  const closedWeekdays = new Set(await listClosedWeekdays(query))
  const closures = new Set((await listClosures(query, from, to)).map(({ day }) => day))
  const taken = await countTaken(query, from, to)
  const offered = (await listTreatmentSlots(query)).filter(({ slot }) => slot !== null).length
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const open = !closedWeekdays.has(weekdayOf(day)) && !closures.has(day)
    if (open && (taken.get(day) ?? 0) < offered) return day
  }
  return null
}
