import {
  type CalendarDate,
  isSameDay,
  isSameMonth,
  toCalendarDate,
  toZoned,
} from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
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
import { byLanguage, locales } from '../../contract/language.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Icon } from './icon.tsx'
import { uiTexts } from './texts.ts'
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
  /** What a day has, where that is known; it looks like it, and is read out where it says so. */
  markOf?: ((day: CalendarDate) => DayMark | undefined) | undefined
  /** The keyboard, or a press on the arrows, has turned to this day's month. */
  onTurn?: ((day: CalendarDate) => void) | undefined
  /** Where `today` is today; the browser's own zone without it. */
  timeZone?: string | undefined
}

/** `label` follows the date for a screen reader. */
export type DayMark = { kind: 'room' | 'full'; label?: string }

/**
 * Turns to the month of a day that was chosen elsewhere: in the address, by a button. The first such day may be found
 * when its reader has turned to another month, and leaves them there.
 */
function useFocusedDay(value: CalendarDate | null, today: CalendarDate | undefined) {
  const [focused, setFocused] = useState(value ?? today ?? null)
  const [followed, setFollowed] = useState(value)
  if (value && !(followed && isSameDay(value, followed))) {
    setFollowed(value)
    const isTurned = focused && today && !isSameMonth(focused, today)
    if (followed || !isTurned) setFocused(value)
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
  markOf,
  onTurn,
  minValue = null,
  maxValue = null,
}: CalendarProps) {
  const language = useLanguage()
  const [focused, setFocused] = useFocusedDay(value, today)
  return (
    // The language of the pages, not of the browser.
    <I18nProvider locale={locales[language]}>
      <Days
        value={value && timeZone ? toZoned(value, timeZone) : value}
        onChange={(day) => onChange(toCalendarDate(day))}
        focusedValue={focused}
        onFocusChange={(day) => {
          setFocused(day)
          onTurn?.(day)
        }}
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
              <DayCell
                date={day}
                mark={markOf?.(day)}
                isToday={today ? isSameDay(day, today) : false}
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </Days>
    </I18nProvider>
  )
}

const fullDates = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }),
)

type DayCellProps = { date: CalendarDate; mark: DayMark | undefined; isToday: boolean }

/** A day, labelled by its date: the library calls the first and last one "available" even if it is not. */
function DayCell({ date, mark, isToday }: DayCellProps) {
  const language = useLanguage()
  const t = useTexts(uiTexts)
  const name = fullDates(language).format(date.toDate('UTC'))
  const cell = (props: ComponentProps<'div'>, isSelected: boolean) => {
    const chosen = isSelected ? t.chosenDay(name) : name
    const label = isToday ? t.today(chosen) : chosen
    const named = { ...props, 'aria-label': mark?.label ? `${label}, ${mark.label}` : label }
    return <div {...named} />
  }
  return (
    <CalendarCell
      date={date}
      className={isToday ? 'calendar-day today' : 'calendar-day'}
      data-mark={mark?.kind}
      render={(props, { isSelected }) => cell(props, isSelected)}
    />
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
