import { type RefObject, useState } from 'react'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { Day } from '../../contract/date.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { showDay } from '../../contract/show.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { read, useRead } from '../data/use-read.ts'
import { useLive } from '../domain/live/live.tsx'
import { SettleModal } from '../domain/settle/settle-closed.tsx'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { useMay } from '../identity/own-role.ts'
import { DayAlerts } from './appointment-facts.tsx'
import { type BookingStart, BookModal } from './book-modal.tsx'
import { BookingFor, useBookedPatient } from './booking/booking-for.tsx'
import { columnsOf } from './columns/day-team.tsx'
import { DayTools } from './day/day-tools.tsx'
import { DayView, standingOf } from './day/day-view.tsx'
import { TeamNote } from './day/team-note.tsx'
import { useNarrow } from './day/use-narrow.ts'
import { DaySkeleton } from './day-skeleton.tsx'
import { bookableSlots, minutesOf, openSlots } from './slots.ts'
import { dayTexts } from './texts.ts'
import type { useDayChoice } from './use-day-choice.ts'
import './day.css'

type DayPanelProps = {
  day: Day
  calendar: BookingCalendar
  choice: ReturnType<typeof useDayChoice>
  heading: RefObject<HTMLHeadingElement | null>
}

/** Everything on one day, and booking on it. */
export function DayPanel({ day, ...props }: DayPanelProps) {
  const t = useTexts(dayTexts)
  const { data, isCurrent, isLoading, error, reload } = useLive(
    useRead(read(dayEndpoints.readDay, { query: { date: day } })),
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
  const patient = useBookedPatient(may('bookings') ? choice.patient : '')
  // Who comes from a patient's page finds the dialog open; on another day they choose a time first.
  const isFromPatient = choice.patient !== '' && choice.day === null && staffDay.closed === null
  const [booking, setBooking] = useState<BookingStart | null>(isFromPatient ? {} : null)
  const [isSettling, setSettling] = useState(false)
  const isNarrow = useNarrow()
  const isToday = day === calendar.today
  const ofAnyDay = isNarrow ? 'list' : 'calendar'
  const view = choice.view === 'visits' && !isToday ? ofAnyDay : (choice.view ?? ofAnyDay)
  const columns = columnsOf(staffDay, choice.columns)
  useFocusOnceClosed(booking !== null || isSettling, heading)

  const at = { day, calendar, now: new Date() }
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
  const isKnown = choice.patient === '' || patient !== undefined
  return (
    <>
      {patient && <BookingFor patient={patient} onStop={choice.endPatient} />}
      <TeamNote day={day} note={staffDay.note} />
      <DayTools
        staffDay={staffDay}
        isToday={isToday}
        view={view}
        columns={columns}
        choice={choice}
        canBook={canBook}
        onBook={() => setBooking({})}
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
        onBook={setBooking}
        onSettle={may('setup') ? () => setSettling(true) : undefined}
        onPickDay={choice.pickDay}
      />
      <SettleModal
        title={t.appointmentsOn(showDay(language, day))}
        scope={{ from: day, to: day }}
        count={standingOf(staffDay).length}
        isOpen={isSettling}
        onClose={() => setSettling(false)}
      />
      {booking && canBook && isKnown && (
        <BookModal
          day={day}
          timeZone={calendar.timeZone}
          columns={open}
          start={{ ...booking, patient }}
          onBooked={choice.endPatient}
          onClose={() => setBooking(null)}
        />
      )}
    </>
  )
}
