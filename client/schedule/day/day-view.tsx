import type { Day } from '../../../contract/date.ts'
import type { Span } from '../../../contract/schedule/day-parts.ts'
import type {
  Closing,
  StaffAppointment,
  StaffDay,
} from '../../../contract/schedule/staff-appointment.ts'
import { showDay, showLongDay } from '../../../contract/show.ts'
import type { ClinicCalendar } from '../../data/shared-queries.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import picture from '../../ui/art/no-appointments.svg'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Table, type Column as TableColumn } from '../../ui/table.tsx'
import { type ListedDay, useListColumns } from '../appointment-facts.tsx'
import type { BookingStart } from '../book-modal.tsx'
import { useNewest } from '../changes.tsx'
import { DayTeam } from '../columns/day-team.tsx'
import { DayCalendar } from '../day-calendar.tsx'
import { closedText } from '../month.ts'
import {
  type Column,
  type ColumnSlot,
  firstIn,
  liveOnes,
  nextOpenDay,
  type OpenColumn,
} from '../slots.ts'
import { dayTexts } from '../texts.ts'
import type { Columns, View } from '../use-day-choice.ts'
import { CheckInBoard, VisitSteps } from '../visits/check-in-board.tsx'
import '../day.css'
import './day-list.css'

type DayViewProps = {
  day: Day
  calendar: ClinicCalendar
  staffDay: StaffDay
  view: View
  /** Of the calendar. */
  columns: Columns
  showsCancelled: boolean
  /** The columns with the slots that can be booked now. */
  bookable: readonly Column[]
  /** The same with those that can be booked against a rule. */
  open: readonly OpenColumn[]
  onBook: (start: BookingStart) => void
  /** Absent where it is not the reader's to settle, or nothing is left. */
  onSettle: (() => void) | undefined
  onPickDay: (day: Day) => void
}

/** The day as it is looked at. */
export function DayView({
  day,
  calendar,
  staffDay,
  view,
  columns,
  bookable,
  open,
  ...props
}: DayViewProps) {
  const live = liveOnes(staffDay.appointments)
  const listed = props.showsCancelled ? staffDay.appointments : live
  const hasSlots = bookable.some(({ slots }) => slots.length > 0)
  const isBookable = (column: Column, { slot, heldFor }: ColumnSlot) =>
    (heldFor === null ? bookable : open).some(
      ({ _id, slots }) => _id === column._id && slots.some((one) => one.slot === slot),
    )

  function bookWith(doctor: string, span: Span) {
    const own = staffDay.doctors.find(({ _id }) => _id === doctor)
    props.onBook({ doctor, ...(own && firstIn(span, own, open)) })
  }
  const team = view === 'calendar' && columns !== 'treatment' ? columns : null
  const isEmpty =
    view === 'calendar' ? team === null && live.length === 0 && !hasSlots : listed.length === 0
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
          onSettle={props.onSettle}
        />
      )}
      {view === 'visits' && <CheckInBoard staffDay={staffDay} />}
      {view === 'list' && (
        <DayList
          day={day}
          appointments={listed}
          staffDay={staffDay}
          canSetStatus={day <= calendar.today}
        />
      )}
      {team !== null && (
        <DayTeam
          by={team}
          {...{ day, calendar, staffDay }}
          onBook={open.some(({ slots }) => slots.length > 0) ? bookWith : undefined}
        />
      )}
      {view === 'calendar' && team === null && (
        <DayCalendar
          calendar={calendar}
          isToday={day === calendar.today}
          staffDay={staffDay}
          isBookable={isBookable}
          onBook={(column, { slot }) => props.onBook({ treatmentId: column._id, slot })}
        />
      )}
    </>
  )
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
            {t.goTo(showLongDay(language, next))}
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

type DayListProps = {
  day: Day
  appointments: readonly StaffAppointment[]
  staffDay: ListedDay
  /** The status is set from the day of the appointment on. */
  canSetStatus: boolean
}

/** The day as a list, fit for printing. */
function DayList({ day, appointments, staffDay, canSetStatus }: DayListProps) {
  const language = useLanguage()
  const columns = useListColumns(staffDay)
  const { newest, learn } = useNewest()
  const actions: TableColumn<StaffAppointment> = {
    heading: sharedTexts[language].actions,
    part: 'actions',
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
