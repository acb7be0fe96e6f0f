import { Printer } from 'lucide-react'
import { type RefObject, useState, useSyncExternalStore } from 'react'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { Day } from '../../contract/date.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type {
  Closing,
  StaffAppointment,
  StaffDay,
} from '../../contract/schedule/staff-appointment.ts'
import { showDay } from '../../contract/show.ts'
import { useShortcut } from '../app/shortcuts.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { read, useRead } from '../data/use-read.ts'
import { SettleModal } from '../domain/settle/settle-closed.tsx'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { CheckboxField } from '../ui/fields/checkbox-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Table, type Column as TableColumn } from '../ui/table.tsx'
import { DayAlerts, useListColumns } from './appointment-facts.tsx'
import { type BookingStart, BookModal } from './book-modal.tsx'
import { useNewest } from './changes.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { useLive } from './live.tsx'
import { closedText } from './month.ts'
import { Segments } from './segments.tsx'
import {
  bookableSlots,
  type Column,
  type ColumnSlot,
  liveOnes,
  minutesOf,
  nextOpenDay,
  type OpenColumn,
  openSlots,
} from './slots.ts'
import { dayText, dayTexts } from './texts.ts'
import type { useDayChoice, View } from './use-day-choice.ts'
import { CheckInBoard } from './visits/check-in-board.tsx'
import { LateButton } from './visits/visit-note.tsx'
import { VisitSteps } from './visits/visit-steps.tsx'
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
  const [booking, setBooking] = useState<BookingStart | null>(null)
  const [isSettling, setSettling] = useState(false)
  const isNarrow = useNarrow()
  const isToday = day === calendar.today
  const ofAnyDay = isNarrow ? 'list' : 'calendar'
  const view = choice.view === 'visits' && !isToday ? ofAnyDay : (choice.view ?? ofAnyDay)
  useFocusOnceClosed(booking !== null || isSettling, heading)

  const at = { day, calendar, now: new Date() }
  const columnsWith = (slotsOf: typeof bookableSlots) =>
    staffDay.columns.map((column) => ({
      ...column,
      minutes: minutesOf(column),
      slots: slotsOf(column, staffDay, at),
    }))
  const [bookable, open] = [columnsWith(bookableSlots), columnsWith(openSlots)]
  return (
    <>
      <DayTools
        staffDay={staffDay}
        isToday={isToday}
        view={view}
        choice={choice}
        canBook={open.some(({ slots }) => slots.length > 0)}
        onBook={() => setBooking({})}
      />
      <DayAlerts staffDay={staffDay} />
      <DayView
        day={day}
        calendar={calendar}
        staffDay={staffDay}
        view={view}
        showsCancelled={choice.showsCancelled}
        bookable={bookable}
        open={open}
        onBook={setBooking}
        onSettle={() => setSettling(true)}
        onPickDay={choice.pickDay}
      />
      <SettleModal
        title={t.appointmentsOn(showDay(language, day))}
        scope={{ from: day, to: day }}
        count={standingOf(staffDay).length}
        isOpen={isSettling}
        onClose={() => setSettling(false)}
      />
      {booking && (
        <BookModal
          day={day}
          timeZone={calendar.timeZone}
          columns={open}
          start={booking}
          onClose={() => setBooking(null)}
        />
      )}
    </>
  )
}

type DayToolsProps = {
  staffDay: StaffDay
  isToday: boolean
  view: View
  choice: Pick<ReturnType<typeof useDayChoice>, 'chooseView' | 'showsCancelled' | 'showCancelled'>
  /** There is a time left on this day. */
  canBook: boolean
  onBook: () => void
}

/** How the day is looked at, and the one thing to do on it. */
function DayTools({ staffDay, isToday, view, choice, canBook, onBook }: DayToolsProps) {
  const t = useTexts(dayTexts)
  const views = [
    { value: 'calendar', label: t.asCalendar },
    { value: 'list', label: t.asList },
    ...(isToday ? [{ value: 'visits' as const, label: t.asVisits }] : []),
  ] as const
  useShortcut('b', t.bookForPatient, canBook ? onBook : undefined)
  useShortcut('v', t.view, () => choice.chooseView(view === 'list' ? 'calendar' : 'list'))
  const live = liveOnes(staffDay.appointments).length
  const cancelled = staffDay.appointments.length - live
  return (
    <div className="day-tools">
      <Segments label={t.view} options={views} value={view} onPress={choice.chooseView} />
      <p className="day-count" role="status">
        {t.appointments(live)}
      </p>
      <LateButton of={staffDay.appointments} onPress={() => choice.chooseView('visits')} />
      {view === 'list' && cancelled > 0 && (
        <CheckboxField
          label={t.showCancelled(cancelled)}
          checked={choice.showsCancelled}
          onChange={choice.showCancelled}
        />
      )}
      {live > 0 && (
        <Button variant="quiet" className="day-print" onClick={() => window.print()}>
          <Icon of={Printer} />
          {t.print}
        </Button>
      )}
      {canBook && (
        <Button className="day-book-for" aria-haspopup="dialog" onClick={onBook}>
          {t.bookForPatient}
        </Button>
      )}
    </div>
  )
}

