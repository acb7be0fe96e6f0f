import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { type Day, weekdayOf } from '../../contract/date.ts'

/** Whether something can be booked on a day, as far as the clinic's calendar says. */
export function isOpenDay(calendar: BookingCalendar, day: Day): boolean {
  if (day < calendar.today || day > calendar.lastDay) return false
  if (calendar.closedWeekdays.includes(weekdayOf(day))) return false
  return !calendar.closures.some((closure) => closure.day === day)
}

/** Minutes since midnight on the clinic's clock. */
export function minuteAt(instant: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const [hour = 0, minute = 0] = clock.format(instant).split(':').map(Number)
  return hour * 60 + minute
}

/** Whether a slot that begins at `startMinute` can still be booked at `now`. */
export function isBookable(
  calendar: BookingCalendar,
  { day, startMinute }: { day: Day; startMinute: number },
  now: Date,
): boolean {
  if (!isOpenDay(calendar, day)) return false
  return day > calendar.today || startMinute > minuteAt(now, calendar.timeZone)
}
