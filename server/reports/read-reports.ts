import { addDays, type Day, daysBetween, daysOfMonth, weekdayOf } from '../../contract/date.ts'
import type {
  ChairUse,
  Collected,
  DoctorUse,
  Overview,
  PracticeReport,
} from '../../contract/reports/endpoints.ts'
import { listClosedWeekdays, listClosures, readPolicy } from '../clinic/read-clinic.ts'
import { startOf, startOfDay } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import {
  dayTotalsQuery,
  listOffered,
  moneyByDoctorQuery,
  readChairs,
  readSchedules,
  takenMoneyQuery,
  takenQuery,
  testTotalsQuery,
  usedTimesQuery,
} from './queries.ts'

/** From a minute of a day to another, the end not included. */
type Span = { start: number; end: number }

/** What lies in any of some spans, in order and apart from each other. */
function union(spans: readonly Span[]): Span[] {
  const whole: Span[] = []
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = whole.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else whole.push({ start, end })
  }
  return whole
}

/** What of some spans lies in none of the others. */
function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  return others.reduce<Span[]>(
    (left, { start, end }) =>
      left.flatMap((span) =>
        [
          { start: span.start, end: Math.min(span.end, start) },
          { start: Math.max(span.start, end), end: span.end },
        ].filter((part) => part.start < part.end),
      ),
    [...spans],
  )
}

function minutesIn(spans: readonly Span[]): number {
  return union(spans).reduce((sum, { start, end }) => sum + end - start, 0)
}

/** `testMode`: whether the clinic is in test mode now. */
type Clinic = { timeZone: string; testMode: boolean }
type Range = Clinic & { from: Day; to: Day }

/**
 * What doctors and chairs offered and what became of it on a range of days (docs/decisions/0034), with
 * the money by doctor. Appointments without a doctor are a row of their own, so that the rows add up to
 * what the overview says.
 */
export async function readPractice(
  query: Queries,
  today: Day,
  { from, to, timeZone, testMode }: Range,
): Promise<PracticeReport> {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n))
  const { cutoffMinutes } = await readPolicy(query)
  const { doctors, ...schedules } = await readSchedules(query, { from, to })
  const { chairs, pairs } = await readChairs(query)
  const open = await listOpenDays(query, days)
  const hours = readHours(schedules, open)
  const rows = await usedTimesQuery(query, { from, to }).execute()
  const isLate = lateBy(cutoffMinutes, timeZone)
  const [first, end] = [from, addDays(to, 1)].map((day) =>
    new Date(startOfDay(day, timeZone)).toISOString(),
  )
  const span = { from: first ?? '', before: end ?? '', testMode }
  const money = await moneyByDoctorQuery(query, span).execute()
  const paid = new Map(money.map((row) => [row.doctorId, row]))

  const byDoctor = Map.groupBy(rows, ({ doctorId }) => doctorId)
  const byChair = Map.groupBy(rows, ({ chairId }) => chairId)
  const doctorRows = [...doctors.toSorted(byName), { id: null, name: null }].map(
    ({ id, name }): DoctorUse => ({
      ...{ _id: id, name },
      ...countUse(byDoctor.get(id) ?? [], hours.get(id ?? '') ?? new Map(), isLate),
      collected: (paid.get(id)?.chargedCents ?? 0) / 100,
      returned: (paid.get(id)?.returnedCents ?? 0) / 100,
    }),
  )
  const chairRows = [...chairs, { id: null, name: null }].map(({ id, name }): ChairUse => {
    const users = pairs.filter(({ chairId }) => chairId === id)
    const offered = joinHours(users.map(({ doctorId }) => hours.get(doctorId) ?? new Map()))
    return { _id: id, name, ...countUse(byChair.get(id) ?? [], offered, isLate) }
  })
  return {
    ...{ today, from, to, cutoffMinutes },
    doctors: doctorRows.filter(isSaid),
    chairs: chairs.length > 0 ? chairRows.filter(isSaid) : [],
  }
}

type Hours = Map<Day, Span[]>
type Used = Awaited<ReturnType<ReturnType<typeof usedTimesQuery>['execute']>>[number]
type Schedules = Omit<Awaited<ReturnType<typeof readSchedules>>, 'doctors'>
type Stored = { startMinute: number | null; endMinute: number | null }

