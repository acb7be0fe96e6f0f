import { type CalendarDate, isSameDay } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
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
}

/** Picks one day. Weeks start on Sunday. */
export function Calendar({
  label,
  today,
  isDateUnavailable,
  minValue = null,
  maxValue = null,
  ...days
}: CalendarProps) {
  return (
    <Days
      {...days}
      minValue={minValue}
      maxValue={maxValue}
      className="calendar"
      aria-label={label}
      firstDayOfWeek="sun"
      defaultFocusedValue={days.value ?? today ?? null}
      isDateUnavailable={(day) => isDateUnavailable?.(day as CalendarDate) ?? false}
    >
      <header className="calendar-head">
        <Heading className="calendar-month" />
        <Button slot="previous" className="calendar-step">
          <Icon of={ChevronLeft} />
        </Button>
        <Button slot="next" className="calendar-step">
          <Icon of={ChevronRight} />
        </Button>
      </header>
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
  )
}
