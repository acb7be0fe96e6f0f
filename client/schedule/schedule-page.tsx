import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { addDays, type Day } from '../../contract/date.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { showDay, showLongDay } from '../../contract/show.ts'
import { useShortcut } from '../app/shortcuts.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import {
  type ClinicCalendar,
  calendar as clinicCalendar,
  clinicNow,
} from '../data/shared-queries.ts'
import { read, useRead } from '../data/use-read.ts'
import { isTooShort } from '../data/use-search.ts'
import { BackupWarning } from '../domain/backups/backup-warning.tsx'
import { NoDoctorNote } from '../domain/doctors/no-doctor-note.tsx'
import { LiveNote, useLive } from '../domain/live/live.tsx'
import { SettleModal } from '../domain/settle/settle-closed.tsx'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { zoneNote } from '../i18n/clinic-zone.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { useMay } from '../identity/own-role.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { DayAlerts } from './appointment-facts.tsx'
import { type BookingStart, BookModal } from './book-modal.tsx'
import { columnsOf } from './columns/day-team.tsx'
import { useNarrow } from './columns/team-calendar.tsx'
import { BookingFor, DayTools, TeamNote, useBookedPatient } from './day/day-tools.tsx'
import { DayView } from './day/day-view.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { MonthOverview } from './month-overview.tsx'
import { SearchResults } from './search-results.tsx'
import { bookableSlots, minutesOf, openSlots, stillBooked } from './slots.ts'
import { dayTexts } from './texts.ts'
import { useDayChoice } from './use-day-choice.ts'
import './day.css'
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
      <NoDoctorNote />
      {!isTooShort(choice.search) ? (
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
  const toToday = () => day !== today && onPick(today)
  useShortcut('t', t.today, toToday)
  useShortcut('p', t.previousDay, () => onPick(addDays(day, -1)))
  useShortcut('n', t.nextDay, () => onPick(addDays(day, 1)))
  return (
    <header className="day-head">
      <h2 id="day-heading" ref={heading} tabIndex={-1}>
        <span aria-live="polite">{showLongDay(language, day)}</span>
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
        <Button variant="quiet" aria-pressed={day === today} onClick={toToday}>
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

type DayPanelProps = {
  day: Day
  calendar: ClinicCalendar
  choice: ReturnType<typeof useDayChoice>
  heading: RefObject<HTMLHeadingElement | null>
}

/** Everything on one day, and booking on it. */
function DayPanel({ day, ...props }: DayPanelProps) {
  const t = useTexts(dayTexts)
  const { data, isCurrent, isLoading, error, reload } = useLive(
    useRead(read(scheduleEndpoints.readDay, { query: { date: day } })),
    (changed) => changed === day,
  )
  if (isCurrent && data) {
    return (
      <>
        {error !== undefined && (
          <p className="day-note" role="status">
            {t.isOld}
          </p>
        )}
        <LoadedDay key={day} day={day} staffDay={data} {...props} />
      </>
    )
  }
  if (error === undefined) return <DaySkeleton />
  return <LoadFailure what={t.dayWhat} error={error} onRetry={reload} busy={isLoading} />
}

function LoadedDay({
  day,
  staffDay,
  calendar,
  choice,
  heading,
}: DayPanelProps & { staffDay: StaffDay }) {
  const language = useLanguage()
  const t = dayTexts[language]
  const may = useMay()
  const [isSettling, setSettling] = useState(false)
  const isNarrow = useNarrow()
  const isToday = day === calendar.today
  const ofAnyDay = isNarrow ? 'list' : 'calendar'
  const view = choice.view === 'visits' && !isToday ? ofAnyDay : (choice.view ?? ofAnyDay)
  const columns = columnsOf(staffDay, choice.columns)
  const at = { day, calendar, now: new Date(clinicNow(calendar)) }
  const columnsWith = (slotsOf: typeof bookableSlots) =>
    staffDay.columns.map((column) => ({
      ...column,
      minutes: minutesOf(column),
      slots: slotsOf(column, staffDay, at),
    }))
  const [bookable, open] = may('bookings')
    ? [columnsWith(bookableSlots), columnsWith(openSlots)]
    : [[], []]
  const canBook = open.some(({ slots }) => slots.length > 0)
  const booking = useBooking(choice, staffDay, canBook)
  const standing = stillBooked(staffDay, at).length
  useFocusOnceClosed(booking.isWanted || isSettling, heading)
  return (
    <>
      {(booking.patient || booking.isUnusable) && (
        <BookingFor patient={booking.patient} onStop={choice.endPatient} />
      )}
      <TeamNote day={day} note={staffDay.note} />
      <DayTools
        staffDay={staffDay}
        isToday={isToday}
        view={view}
        columns={columns}
        choice={choice}
        canBook={canBook}
        onBook={() => booking.open({})}
      />
      {(view !== 'calendar' || columns === 'treatment') && <DayAlerts staffDay={staffDay} />}
      <DayView
        day={day}
        calendar={calendar}
        staffDay={staffDay}
        view={view}
        columns={columns}
        showsCancelled={choice.showsCancelled}
        bookable={bookable}
        open={open}
        onBook={booking.open}
        onSettle={may('setup') && standing > 0 ? () => setSettling(true) : undefined}
        onPickDay={choice.pickDay}
      />
      <SettleModal
        title={t.appointmentsOn(showDay(language, day))}
        scope={{ from: day, to: day }}
        count={standing}
        isOpen={isSettling}
        onClose={() => setSettling(false)}
      />
      {booking.start && (
        <BookModal
          day={day}
          timeZone={calendar.timeZone}
          columns={open}
          start={booking.start}
          onBooked={choice.endPatient}
          onClose={booking.close}
        />
      )}
    </>
  )
}

/** The dialog that books on a day. Once it is open, what is typed stays, whatever becomes of the day. */
function useBooking(choice: DayPanelProps['choice'], staffDay: StaffDay, canBook: boolean) {
  const may = useMay()
  const booked = useBookedPatient(may('bookings') ? choice.patient : '')
  const { patient, isReading } = booked
  const [wanted, setWanted] = useState<BookingStart | null>(null)
  // Who comes from a patient's page finds the dialog open; on another day they choose a time first.
  const isFromPatient = choice.patient !== '' && choice.day === null && staffDay.closed === null
  const [isArriving, setArriving] = useState(isFromPatient)
  if (isArriving && !isReading) {
    setArriving(false)
    if (patient && canBook) setWanted({})
  }
  return {
    ...booked,
    isWanted: wanted !== null,
    /** Absent while there is no dialog, and until its patient has been read. */
    start: wanted && !isReading ? { ...wanted, patient } : undefined,
    open: (start: BookingStart) => setWanted(start),
    close: () => setWanted(null),
  }
}
