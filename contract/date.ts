/**
 * A day of the clinic's own calendar as an ISO string, `2022-06-05`. It has no time and no zone.
 * On the wire the specification writes it `Jun 5, 2022`; only this file knows that form.
 */
export type Day = string

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const dayMs = 86_400_000
/** The day after the last day of it still has four digits, as ISO days need. */
const lastYear = 9998

/** Reads `Jun 5, 2022` or `2022-06-05`; `null` for anything that is not a real day. */
export function parseDay(text: string): Day | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const medium = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4})$/.exec(text)
  if (!medium) return null
  return realDay(Number(medium[3]), months.indexOf(medium[1] ?? '') + 1, Number(medium[2]))
}

/** `2022-06-05` as the wire and the screens write it: `Jun 5, 2022`. */
export function formatDay(day: Day): string {
  const [year, month, date] = day.split('-')
  return `${months[Number(month) - 1]} ${Number(date)}, ${year}`
}

/** The day `count` days later, or earlier when negative. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** `2026-06` of `2026-06-08`. */
export function monthOf(day: Day): string {
  return day.slice(0, 7)
}

/** The same date `count` months later, or the last one of a month that is too short for it. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const longest = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  const moved = new Date(Date.UTC(year, month - 1 + count, Math.min(date, longest)))
  return moved.toISOString().slice(0, 10)
}

/** The days of a month such as `2022-06`. */
export function daysOfMonth(month: string): Day[] {
  const days: Day[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return days
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Plain arithmetic, because a Date costs more than the rest of a call that is answered from a cache. */
function realDay(year: number, month: number, date: number): Day | null {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const longest = month === 2 && leap ? 29 : (monthLengths[month - 1] ?? 0)
  if (year < 1000 || year > lastYear || date < 1 || date > longest) return null
  return `${year}-${two(month)}-${two(date)}`
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`
}
