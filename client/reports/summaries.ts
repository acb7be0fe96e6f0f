import type { Day } from '../../contract/date.ts'
import { defineTexts, type Language, locales, plural } from '../../contract/language.ts'
import type { Collected, Overview, OverviewDay } from '../../contract/reports/endpoints.ts'
import { showDollars } from '../../contract/show.ts'
import { overviewTexts } from './texts.ts'

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

/** '$19.5K', for an axis: its lines stand at such amounts, which two digits would round. */
export function shortDollars(language: Language, dollars: number): string {
  const compact = { style: 'currency', currency: 'USD', notation: 'compact' } as const
  return dollars.toLocaleString(locales[language], { ...compact, maximumSignificantDigits: 3 })
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

const whole = (language: Language, count: number) => count.toLocaleString(locales[language])

const appointmentsInEnglish = (count: number) =>
  `${whole('en', count)} ${plural('en', count, { one: 'appointment', other: 'appointments' })}`
const appointmentsInSpanish = (count: number) =>
  `${whole('es', count)} ${plural('es', count, { one: 'cita', other: 'citas' })}`

/** What a plot shows, in one sentence. Money and shares come as they are shown. */
const summaryTexts = defineTexts({
  en: {
    appointments: (past: number, now: number, coming: number) =>
      `${appointmentsInEnglish(past)} in the last 30 days, ${whole('en', now)} today, ${whole('en', coming)} in the next 14.`,
    nothingOnOffer: 'No times were on offer in these days.',
    filled: (booked: number, capacity: number, share: string) =>
      `${whole('en', booked)} of ${whole('en', capacity)} times are booked, ${share}`,
    best: (name: string, share: string) => `${name} fills best with ${share}.`,
    money: (taken: string, prepaid: string, open: string, coming: string) =>
      `${taken} was collected in the last 30 days and today, refunds taken off. Of the appointments below, ${prepaid} of the next 14 days is prepaid and ${coming} to come; ${open} is outstanding until today.`,
    inMonth: (taken: string, month: string) =>
      `${taken} was collected in ${month}, refunds taken off.`,
    nobodyMissed: 'Nobody missed an appointment in the last 30 days and today.',
    missed: (noShows: number, appointments: number, share: string) =>
      `${whole('en', noShows)} of ${appointmentsInEnglish(appointments)} in the last 30 days and today ${plural('en', noShows, { one: 'was', other: 'were' })} missed, ${share}.`,
  },
  es: {
    appointments: (past, now, coming) =>
      `${appointmentsInSpanish(past)} en los últimos 30 días, ${whole('es', now)} hoy, ${whole('es', coming)} en los próximos 14.`,
    nothingOnOffer: 'No se ofrecieron horarios en estos días.',
    filled: (booked, capacity, share) =>
      `${whole('es', booked)} de ${whole('es', capacity)} horarios están reservados, el ${share}`,
    best: (name, share) => `${name} es el más reservado, con el ${share}.`,
    money: (taken, prepaid, open, coming) =>
      `Se cobraron ${taken} en los últimos 30 días y hoy, descontados los reembolsos. De las citas de abajo, ${prepaid} de los próximos 14 días ya están pagados y ${coming} por cobrar; ${open} quedan pendientes hasta hoy.`,
    inMonth: (taken, month) => `Se cobraron ${taken} en ${month}, descontados los reembolsos.`,
    nobodyMissed: 'Nadie faltó a una cita en los últimos 30 días ni hoy.',
    missed: (noShows, appointments, share) =>
      `En los últimos 30 días y hoy se faltó a ${whole('es', noShows)} de ${appointmentsInSpanish(appointments)}, el ${share}.`,
  },
})
