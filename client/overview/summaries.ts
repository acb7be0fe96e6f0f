import type { Day } from '../../contract/date.ts'
import type { Overview, OverviewDay } from '../../contract/overview-endpoints.ts'
import { dollarText } from '../price-text.ts'

type Days = readonly OverviewDay[]
type Amount = 'appointments' | 'noShows' | 'collected' | 'outstanding'

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })
const whole = new Intl.NumberFormat('en-US')

/** '42 appointments in the last 30 days, 3 today, 12 in the next 14.' */
export function appointmentsSummary(days: Days, today: Day): string {
  const past = sum(before(days, today), 'appointments')
  const now = sum(on(days, today), 'appointments')
  const coming = sum(after(days, today), 'appointments')
  return `${counted(past, 'appointment')} in the last 30 days, ${whole.format(now)} today, ${whole.format(coming)} in the next 14.`
}

export function treatmentsSummary(treatments: Overview['treatments']): string {
  const booked = treatments.reduce((total, one) => total + one.booked, 0)
  const capacity = treatments.reduce((total, one) => total + one.capacity, 0)
  if (capacity === 0) return 'No times were on offer in these days.'
  const rate = (one: { booked: number; capacity: number }) => one.booked / (one.capacity || 1)
  const best = treatments.toSorted((a, b) => rate(b) - rate(a))[0]
  const all = `${whole.format(booked)} of ${whole.format(capacity)} times are booked, ${shareText(booked, capacity)}`
  if (booked === 0 || !best) return `${all}.`
  return `${all}; ${best.name} fills best with ${shareText(best.booked, best.capacity)}.`
}

export function moneySummary(days: Days, today: Day): string {
  const upToToday = [...before(days, today), ...on(days, today)]
  const collected = dollarText(sum(days, 'collected'))
  const open = dollarText(sum(upToToday, 'outstanding'))
  const coming = dollarText(sum(after(days, today), 'outstanding'))
  return `${collected} collected. ${open} outstanding until today, ${coming} to come in the next 14 days.`
}

/** `days`: until today. */
export function noShowsSummary(days: Days): string {
  const noShows = sum(days, 'noShows')
  const appointments = sum(days, 'appointments')
  if (noShows === 0) return 'Nobody missed an appointment in the last 30 days.'
  return `${whole.format(noShows)} of ${counted(appointments, 'appointment')} in the last 30 days ${noShows === 1 ? 'was' : 'were'} missed, ${shareText(noShows, appointments)}.`
}

export function shareText(part: number, total: number): string {
  return total > 0 ? percent.format(part / total) : 'None on offer'
}

function counted(count: number, noun: string): string {
  return `${whole.format(count)} ${count === 1 ? noun : `${noun}s`}`
}

/** Dollars are added as cents, so that no sum ends in a trail of nines. */
function sum(days: Days, amount: Amount): number {
  return days.reduce((cents, day) => cents + Math.round(day[amount] * 100), 0) / 100
}

const before = (days: Days, today: Day) => days.filter(({ day }) => day < today)
const on = (days: Days, today: Day) => days.filter(({ day }) => day === today)
const after = (days: Days, today: Day) => days.filter(({ day }) => day > today)