const byName = (one: { name: string }, other: { name: string }) =>
  one.name.localeCompare(other.name)

/** A row with a number in it. */
function isSaid({ _id, name, ...numbers }: ChairUse): boolean {
  return Object.values(numbers).some((number) => number !== 0)
}

async function listOpenDays(query: Queries, days: readonly Day[]): Promise<Day[]> {
  const weekdays = await listClosedWeekdays(query)
  const closures = await listClosures(query, days[0] ?? '', days.at(-1) ?? '')
  const closed = new Set(closures.map(({ day }) => day))
  return days.filter((day) => !closed.has(day) && !weekdays.includes(weekdayOf(day)))
}

/** When each doctor works on each day: by that day's own hours, else the week's, neither off nor blocked. */
function readHours(schedules: Schedules, days: readonly Day[]): Map<string, Hours> {
  const weeks = Map.groupBy(schedules.hours, ({ doctorId }) => doctorId)
  const ownDays = Map.groupBy(schedules.days, ({ doctorId }) => doctorId)
  const off = Map.groupBy(schedules.off, ({ doctorId }) => doctorId)
  const blocks = Map.groupBy(schedules.blocks, ({ doctorId }) => doctorId)
  const working = new Set([...weeks.keys(), ...ownDays.keys()])
  return new Map(
    [...working].map((id) => {
      const week = weeks.get(id) ?? []
      const hoursOn = (day: Day) => {
        const isOff = off
          .get(id)
          ?.some(({ fromDay, untilDay }) => fromDay <= day && day <= untilDay)
        if (isOff) return []
        const own = ownDays.get(id)?.filter((one) => one.day === day) ?? []
        const since = week.map(({ fromDay }) => fromDay).filter((from) => from <= day)
        const last = since.toSorted().at(-1)
        const ofWeek = week.filter(
          ({ fromDay, weekday }) => fromDay === last && weekday === weekdayOf(day),
        )
        const blocked = blocks.get(id)?.filter((block) => block.day === day) ?? []
        return without(spansOf(own.length > 0 ? own : ofWeek), spansOf(blocked))
      }
      return [id, new Map(days.map((day) => [day, hoursOn(day)]))]
    }),
  )
}

function spansOf(rows: readonly Stored[]): Span[] {
  return rows.flatMap(({ startMinute: start, endMinute: end }) =>
    start === null || end === null ? [] : { start, end },
  )
}

/** When at least one of some doctors works. */
function joinHours(all: readonly Hours[]): Hours {
  const days = new Set(all.flatMap((hours) => [...hours.keys()]))
  return new Map([...days].map((day) => [day, union(all.flatMap((hours) => hours.get(day) ?? []))]))
}

/** Whether an appointment was cancelled when its patient could no longer do so for the whole refund. */
function lateBy(cutoffMinutes: number, timeZone: string) {
  return ({ day, startMinute, cancelledAt }: Used): boolean => {
    if (cancelledAt === null) return false
    const begin = startOf(day, startMinute, timeZone)
    return Date.parse(cancelledAt) >= begin - cutoffMinutes * 60_000
  }
}

/** The appointments of one doctor or chair, beside the hours offered. */
function countUse(rows: readonly Used[], hours: Hours, isLate: (row: Used) => boolean) {
  const live = rows.filter(({ cancelledAt }) => cancelledAt === null)
  const missed = live.filter(({ status }) => status === 'no_show')
  const lengthOf = (some: readonly Used[]) =>
    some.reduce((sum, { startMinute, endMinute }) => sum + endMinute - startMinute, 0)
  const again = Map.groupBy(live, placeOf)
  const lost = [...Map.groupBy(rows.filter(isLate), placeOf)].map(([place, late]) =>
    minutesIn(without(spansOf(late), spansOf(again.get(place) ?? []))),
  )
  return {
    appointments: live.length,
    offered: [...hours.values()].reduce((sum, spans) => sum + minutesIn(spans), 0),
    booked: lengthOf(live),
    missed: lengthOf(missed),
    cancelledLate: lost.reduce((sum, minutes) => sum + minutes, 0),
  }
}

/** What is booked again takes the place of what was cancelled: the doctor's day, else the treatment's. */
function placeOf({ day, doctorId, treatmentId }: Used): string {
  return `${day} ${doctorId ?? treatmentId}`
}

