import { addDays, type Day } from '../../contract/date.ts'
import type { StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { useLanguage } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { DayList } from './day-list.tsx'
import { dayText } from './day-text.ts'
import { type Column, type ColumnSlot, liveOnes } from './free-slots.ts'
import { closedText } from './fullness.ts'
import { dayTexts } from './texts.ts'
import type { View } from './use-day-choice.ts'

type DayViewProps = {
  day: Day
  today: Day
  staffDay: StaffDay
  view: View
  showsCancelled: boolean
  /** The columns with the slots that can be booked now. */
  bookable: readonly Column[]
  onBook: (wish: { treatmentId?: string; slot?: string }) => void
  onPickDay: (day: Day) => void
  reload: () => void
}

export function DayView({ day, today, staffDay, view, bookable, ...props }: DayViewProps) {
  const language = useLanguage()
  const t = dayTexts[language]
  const live = liveOnes(staffDay.appointments)
  const listed = props.showsCancelled ? staffDay.appointments : live
  const hasSlots = bookable.some(({ slots }) => slots.length > 0)
  const isBookable = (column: Column, { slot }: ColumnSlot) =>
    bookable.some(({ _id, slots }) => _id === column._id && slots.some((one) => one.slot === slot))

  const isEmpty = view === 'list' ? listed.length === 0 : live.length === 0 && !hasSlots
  if (isEmpty) {
    return (
      <NobodyBooked
        day={day}
        closed={staffDay.closed}
        onBook={hasSlots ? () => props.onBook({}) : undefined}
        onPickDay={props.onPickDay}
      />
    )
  }
  return (
    <>
      {staffDay.closed !== null && (
        <p className="day-note" role="status">
          {t.stillStand(closedText(language, staffDay.closed))}
        </p>
      )}
      {view === 'list' ? (
        <DayList day={day} appointments={listed} canMark={day <= today} reload={props.reload} />
      ) : (
        <DayCalendar
          staffDay={staffDay}
          isBookable={isBookable}
          onBook={(column, { slot }) => props.onBook({ treatmentId: column._id, slot })}
        />
      )}
    </>
  )
}

type NobodyBookedProps = Pick<DayViewProps, 'day' | 'onPickDay'> & {
  closed: string | null
  /** Absent where no time is left. */
  onBook: (() => void) | undefined
}

function NobodyBooked({ day, closed, onBook, onPickDay }: NobodyBookedProps) {
  const language = useLanguage()
  const t = dayTexts[language]
  const next = addDays(day, 1)
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
