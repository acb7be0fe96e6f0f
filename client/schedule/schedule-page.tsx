import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { addDays, type Day } from '../../contract/date.ts'
import { useShortcut } from '../app/shortcuts.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { calendar as clinicCalendar } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { BackupWarning } from '../domain/backups/backup-warning.tsx'
import { LiveNote, useLive } from '../domain/live/live.tsx'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { DayPanel } from './day-panel.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { MonthOverview } from './month-overview.tsx'
import { SearchResults } from './patient-search.tsx'
import { dayText, dayTexts } from './texts.ts'
import { useDayChoice } from './use-day-choice.ts'
import './day-print.css'
import './schedule.css'

/** Any day of the clinic, as a calendar or a list, and the way to any patient's appointments. */
export function SchedulePage() {
  const language = useLanguage()
  const t = dayTexts[language]
  const choice = useDayChoice()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isLoading, reload } = useLive(useRead(clinicCalendar))
  const day = choice.day ?? data?.today
  const zone = data && day && zoneNote(language, data.timeZone, day)

  return (
    <section className="day" aria-labelledby="day-heading">
      <BackupWarning />
      {choice.search.length >= 2 ? (
        <SearchResults search={choice.search} onClose={choice.endSearch} />
      ) : !data && error !== undefined ? (
        <>
          <h2 id="day-heading">{t.title}</h2>
          <LoadFailure what={t.calendarWhat} error={error} onRetry={reload} busy={isLoading} />
        </>
      ) : !data || !day ? (
        <DaySkeleton withHead />
      ) : (
        <>
          <DayHead day={day} today={data.today} heading={heading} onPick={choice.pickDay} />
          {choice.isDayWrong && (
            <p className="day-note" role="status">
              {t.wrongDay}
            </p>
          )}
          {zone && <p className="day-zone">{t.zone(zone)}</p>}
          <MonthOverview
            day={day}
            today={data.today}
            isOpen={choice.isMonthOpen}
            onOpen={choice.openMonth}
            searchOf={choice.searchOf}
          />
          <DayPanel day={day} calendar={data} choice={choice} heading={heading} />
        </>
      )}
    </section>
  )
}

type DayHeadProps = {
  day: Day
  today: Day
  heading: RefObject<HTMLHeadingElement | null>
  onPick: (day: Day) => void
}

/** Which day it is, and the way to the days beside it. */
function DayHead({ day, today, heading, onPick }: DayHeadProps) {
  const language = useLanguage()
  const t = dayTexts[language]
  useShortcut('t', t.today, () => onPick(today))
  useShortcut('p', t.previousDay, () => onPick(addDays(day, -1)))
  useShortcut('n', t.nextDay, () => onPick(addDays(day, 1)))
  return (
    <header className="day-head">
      <h2 id="day-heading" ref={heading} tabIndex={-1}>
        <span aria-live="polite">{dayText(language, day)}</span>
      </h2>
      <div className="day-steps">
        <LiveNote />
        <Button
          variant="quiet"
          className="day-step"
          aria-label={t.previousDay}
          onClick={() => onPick(addDays(day, -1))}
        >
          <Icon of={ChevronLeft} />
        </Button>
        <Button
          variant="quiet"
          aria-pressed={day === today}
          onClick={() => day !== today && onPick(today)}
        >
          {t.today}
        </Button>
        <Button
          variant="quiet"
          className="day-step"
          aria-label={t.nextDay}
          onClick={() => onPick(addDays(day, 1))}
        >
          <Icon of={ChevronRight} />
        </Button>
      </div>
    </header>
  )
}