/** Days before and after today. */
const lookBack = 30
const lookAhead = 14

/** The last 30 days, today and the next 14. */
export function daysAround(today: Day): { from: Day; to: Day } {
  return { from: addDays(today, -lookBack), to: addDays(today, lookAhead) }
}

/** Numbers of the last 30 days, today and the next 14, in dollars; a day without any has zeros. */
export async function readOverview(query: Queries, today: Day, clinic: Clinic): Promise<Overview> {
  const range = daysAround(today)
  const days = Array.from({ length: lookBack + 1 + lookAhead }, (_, place) =>
    addDays(range.from, place),
  )
  const totals = new Map(
    (await dayTotalsQuery(query, range).execute()).map((row) => [row.day, row]),
  )
  const tests = clinic.testMode ? [] : await testTotalsQuery(query, range).execute()
  const inTests = new Map(tests.map(({ day, cents }) => [day, cents]))
  const taken = await readTaken(query, days, clinic)
  return {
    today,
    days: days.map((day) => {
      const { collected: paid, outstanding, ...counts } = totals.get(day) ?? nothing
      const collected = paid - (inTests.get(day) ?? 0)
      const money = { taken: taken.get(day) ?? 0, collected, outstanding }
      return { ...counts, day, ...inDollars(money) }
    }),
    ...(await readShares(query, range, { today, days })),
  }
}

/** What was taken on each day of a month such as `2022-06`, in dollars. */
export async function readCollected(
  query: Queries,
  month: string,
  clinic: Clinic,
): Promise<Collected> {
  const days = daysOfMonth(month)
  const taken = await readTaken(query, days, clinic)
  return { days: days.map((day) => ({ day, taken: (taken.get(day) ?? 0) / 100 })) }
}

const inDollars = (money: { taken: number; collected: number; outstanding: number }) => ({
  taken: money.taken / 100,
  collected: money.collected / 100,
  outstanding: money.outstanding / 100,
})

/** Cents by the clinic's day. */
async function readTaken(
  query: Queries,
  days: readonly Day[],
  { timeZone, testMode }: Clinic,
): Promise<Map<Day, number>> {
  const starts = [...days, addDays(days.at(-1) ?? '', 1)].map((day) => startOfDay(day, timeZone))
  const [from = '', before = ''] = [starts[0], starts.at(-1)].map((start) =>
    new Date(start ?? 0).toISOString(),
  )
  const taken = new Map<Day, number>()
  const span = { from, before, testMode }
  for (const { minute, cents } of await takenMoneyQuery(query, span).execute()) {
    const at = Date.parse(`${minute}:00Z`)
    const day = days[starts.findLastIndex((start) => start <= at)] ?? ''
    taken.set(day, (taken.get(day) ?? 0) + cents)
  }
  return taken
}

const nothing = { appointments: 0, noShows: 0, cancelled: 0, collected: 0, outstanding: 0 }

/**
 * Slots on offer and taken over the days on which the clinic is open. Where doctors decide, slots overlap
 * and say nothing about how full a day is.
 */
async function readShares(
  query: Queries,
  range: { from: Day; to: Day },
  { today, days }: { today: Day; days: readonly Day[] },
): Promise<Pick<Overview, 'byDoctors' | 'treatments'>> {
  const weekdays = await listClosedWeekdays(query)
  const closures = await listClosures(query, range.from, range.to)
  const closed = new Set(closures.map(({ day }) => day))
  const openDays = days.filter((day) => !closed.has(day) && !weekdays.includes(weekdayOf(day)))
  const open = new Set(openDays)
  const booked = new Map<string, number>()
  for (const { day, treatmentId, taken } of await takenQuery(query, range).execute()) {
    if (open.has(day)) booked.set(treatmentId, (booked.get(treatmentId) ?? 0) + taken)
  }
  const offered = await listOffered(query)
  const bySlots = offered.filter(({ doctorsFrom }) => doctorsFrom === null || doctorsFrom > today)
  return {
    byDoctors: bySlots.length < offered.length,
    treatments: bySlots.map(({ id, name, slots }) => ({
      name,
      booked: booked.get(id) ?? 0,
      capacity: slots * openDays.length,
    })),
  }
}
