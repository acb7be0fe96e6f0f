import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, type Day, weekdayOf } from '../../contract/date.ts'

/** Why a day cannot be picked. */
type Unpickable = 'past' | 'closed' | 'too_far'

/** `null` for a day that can be picked. Today can, even when its last slot has begun. */
export function whyUnpickable(calendar: BookingCalendar, day: Day): Unpickable | null {
  if (day < calendar.today) return 'past'
  if (day > calendar.lastDay) return 'too_far'
  if (calendar.closedWeekdays.includes(weekdayOf(day))) return 'closed'
  if (calendar.closures.some((closure) => closure.day === day)) return 'closed'
  return null
}

/** The first day from `from` on that can be picked; `null` when the booking window has none. */
export function nextPickableDay(calendar: BookingCalendar, from: Day): Day | null {
  let day = from < calendar.today ? calendar.today : from
  while (day <= calendar.lastDay) {
    if (whyUnpickable(calendar, day) === null) return day
    day = addDays(day, 1)
  }
  return null
}
