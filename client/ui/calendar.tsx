import { type CalendarDate, isSameDay, toCalendarDate, toZoned } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Calendar as Days,
  Heading,
} from 'react-aria-components/Calendar'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { locales } from '../../contract/language.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Icon } from './icon.tsx'
import './calendar.css'

type CalendarProps = {
  label: string
  value: CalendarDate | null
  onChange: (day: CalendarDate) => void
  minValue?: CalendarDate | null
  maxValue?: CalendarDate | null
  isDateUnavailable?: ((day: CalendarDate) => boolean) | undefined
  /** The clinic's day, which need not be the browser's. */
  today?: CalendarDate | undefined
  /** Where `today` is today; the browser's own zone without it. */
  timeZone?: string | undefined
}

/** Turns to the month of a day that was chosen elsewhere: in the address, by a button. */
function useFocusedDay(value: CalendarDate | null, today: CalendarDate | undefined) {
  const [focused, setFocused] = useState(value ?? today ?? null)
  const [followed, setFollowed] = useState(value)
  if (value && !(followed && isSameDay(value, followed))) {
    setFollowed(value)
    setFocused(value)
  }
  return [focused, setFocused] as const
}

/** Picks one day. Weeks start on Sunday, in every language. */
export function Calendar({
  label,
  value,
  onChange,
  today,
  timeZone,
  isDateUnavailable,
  minValue = null,
  maxValue = null,
}: CalendarProps) {
  const language = useLanguage()
  const [focused, setFocused] = useFocusedDay(value, today)
  return (
    // The language of the pages, whatever the browser's.
    <I18nProvider locale={locales[language]}>
      <Days
        value={value && timeZone ? toZoned(value, timeZone) : value}
        onChange={(day) => onChange(toCalendarDate(day))}
        focusedValue={focused}
        onFocusChange={setFocused}
        minValue={minValue}
        maxValue={maxValue}
        className="calendar"
        aria-label={label}
        firstDayOfWeek="sun"
        isDateUnavailable={(day) => isDateUnavailable?.(day as CalendarDate) ?? false}
      >
        <CalendarHead />
        <CalendarGrid className="calendar-grid" weekdayStyle="short">
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className="calendar-weekday">{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(day) => (
              <CalendarCell
                date={day}
                className={today && isSameDay(day, today) ? 'calendar-day today' : 'calendar-day'}
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </Days>
    </I18nProvider>
  )
}

function CalendarHead() {
  return (
    <header className="calendar-head">
      <Heading className="calendar-month" />
      <Button slot="previous" className="calendar-step">
        <Icon of={ChevronLeft} />
      </Button>
      <Button slot="next" className="calendar-step">
        <Icon of={ChevronRight} />
      </Button>
    </header>
  )
}
