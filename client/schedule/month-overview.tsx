import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, addMonths, type Day, monthOf, weekdayOf } from '../../contract/date.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { MonthDay } from '../../contract/schedule/staff-appointment.ts'
import { showLongDay } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { readTogether, useRead } from '../data/use-read.ts'
import { useLive } from '../domain/live/live.tsx'
import { useLanguage } from '../i18n/language.tsx'
import { monthText } from '../i18n/month-text.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import {
  columnText,
  fullness,
  fullnessText,
  monthTexts,
  reasonText,
  shortReason,
  weekOf,
  weeksOfMonth,
} from './month.ts'
import { dayTexts } from './texts.ts'
import './month-overview.css'

type MonthOverviewProps = {
  day: Day
  today: Day | undefined
  /** The whole month, or the week of the day alone. */
  isOpen: boolean
  onOpen: (open: boolean) => void
  searchOf: (day: Day) => string
}

/** How full each day is, around the day looked at; another week or month can be shown without leaving the day. */
export function MonthOverview({ day, today, isOpen, onOpen, searchOf }: MonthOverviewProps) {
  const language = useLanguage()
  const t = monthTexts[language]
  const [anchor, setAnchor] = useAnchor(day)
  const weeks = isOpen ? weeksOfMonth(anchor) : [weekOf(anchor)]
  const { days, failed } = useMonths(isOpen ? [anchor] : weekOf(anchor))
  const turn = (count: number) =>
    setAnchor(isOpen ? addMonths(anchor, count) : addDays(anchor, 7 * count))

  return (
    <section
      className={isOpen ? 'month-overview' : 'month-overview of-week'}
      aria-label={t.howFull}
    >
      <header className="month-head">
        <h3 aria-live="polite">{monthText(language, anchor)}</h3>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {isOpen ? t.showWeek : t.showMonth}
        </Button>
        <Turn
          label={isOpen ? t.previousMonth : t.previousWeek}
          icon={ChevronLeft}
          onPress={() => turn(-1)}
        />
        <Turn
          label={isOpen ? t.nextMonth : t.nextWeek}
          icon={ChevronRight}
          onPress={() => turn(1)}
        />
      </header>
      <MonthGrid
        label={monthText(language, anchor)}
        weeks={weeks}
        month={isOpen ? monthOf(anchor) : null}
        days={days}
        chosen={day}
        today={today}
        searchOf={searchOf}
        onLeave={setAnchor}
      />
      {failed && (
        <p className="month-failed" role="status">
          {t.failed}
        </p>
      )}
    </section>
  )
}

/** The day whose week or month is shown; it follows the day of the page. */
function useAnchor(day: Day) {
  const [anchor, setAnchor] = useState(day)
  const [followed, setFollowed] = useState(day)
  if (day !== followed) {
    setFollowed(day)
    setAnchor(day)
  }
  return [anchor, setAnchor] as const
}

/** A week may lie in two months. */
function useMonths(shown: readonly Day[]) {
  const months = [...new Set(shown.map(monthOf))]
  const { data, error } = useLive(
    useRead(
      readTogether('fullness', [scheduleEndpoints.readMonth], months, async (signal) => {
        const daysOf = (month: string) =>
          call(scheduleEndpoints.readMonth, { query: { month } }, { signal })
        const days = (await Promise.all(months.map(daysOf))).flat()
        return new Map(days.map((one) => [one.day, one]))
      }),
    ),
    (changed) => months.includes(monthOf(changed)),
  )
  return { days: data, failed: error !== undefined }
}

type TurnProps = { label: string; icon: typeof ChevronLeft; onPress: () => void }

function Turn({ label, icon, onPress }: TurnProps) {
  return (
    <button type="button" className="month-turn" aria-label={label} onClick={onPress}>
      <Icon of={icon} />
    </button>
  )
}

type MonthGridProps = {
  label: string
  weeks: readonly Day[][]
  /** Days of other months stay blank; `null` shows all. */
  month: string | null
  /** The days that have loaded. */
  days: ReadonlyMap<Day, MonthDay> | undefined
  chosen: Day
  today: Day | undefined
  searchOf: (day: Day) => string
  /** The arrow keys left the days that are shown. */
  onLeave: (day: Day) => void
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Days in weeks, one stop for the Tab key; the arrow keys move between days. */
function MonthGrid({ label, weeks, month, onLeave, ...props }: MonthGridProps) {
  const language = useLanguage()
  const shown = weeks.flat().filter((day) => month === null || monthOf(day) === month)
  const stop = shown.includes(props.chosen) ? props.chosen : shown[0]
  const { grid, onKeyDown } = useArrows(shown, onLeave)
  return (
    <table className="month-grid" aria-label={label} ref={grid}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={weekdayOf(day)} scope="col">
              {columnText(language, day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day}>
                {shown.includes(day) && (
                  <MonthCell day={day} isStop={day === stop} onKeyDown={onKeyDown} {...props} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Moves the focus from day to day by the arrow keys, and shows the next page where they leave this one. */
function useArrows(shown: readonly Day[], onLeave: (day: Day) => void) {
  const grid = useRef<HTMLTableElement>(null)
  const wanted = useRef<Day | null>(null)
  const focusDay = (day: Day) =>
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { day: from } = event.currentTarget.dataset
    const step = steps[event.key]
    if (!from || !step || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const to = addDays(from, step)
    if (shown.includes(to)) return focusDay(to)
    wanted.current = to
    onLeave(to)
  }
  useEffect(() => {
    if (wanted.current && shown.includes(wanted.current)) focusDay(wanted.current)
    wanted.current = null
  })
  return { grid, onKeyDown }
}

type MonthCellProps = Pick<MonthGridProps, 'days' | 'chosen' | 'today' | 'searchOf'> & {
  day: Day
  isStop: boolean
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

function MonthCell({ day, isStop, onKeyDown, ...props }: MonthCellProps) {
  const language = useLanguage()
  const { days, chosen, today, searchOf } = props
  const known = days?.get(day)
  const isToday = day === today
  const spoken = [
    isToday && dayTexts[language].today,
    showLongDay(language, day),
    known && fullnessText(language, known),
  ]
  return (
    <Link
      className={isToday ? 'month-day today' : 'month-day'}
      to={{ search: searchOf(day) }}
      aria-current={day === chosen ? 'date' : undefined}
      data-day={day}
      data-closed={known?.closed != null || undefined}
      tabIndex={isStop ? 0 : -1}
      onKeyDown={onKeyDown}
      title={known?.closed == null ? undefined : reasonText(language, known.closed)}
    >
      <span className="visually-hidden">{spoken.filter(Boolean).join(', ')}</span>
      <span className="month-date" aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      <span
        className="month-bar"
        data-no-capacity={(known?.capacity === 0 && known.closed === null) || undefined}
        aria-hidden="true"
      >
        <span style={{ width: `${100 * (known ? fullness(known) : 0)}%` }} />
      </span>
      <span className="month-count" aria-hidden="true">
        {known ? <Count {...known} /> : ' '}
      </span>
    </Link>
  )
}

function Count({ booked, capacity, closed }: MonthDay) {
  const language = useLanguage()
  const t = monthTexts[language]
  if (closed !== null) {
    const why = shortReason(language, closed)
    return (
      <>
        <span className="month-closed">{booked > 0 ? booked : t.closed}</span>
        <span className="month-reason">{booked > 0 ? `${t.closed}, ${booked}` : why}</span>
      </>
    )
  }
  return (
    <>
      {booked}
      {capacity > 0 && <span className="month-capacity"> {t.of(capacity)}</span>}
    </>
  )
}
