import { CalendarDate } from '@internationalized/date'
import type { BookingCalendar } from '../../contract/clinic.ts'
import { type Day, formatDay } from '../../contract/date.ts'
import { Calendar } from '../ui/calendar.tsx'
import { whyUnpickable } from './pickable-days.ts'
import './day-picker.css'
import './one-line.css'

type DayPickerProps = {
  calendar: BookingCalendar
  day: Day | null
  onPick: (day: Day) => void
}

const weekdays = [
  'Sundays',
  'Mondays',
  'Tuesdays',
  'Wednesdays',
  'Thursdays',
  'Fridays',
  'Saturdays',
]

/** The clinic's calendar: offers the days that can be booked and no other. */
export function DayPicker({ calendar, day, onPick }: DayPickerProps) {
  const closed = calendar.closedWeekdays.flatMap((n) => weekdays[n] ?? [])
  return (
    <section className="day-picker" aria-label="Pick a day">
      <div className="day-picker-calendar">
        <Calendar
          label="Day of your appointment"
          value={day === null ? null : toCalendarDate(day)}
          onChange={(date) => onPick(date.toString())}
          minValue={toCalendarDate(calendar.today)}
          maxValue={toCalendarDate(calendar.lastDay)}
          isDateUnavailable={(date) => whyUnpickable(calendar, date.toString()) !== null}
          today={toCalendarDate(calendar.today)}
          timeZone={calendar.timeZone}
        />
      </div>
      <p className="day-picker-rules">
        {closed.length > 0 && `Closed on ${new Intl.ListFormat('en-US').format(closed)}. `}
        You can book up to <span className="one-line">{formatDay(calendar.lastDay)}</span>.
      </p>
    </section>
  )
}

function toCalendarDate(day: Day): CalendarDate {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new CalendarDate(year, month, date)
}
