import { parseDate } from '@internationalized/date'
import { useState } from 'react'
import type { Booking } from '../../contract/appointments/appointment.ts'
import type { Day } from '../../contract/date.ts'
import { locales } from '../../contract/language.ts'
import { showDay } from '../../contract/show.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { type ClinicCalendar, calendar } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { freeDayTexts, useFreeDays } from '../domain/availability/free-days.ts'
import { whyUnpickable } from '../domain/pickable-days.ts'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Calendar } from '../ui/calendar.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { AvailableServices } from './available-services.tsx'
import { BookedPanel } from './booked-panel.tsx'
import { useChosenDay } from './chosen-day.ts'
import { dayTexts } from './day-texts.ts'
import { TreatmentSkeletons } from './treatment-card.tsx'
import { useChoice } from './use-choice.ts'
import './appointment-page.css'
import '../ui/one-line.css'

/** Pick a day, see what is free, book it. */
export function AppointmentPage() {
  const language = useLanguage()
  const t = useTexts(dayTexts)
  const { choice, ...change } = useChoice()
  const [fresh, setFresh] = useState<Booking>()
  const { data, error, isLoading, reload } = useRead(calendar)
  const { day, note } = useChosenDay(language, data, choice)
  const zone = data && day && zoneNote(language, data.timeZone, day)

  return (
    <div className="page appointment-page">
      <h1 className="appointment-title">{useTexts(sharedTexts).bookAnAppointment}</h1>
      {choice.booked !== null && (
        <BookedPanel
          key={choice.booked}
          id={choice.booked}
          fresh={fresh?._id === choice.booked ? fresh : undefined}
          onClose={() => {
            void change.closeConfirmation()
            document.getElementById('available-heading')?.focus()
          }}
        />
      )}
      {!data && error !== undefined ? (
        <LoadFailure what={t.theCalendar} error={error} onRetry={reload} busy={isLoading} />
      ) : (
        <div className="appointment-layout">
          {data ? (
            <DayPicker calendar={data} day={day ?? null} onPick={change.pickDay} />
          ) : (
            <DayPickerSkeleton />
          )}
          <div className="appointment-services">
            {note && <Note>{note}</Note>}
            {data && day ? (
              <AvailableServices
                day={day}
                choice={choice}
                change={change}
                zone={zone ?? null}
                onBooked={(booking) => {
                  setFresh(booking)
                  void change.confirmBooked(day, booking._id)
                }}
              />
            ) : (
              <NoDayYet isLoading={day === undefined} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function NoDayYet({ isLoading }: { isLoading: boolean }) {
  const t = useTexts(dayTexts)
  if (isLoading) return <TreatmentSkeletons withHeading />
  return <Note>{t.noDay}</Note>
}

type DayPickerProps = {
  calendar: ClinicCalendar
  day: Day | null
  onPick: (day: Day) => void
}

/** The clinic's calendar: offers the days that can be booked, and shows which have room. */
function DayPicker({ calendar, day, onPick }: DayPickerProps) {
  const language = useLanguage()
  const t = useTexts(dayTexts)
  const closed = calendar.closedWeekdays.flatMap((n) => t.weekdays[n] ?? [])
  const weekdays = new Intl.ListFormat(locales[language]).format(closed)
  const free = useFreeDays(day ?? calendar.today)
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
          {...free}
          today={parseDate(calendar.today)}
          timeZone={calendar.timeZone}
        />
      </div>
      <p className="calendar-key">{useTexts(freeDayTexts).withRoom}</p>
      <p className="day-picker-rules">
        {closed.length > 0 && t.closedOn(weekdays)}
        {t.upTo.before}
        <span className="one-line">{showDay(language, calendar.lastDay)}</span>
        {t.upTo.after}
      </p>
    </section>
  )
}

const cells = Array.from({ length: 42 }, (_, n) => `cell-${n}`)

function DayPickerSkeleton() {
  return (
    <div className="day-picker" aria-hidden="true">
      <div className="day-picker-calendar">
        <div className="day-picker-skeleton-head">
          <Skeleton width="160px" height="28px" />
        </div>
        <div className="day-picker-skeleton-grid">
          {cells.map((cell) => (
            <Skeleton key={cell} width="28px" height="28px" />
          ))}
        </div>
      </div>
      <p className="calendar-key">
        <Skeleton width="60%" height="1em" />
      </p>
      <p className="day-picker-rules">
        <Skeleton width="90%" height="1em" />
      </p>
    </div>
  )
}
