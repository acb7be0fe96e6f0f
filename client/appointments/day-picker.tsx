import { parseDate } from '@internationalized/date'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { Day } from '../../contract/date.ts'
import { locales } from '../../contract/language.ts'
import { showDay } from '../../contract/show.ts'
import { whyUnpickable } from '../domain/pickable-days.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Calendar } from '../ui/calendar.tsx'
import { dayTexts } from './day-texts.ts'
import './day-picker.css'
import '../ui/one-line.css'

type DayPickerProps = {
  calendar: BookingCalendar
  day: Day | null
  onPick: (day: Day) => void
}

/** The clinic's calendar: offers the days that can be booked and no other. */
export function DayPicker({ calendar, day, onPick }: DayPickerProps) {
  const language = useLanguage()
  const t = useTexts(dayTexts)
  const closed = calendar.closedWeekdays.flatMap((n) => t.weekdays[n] ?? [])
  const weekdays = new Intl.ListFormat(locales[language]).format(closed)
  return (
    <section className="day-picker" aria-label={t.pickADay}>
      <div className="day-picker-calendar">
        <Calendar
          label={t.dayOfAppointment}
          value={day === null ? null : parseDate(day)}
          onChange={(date) => onPick(date.toString())}
          minValue={parseDate(calendar.today)}
          maxValue={parseDate(calendar.lastDay)}
          isDateUnavailable={(date) => whyUnpickable(calendar, date.toString()) !== null}
          today={parseDate(calendar.today)}
          timeZone={calendar.timeZone}
        />
      </div>
      <p className="day-picker-rules">
        {closed.length > 0 && t.closedOn(weekdays)}
        {t.upTo.before}
        <span className="one-line">{showDay(language, calendar.lastDay)}</span>
        {t.upTo.after}
      </p>
    </section>
  )
}
