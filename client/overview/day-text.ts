import type { Day } from '../../contract/date.ts'

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `Jun 5` */
export function shortDay(day: Day): string {
  return short.format(new Date(day))
}

/** `Sun, Jun 5, 2022` */
export function longDay(day: Day): string {
  return long.format(new Date(day))
}
