import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import { listClosedWeekdays, listClosures, readClinic } from '../clinic/read-clinic.ts'
import type { ClinicTime } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { listTreatmentSlots } from '../treatments/find-treatment.ts'
import { countOffered, countTaken } from './queries.ts'
import { dayParams, minuteOf, minutesTo } from './slot-rules.ts'

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
