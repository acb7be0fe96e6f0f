import { parseSlot } from './appointments/slot.ts'
import { type Day, formatDay, parseDay } from './date.ts'
import { byLanguage, type Language } from './language.ts'

/** A day as its reader writes it: `Jun 5, 2022` as the specification has it, `5 jun 2022`. */
export function showDay(language: Language, day: Day): string {
  if (language === 'en') return formatDay(day)
  return days(language).format(Date.parse(`${day}T00:00:00Z`))
}

/** `Monday`, `lunes`. */
export function showWeekday(language: Language, day: Day): string {
  return weekdays(language).format(Date.parse(`${day}T00:00:00Z`))
}

/** `Monday, Jun 5, 2022`, `lunes, 5 jun 2022`. */
export function showLongDay(language: Language, day: Day): string {
  return `${showWeekday(language, day)}, ${showDay(language, day)}`
}

/**
 * `Monday, Nov 23`, with the year where that is not the year of `today`.
 */
export function showWeekdayAndDay(language: Language, day: Day, today: Day = day): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const format = isThisYear ? daysWithWeekday : daysWithWeekdayAndYear
  return format(language).format(Date.parse(`${day}T00:00:00Z`))
}

/** A day from the wire's `Jun 5, 2022`; what is no day stays as it is. */
export function showDate(language: Language, date: string): string {
  const day = parseDay(date)
  return day === null ? date : showDay(language, day)
}

/** A slot's `8:00 AM - 8:30 AM` as its reader writes it; English keeps it word for word. */
export function showSlot(language: Language, slot: string): string {
  const time = language === 'en' ? null : parseSlot(slot)
  if (!time) return slot
  // Midnight is of the next day, and Intl would name both.
  if (time.end === 1440)
    return `${showMinute(language, time.start)} – ${showMinute(language, 1440)}`
  return times(language).formatRange(time.start * 60_000, time.end * 60_000)
}

/** A minute of the day, 510 as `8:30 AM`. */
export function showMinute(language: Language, minute: number): string {
  return times(language).format(minute * 60_000)
}

/** Dollars: `$99`, and cents only where there are some. */
export function showDollars(language: Language, dollars: number): string {
  return money(language).format(dollars)
}

const days = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)
const weekdays = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
)
const weekdayAndDay = { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
const daysWithWeekday = byLanguage((locale) => new Intl.DateTimeFormat(locale, weekdayAndDay))
const daysWithWeekdayAndYear = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { ...weekdayAndDay, year: 'numeric' }),
)
const times = byLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
)
const money = byLanguage(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      trailingZeroDisplay: 'stripIfInteger',
    }),
)
