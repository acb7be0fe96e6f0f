import { addDays, type Day, daysOfMonth, weekdayOf } from '../../contract/date.ts'
import type { Collected, Overview } from '../../contract/reports/endpoints.ts'
import { listClosedWeekdays, listClosures } from '../clinic/read-clinic.ts'
import { startOf } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { dayTotalsQuery, listOffered, takenMoneyQuery, takenQuery } from './queries.ts'

/** Days before and after today. */
const lookBack = 30
const lookAhead = 14

/** The last 30 days, today and the next 14. */
export function daysAround(today: Day): { from: Day; to: Day } {
  return { from: addDays(today, -lookBack), to: addDays(today, lookAhead) }
}

/** Numbers of the last 30 days, today and the next 14, in dollars; a day without any has zeros. */
export async function readOverview(
  query: Queries,
  today: Day,
  timeZone: string,
): Promise<Overview> {
  const range = daysAround(today)
  const days = Array.from({ length: lookBack + 1 + lookAhead }, (_, place) =>
    addDays(range.from, place),
  )
  const totals = new Map(
    (await dayTotalsQuery(query, range).execute()).map((row) => [row.day, row]),
  )
  const taken = await readTaken(query, days, timeZone)
  return {
    today,
    days: days.map((day) => {
      const { collected = 0, outstanding = 0, ...counts } = totals.get(day) ?? nothing
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
  timeZone: string,
): Promise<Collected> {
  const days = daysOfMonth(month)
  const taken = await readTaken(query, days, timeZone)
  return { days: days.map((day) => ({ day, taken: (taken.get(day) ?? 0) / 100 })) }
}

const inDollars = (money: { taken: number; collected: number; outstanding: number }) => ({
  taken: money.taken / 100,
  collected: money.collected / 100,
  outstanding: money.outstanding / 100,
})

/** Cents by the clinic's day. */
async function readTaken(query: Queries, days: readonly Day[], timeZone: string) {
  const starts = [...days, addDays(days.at(-1) ?? '', 1)].map((day) => startOf(day, 0, timeZone))
  const [from = '', before = ''] = [starts[0], starts.at(-1)].map((start) =>
    new Date(start ?? 0).toISOString(),
  )
  const taken = new Map<Day, number>()
  for (const { minute, cents } of await takenMoneyQuery(query, { from, before }).execute()) {
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
