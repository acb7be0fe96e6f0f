import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import type { FreeDays } from '../../contract/treatments/treatment.ts'
import { listClosedWeekdays, listClosures, readClinic } from '../clinic/read-clinic.ts'
import type { ClinicTime } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { listTreatmentSlots } from '../treatments/find-treatment.ts'
import { countOffered, countTaken } from './queries.ts'
import { dayParams, minuteOf, minutesTo } from './slot-rules.ts'

/** A free day is mostly near; a clinic that is full for a year is not counted in one go. */
const daysAtOnce = 30

/** On which days of a month, such as `2022-06`, each treatment has a free slot. */
export async function listFreeDays(
  query: Queries,
  month: string,
  clinicTime: ClinicTime,
): Promise<FreeDays> {
  const rules = await readRules(query, clinicTime)
  const begin = `${month}-01`
  const end = addDays(`${addDays(begin, 31).slice(0, 7)}-01`, -1)
  const free = await findFree(query, rules, { from: begin, to: end })
  return rules.treatments.map(({ id, isFreeOn }) => ({
    _id: id,
    days: free.flatMap(({ day, taken }) => (isFreeOn(day, taken.get(id) ?? 0) ? day : [])),
  }))
}

/**
 * The first day after `after`, and not before today, on which a slot is free; `null` within no
 * horizon.
 */
export async function findFreeDay(
  query: Queries,
  after: Day,
  clinicTime: ClinicTime,
): Promise<Day | null> {
  const rules = await readRules(query, clinicTime)
  const { today, last, treatments } = rules
  let from = after < today ? today : addDays(after, 1)
  for (; from <= last; from = addDays(from, daysAtOnce)) {
    const span = { from, to: addDays(from, daysAtOnce - 1) }
    const found = (await findFree(query, rules, span)).find(({ day, taken }) =>
      treatments.some(({ id, isFreeOn }) => isFreeOn(day, taken.get(id) ?? 0)),
    )
    if (found) return found.day
    await nextTurn()
  }
  return null
}

type Rules = Awaited<ReturnType<typeof readRules>>

/** What decides, besides appointments and offers, what is free on a day. */
async function readRules(query: Queries, clinicTime: ClinicTime) {
  const { horizonDays, leadMinutes } = await readClinic(query)
  const starts = new Map<string, number[]>()
  for (const { id, startMinute } of await listTreatmentSlots(query)) {
    const known = starts.get(id) ?? []
    starts.set(id, startMinute === null ? known : [...known, startMinute])
  }
  const isAhead = (day: Day) => {
    const params = dayParams(day, clinicTime)
    return (start: number) => start >= params.firstMinute && minutesTo(start, params) >= leadMinutes
  }
  const all = [...starts.values()].flat()
  return {
    today: clinicTime.today,
    now: minuteOf(clinicTime),
    last: addDays(clinicTime.today, horizonDays),
    closedWeekdays: new Set(await listClosedWeekdays(query)),
    /** The first slot of a day that can still be booked; `null` where none can. */
    firstOn: (day: Day) => {
      const ahead = all.filter(isAhead(day))
      return ahead.length > 0 ? Math.min(...ahead) : null
    },
    treatments: [...starts].map(([id, own]) => ({
      id,
      isFreeOn: (day: Day, taken: number) => taken < own.filter(isAhead(day)).length,
    })),
  }
}

/** The open days of a range, and how many slots of each treatment are taken or held on them. */
async function findFree(
  query: Queries,
  { today, last, now, closedWeekdays, firstOn }: Rules,
  span: { from: Day; to: Day },
): Promise<{ day: Day; taken: Map<string, number> }[]> {
  const to = span.to < last ? span.to : last
  let from = span.from < today ? today : span.from
  // The lead time leaves nothing of some days, and a part of the first that it leaves.
  while (from <= to && firstOn(from) === null) from = addDays(from, 1)
  if (from > to) return []
  const taken = await countTaken(query, { from, to, firstMinute: firstOn(from) ?? 0 })
  const offered = await countOffered(query, { from, to, now })
  const closures = new Set((await listClosures(query, from, to)).map(({ day }) => day))
  const days = new Map<Day, Map<string, number>>()
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (!closedWeekdays.has(weekdayOf(day)) && !closures.has(day)) days.set(day, new Map())
  }
  for (const { day, treatmentId, count } of [...taken, ...offered]) {
    const counts = days.get(day)
    counts?.set(treatmentId, (counts.get(treatmentId) ?? 0) + count)
  }
  return [...days].map(([day, counts]) => ({ day, taken: counts }))
}
