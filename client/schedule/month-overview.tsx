import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { addDays, type Day } from '../../contract/date.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import { call } from '../data/api.ts'
import { useFetched } from '../data/use-fetched.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { monthText } from './day-text.ts'
import { addMonths, monthOf, weekOf, weeksOfMonth } from './month-days.ts'
import { MonthGrid } from './month-grid.tsx'
import { monthTexts } from './texts-month.ts'
import { useLive } from './use-live.ts'
import './month-overview.css'

type MonthOverviewProps = {
  day: Day
  today: Day | undefined
  /** The whole month, or the week of the day alone. */
  isOpen: boolean
  onOpen: (open: boolean) => void
  searchOf: (day: Day) => string
}

/** How full each day is, around the day looked at; its pages can be turned without leaving the day. */
export function MonthOverview({ day, today, isOpen, onOpen, searchOf }: MonthOverviewProps) {
  const language = useLanguage()
  const t = monthTexts[language]
  const [anchor, setAnchor] = useAnchor(day)
  const weeks = isOpen ? weeksOfMonth(anchor) : [weekOf(anchor)]
  const { days, failed } = useMonths(isOpen ? [anchor] : weekOf(anchor))
  const turn = (count: number) =>
    setAnchor(isOpen ? addMonths(anchor, count) : addDays(anchor, 7 * count))

  return (
    <section className="month-overview" aria-label={t.howFull}>
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

/** The day that the overview is turned to; it follows the day that is looked at. */
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
    useFetched(months.join(' '), async (signal) => {
      const read = (month: string) => call(dayEndpoints.readMonth, { query: { month } }, { signal })
      const days = (await Promise.all(months.map(read))).flat()
      return new Map(days.map((one) => [one.day, one]))
    }),
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
