import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'
import type { FreeDays } from '../../contract/treatments/treatment.ts'
import { listClosedWeekdays, listClosures, readClinic } from '../clinic/read-clinic.ts'
import type { ClinicTime } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { listTreatmentSlots } from '../treatments/find-treatment.ts'
import { countOffered, countTaken, listPairTreatments } from './queries.ts'
import { dayParams, minuteOf, minutesTo } from './slot-rules.ts'

/** A free day is mostly near; a clinic that is full for a year is not counted in one go. */
const daysAtOnce = 30

/**
 * On which days of a month, such as `2022-06`, each treatment has a free slot; with the id of a doctor,
 * one that this doctor is free for.
 */
export async function listFreeDays(
  query: Queries,
  { month, doctor }: { month: string; doctor: string },
  clinicTime: ClinicTime,
): Promise<FreeDays> {
  const rules = await readRules(query, clinicTime)
  const begin = `${month}-01`
  const end = addDays(`${addDays(begin, 31).slice(0, 7)}-01`, -1)
  const days = new Map(rules.treatments.map(({ id }) => [id, [] as Day[]]))
  for (const open of await listOpen(query, rules, { from: begin, to: end })) {
    const free =
      doctor === ''
        ? await listFree(query, rules, open, clinicTime)
        : await listPairs(query, rules, { ...open, doctor }, clinicTime)
    for (const id of free) days.get(id)?.push(open.day)
  }
  return [...days].map(([_id, free]) => ({ _id, days: free }))
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
  const { today, last } = rules
  let from = after < today ? today : addDays(after, 1)
  for (; from <= last; from = addDays(from, daysAtOnce)) {
    const span = { from, to: addDays(from, daysAtOnce - 1) }
    for (const open of await listOpen(query, rules, span)) {
      if ((await listFree(query, rules, open, clinicTime)).length > 0) return open.day
    }
    await nextTurn()
  }
  return null
}

type Rules = Awaited<ReturnType<typeof readRules>>

/** What decides, besides appointments and offers, what is free on a day. */
async function readRules(query: Queries, clinicTime: ClinicTime) {
  const { horizonDays, leadMinutes } = await readClinic(query)
  const starts = new Map<string, number[]>()
  const doctorsFrom = new Map<string, string | null>()
  for (const { id, startMinute, doctorsFrom: from } of await listTreatmentSlots(query)) {
    const known = starts.get(id) ?? []
    starts.set(id, startMinute === null ? known : [...known, startMinute])
    doctorsFrom.set(id, from)
  }
  const isByDoctors = (id: string, day: Day) => (doctorsFrom.get(id) ?? '9') <= day
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
      isByDoctors: (day: Day) => isByDoctors(id, day),
      isFreeOn: (day: Day, taken: number) =>
        !isByDoctors(id, day) && taken < own.filter(isAhead(day)).length,
    })),
  }
}

type OpenDay = { day: Day; taken: Map<string, number> }

/** The treatments that have a free slot on an open day. */
async function listFree(
  query: Queries,
  rules: Rules,
  { day, taken }: OpenDay,
  clinicTime: ClinicTime,
): Promise<string[]> {
  const bySlots = rules.treatments.filter(({ id, isFreeOn }) => isFreeOn(day, taken.get(id) ?? 0))
  const free = bySlots.map(({ id }) => id)
  return [...free, ...(await listPairs(query, rules, { day, doctor: '' }, clinicTime))]
}

/** Those for which a doctor, that of an id or with '' any, and a chair are free on an open day. */
async function listPairs(
  query: Queries,
  { treatments, now }: Rules,
  { day, doctor }: { day: Day; doctor: string },
  clinicTime: ClinicTime,
): Promise<string[]> {
  if (!treatments.some(({ isByDoctors }) => isByDoctors(day))) return []
  await nextTurn()
  return listPairTreatments(query, { ...dayParams(day, clinicTime), now }, doctor)
}

/** The open days of a range, and how many slots of each treatment are taken or held on them. */
async function listOpen(
  query: Queries,
  { today, last, now, closedWeekdays, firstOn }: Rules,
  span: { from: Day; to: Day },
): Promise<OpenDay[]> {
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
