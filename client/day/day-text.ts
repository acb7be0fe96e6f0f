import { type Day, formatDay, weekdayOf } from '../../contract/date.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' })

/** `2026-06-08` as `Monday, Jun 8, 2026`. */
export function dayText(day: Day): string {
  return `${weekdays[weekdayOf(day)]}, ${formatDay(day)}`
}

/** The month of a day: `June 2026`. */
export function monthText(day: Day): string {
  return months.format(new Date(`${day}T00:00:00Z`))
}
