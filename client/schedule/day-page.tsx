import { useRef } from 'react'
import { LoadFailure } from '../data/load-failure.tsx'
import { calendar as clinicCalendar } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage } from '../i18n/language.tsx'
import { DayHead } from './day-head.tsx'
import { DayPanel } from './day-panel.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { LiveNote } from './live-note.tsx'
import { MonthOverview } from './month-overview.tsx'
import { PatientSearch } from './patient-search.tsx'
import { SearchResults } from './search-results.tsx'
import { dayTexts } from './texts.ts'
import { useDayChoice } from './use-day-choice.ts'
import { useLive } from './use-live.ts'
import './day-page.css'

/** Any day of the clinic, as a calendar or a list, and the way to any patient's appointments. */
export function DayPage() {
  const language = useLanguage()
  const t = dayTexts[language]
  const choice = useDayChoice()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isLoading, reload } = useLive(useRead(clinicCalendar))
  const day = choice.day ?? data?.today
  const zone = data && day && zoneNote(language, data.timeZone, day)

  return (
    <section className="day" aria-labelledby="day-heading">
      <div className="day-top">
        <PatientSearch search={choice.search} onFind={choice.find} />
        <LiveNote />
      </div>
      {choice.search.length >= 2 ? (
        <SearchResults search={choice.search} onClose={() => choice.find('')} />
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