type DayViewProps = {
  day: Day
  calendar: BookingCalendar
  staffDay: StaffDay
  view: View
  showsCancelled: boolean
  /** The columns with the slots that can be booked now. */
  bookable: readonly Column[]
  /** The same with those that can be booked against a rule. */
  open: readonly OpenColumn[]
  onBook: (start: BookingStart) => void
  onSettle: () => void
  onPickDay: (day: Day) => void
}

function DayView({ day, calendar, staffDay, view, bookable, open, ...props }: DayViewProps) {
  const live = liveOnes(staffDay.appointments)
  const listed = props.showsCancelled ? staffDay.appointments : live
  const hasSlots = bookable.some(({ slots }) => slots.length > 0)
  const isBookable = (column: Column, { slot, heldFor }: ColumnSlot) =>
    (heldFor === null ? bookable : open).some(
      ({ _id, slots }) => _id === column._id && slots.some((one) => one.slot === slot),
    )

  const isEmpty = view === 'calendar' ? live.length === 0 && !hasSlots : listed.length === 0
  if (isEmpty) {
    return (
      <NobodyBooked
        day={day}
        calendar={calendar}
        closed={staffDay.closed}
        onBook={hasSlots ? () => props.onBook({}) : undefined}
        onPickDay={props.onPickDay}
      />
    )
  }
  return (
    <>
      {staffDay.closed !== null && (
        <StillStanding
          closed={staffDay.closed}
          asked={staffDay.asked.length}
          onSettle={standingOf(staffDay).length > 0 ? props.onSettle : undefined}
        />
      )}
      {view === 'visits' && <CheckInBoard appointments={staffDay.appointments} />}
      {view === 'list' && (
        <DayList
          day={day}
          appointments={listed}
          asked={staffDay.asked}
          canSetStatus={day <= calendar.today}
        />
      )}
      {view === 'calendar' && (
        <DayCalendar
          timeZone={calendar.timeZone}
          isToday={day === calendar.today}
          staffDay={staffDay}
          isBookable={isBookable}
          onBook={(column, { slot }) => props.onBook({ treatmentId: column._id, slot })}
        />
      )}
    </>
  )
}

/** The appointments that nobody has seen to yet. */
function standingOf({ appointments }: StaffDay): StaffAppointment[] {
  return appointments.filter(({ status }) => status === 'booked')
}

type StillStandingProps = {
  closed: Closing
  /** How many patients were asked to choose another time and have not. */
  asked: number
  /** Absent where nothing is left to settle. */
  onSettle: (() => void) | undefined
}

/** What still stands on a closed day, and the way to settle it. */
function StillStanding({ closed, asked, onSettle }: StillStandingProps) {
  const language = useLanguage()
  const t = dayTexts[language]
  return (
    <div className="day-note day-closed">
      <p role="status">
        {t.stillStand(closedText(language, closed))} {asked > 0 && t.askedSoFar(asked)}
      </p>
      {onSettle && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={onSettle}>
          {t.settle}
        </Button>
      )}
    </div>
  )
}

type NobodyBookedProps = Pick<DayViewProps, 'day' | 'calendar' | 'onPickDay'> & {
  closed: Closing | null
  /** Absent where no time is left. */
  onBook: (() => void) | undefined
}

function NobodyBooked({ day, calendar, closed, onBook, onPickDay }: NobodyBookedProps) {
  const language = useLanguage()
  const t = dayTexts[language]
  const next = nextOpenDay(calendar, day)
  return (
    <EmptyState
      picture={picture}
      title={closed === null ? t.nobody : t.closedDay}
      action={
        onBook ? (
          <Button variant="quiet" aria-haspopup="dialog" onClick={onBook}>
            {t.bookFirst}
          </Button>
        ) : (
          <Button variant="quiet" onClick={() => onPickDay(next)}>
            {t.goTo(dayText(language, next))}
          </Button>
        )
      }
    >
      <p>
        {closed !== null
          ? t.nobodyWhileClosed(closedText(language, closed))
          : onBook
            ? t.arrivesByItself
            : t.noTimeLeft}
      </p>
    </EmptyState>
  )
}

const narrow = '(width < 720px)'

function watch(onChange: () => void) {
  const media = window.matchMedia(narrow)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** A screen too narrow for columns side by side. */
function useNarrow(): boolean {
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(narrow).matches,
    () => false,
  )
}

type DayListProps = {
  day: Day
  appointments: readonly StaffAppointment[]
  /** Ids of those whose patients were asked to choose another time. */
  asked: readonly string[]
  /** The status is set from the day of the appointment on. */
  canSetStatus: boolean
}

/** The day as a list, fit for printing. */
function DayList({ day, appointments, asked, canSetStatus }: DayListProps) {
  const language = useLanguage()
  const columns = useListColumns(asked)
  const { newest, learn } = useNewest()
  const actions: TableColumn<StaffAppointment> = {
    heading: sharedTexts[language].actions,
    cell: (one) => <VisitSteps appointment={one} onChanged={learn} />,
  }
  // On paper alone, for a pen.
  const notes = { heading: dayTexts[language].notes, cell: () => null }
  return (
    <div className="day-list day-list-notes">
      <Table
        caption={dayTexts[language].appointmentsOn(showDay(language, day))}
        hideCaption
        columns={[...columns, ...(canSetStatus ? [actions] : []), notes]}
        rows={appointments.map(newest)}
        rowKey={({ _id }) => _id}
      />
    </div>
  )
}
