import type { Day } from '../../contract/date.ts'
import { type Language, locales } from '../../contract/language.ts'
import type { Collected, Overview, OverviewDay } from '../../contract/reports/endpoints.ts'
import { showDollars } from '../../contract/show.ts'
import { overviewTexts } from './texts.ts'
import { summaryTexts } from './texts-summaries.ts'

type Days = readonly OverviewDay[]
type Amount = 'appointments' | 'noShows' | 'taken' | 'collected' | 'outstanding'

/** '42 appointments in the last 30 days, 3 today, 12 in the next 14.' */
export function appointmentsSummary(language: Language, days: Days, today: Day): string {
  return summaryTexts[language].appointments(
    sum(before(days, today), 'appointments'),
    sum(on(days, today), 'appointments'),
    sum(after(days, today), 'appointments'),
  )
}

export function treatmentsSummary(language: Language, treatments: Overview['treatments']): string {
  const t = summaryTexts[language]
  const booked = treatments.reduce((total, one) => total + one.booked, 0)
  const capacity = treatments.reduce((total, one) => total + one.capacity, 0)
  if (capacity === 0) return t.nothingOnOffer
  const rate = (one: { booked: number; capacity: number }) => one.booked / (one.capacity || 1)
  const best = treatments.toSorted((a, b) => rate(b) - rate(a))[0]
  const all = t.filled(booked, capacity, shareText(language, booked, capacity))
  if (booked === 0 || !best) return `${all}.`
  return `${all}; ${t.best(best.name, shareText(language, best.booked, best.capacity))}`
}

export function moneySummary(language: Language, days: Days, today: Day): string {
  const upToToday = [...before(days, today), ...on(days, today)]
  return summaryTexts[language].money(
    showDollars(language, sum(upToToday, 'taken')),
    showDollars(language, sum(after(days, today), 'collected')),
    showDollars(language, sum(upToToday, 'outstanding')),
    showDollars(language, sum(after(days, today), 'outstanding')),
  )
}

/** `month` as it is shown, the days all of it. */
export function monthSummary(language: Language, days: Collected['days'], month: string): string {
  return summaryTexts[language].inMonth(showDollars(language, sum(days, 'taken')), month)
}

/** `days`: until today. */
export function noShowsSummary(language: Language, days: Days): string {
  const t = summaryTexts[language]
  const noShows = sum(days, 'noShows')
  const appointments = sum(days, 'appointments')
  if (noShows === 0) return t.nobodyMissed
  return t.missed(noShows, appointments, shareText(language, noShows, appointments))
}

/** '25%' */
export function shareText(language: Language, part: number, total: number): string {
  if (total === 0) return overviewTexts[language].noneOnOffer
  return (part / total).toLocaleString(locales[language], { style: 'percent' })
}

/** Dollars are added as cents, so that no sum ends in a trail of nines. */
function sum<Name extends Amount>(days: readonly Record<Name, number>[], amount: Name): number {
  return days.reduce((cents, day) => cents + Math.round(day[amount] * 100), 0) / 100
}

const before = (days: Days, today: Day) => days.filter(({ day }) => day < today)
const on = (days: Days, today: Day) => days.filter(({ day }) => day === today)
const after = (days: Days, today: Day) => days.filter(({ day }) => day > today)
