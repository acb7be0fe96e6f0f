import { addDays, type Day, monthOf, weekdayOf } from '../../contract/date.ts'
import { byLanguage, defineTexts, type Language } from '../../contract/language.ts'
import type { Closing, MonthDay } from '../../contract/schedule/staff-appointment.ts'

/** How full the days are, and why one is closed. */
export const monthTexts = defineTexts({
  en: {
    howFull: 'How full the days are',
    showWeek: 'Show week',
    showMonth: 'Show month',
    previousWeek: 'Previous week',
    nextWeek: 'Next week',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    failed: 'We could not load how full these days are. They can be opened all the same.',
    booked: (booked: number) => `${booked} booked`,
    bookedOf: (booked: number, capacity: number) => `${booked} of ${capacity} booked`,
    /** Behind the number that is booked. */
    of: (capacity: number) => `of ${capacity}`,
    closed: 'Closed',
    closedFor: (reason: string) => `Closed: ${reason}`,
    closedWeekday: 'Closed on this weekday',
  },
  es: {
    howFull: 'Ocupación de los días',
    showWeek: 'Mostrar semana',
    showMonth: 'Mostrar mes',
    previousWeek: 'Semana anterior',
    nextWeek: 'Semana siguiente',
    previousMonth: 'Mes anterior',
    nextMonth: 'Mes siguiente',
    failed: 'No pudimos cargar la ocupación de estos días. Se pueden abrir igualmente.',
    booked: (booked) => `${booked} reservados`,
    bookedOf: (booked, capacity) => `${booked} de ${capacity} reservados`,
    of: (capacity) => `de ${capacity}`,
    closed: 'Cerrado',
    closedFor: (reason) => `Cerrado: ${reason}`,
    closedWeekday: 'Cerrado ese día de la semana',
  },
})

/** The week around a day, Sunday first. */
export function weekOf(day: Day): Day[] {
  const sunday = addDays(day, -weekdayOf(day))
  return Array.from({ length: 7 }, (_, n) => addDays(sunday, n))
}

/** The weeks that a day's month touches, Sunday first, with days of its neighbours at both ends. */
export function weeksOfMonth(day: Day): Day[][] {
  const month = monthOf(day)
  const weeks: Day[][] = []
  for (let week = weekOf(`${month}-01`); week.some((one) => monthOf(one) === month); ) {
    weeks.push(week)
    week = weekOf(addDays(week[0] ?? day, 7))
  }
  return weeks
}

/** The day's name over a column: `Mon`. */
export function columnText(language: Language, day: Day): string {
  return columns(language).format(new Date(`${day}T00:00:00Z`))
}

const columns = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
)

/** How full a day is, in words: `12 of 96 booked`, `Closed: Thanksgiving`. */
export function fullnessText(language: Language, { booked, capacity, closed }: MonthDay): string {
  const t = monthTexts[language]
  const held = capacity > 0 ? t.bookedOf(booked, capacity) : t.booked(booked)
  if (closed === null) return held
  const why = closedText(language, closed)
  return booked > 0 ? `${why}, ${held}` : why
}

/** `Closed: Thanksgiving`; a reason that already says so stands alone. */
export function closedText(language: Language, closing: Closing): string {
  const t = monthTexts[language]
  const why = reasonText(language, closing)
  return why.startsWith(t.closed) ? why : t.closedFor(why)
}

/** The reason alone, for small spaces: `Thanksgiving`; `Closed` for a closed weekday. */
export function shortReason(language: Language, closing: Closing): string {
  return 'code' in closing ? monthTexts[language].closed : closing.text
}

/** As staff wrote it; of a closed weekday in the reader's language. */
export function reasonText(language: Language, closing: Closing): string {
  return 'code' in closing ? monthTexts[language].closedWeekday : closing.text
}

/** The part of a day that is booked, 0 to 1; 0 where there is no capacity to compare with. */
export function fullness({ booked, capacity }: MonthDay): number {
  return capacity > 0 ? Math.min(1, booked / capacity) : 0
}
