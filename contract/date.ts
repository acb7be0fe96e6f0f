/**
 * A day of the clinic's own calendar as an ISO string, `2022-06-05`. It has no time and no zone.
 * On the wire the specification writes it `Jun 5, 2022`; only this file knows that form.
 */
export type Day = string

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const dayMs = 86_400_000

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

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

function realDay(year: number, month: number, date: number): Day | null {
  const instant = new Date(Date.UTC(year, month - 1, date))
  // Date.UTC reads years under 100 as 19xx and rolls Feb 30 over: both must come back as given.
  const same =
    instant.getUTCFullYear() === year &&
    instant.getUTCMonth() === month - 1 &&
    instant.getUTCDate() === date
  return same ? instant.toISOString().slice(0, 10) : null
}
