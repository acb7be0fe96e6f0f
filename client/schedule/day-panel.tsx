import { type RefObject, useState } from 'react'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { Day } from '../../contract/date.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type { StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useFetched } from '../data/use-fetched.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { useTexts } from '../i18n/language.tsx'
import { BookModal, type Wish } from './book-modal.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { DayTools } from './day-tools.tsx'
import { DayView } from './day-view.tsx'
import { bookableSlots } from './free-slots.ts'
import { dayTexts } from './texts.ts'
import type { useDayChoice } from './use-day-choice.ts'
import { useLive } from './use-live.ts'
import { useNarrow } from './use-narrow.ts'

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
    useFetched(day, (signal) => call(dayEndpoints.readDay, { query: { date: day } }, { signal })),
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
        <LoadedDay key={day} day={day} staffDay={data} reload={reload} {...props} />
      </>
    )
  }
  if (error === undefined) return <DaySkeleton />
  return <LoadFailure what={t.dayWhat} error={error} onRetry={reload} busy={isLoading} />
}

type LoadedDayProps = DayPanelProps & { staffDay: StaffDay; reload: () => void }

function LoadedDay({ day, staffDay, calendar, choice, heading, reload }: LoadedDayProps) {
  const [wish, setWish] = useState<Wish | null>(null)
  const isNarrow = useNarrow()
  const view = choice.view ?? (isNarrow ? 'list' : 'calendar')
  useFocusOnceClosed(wish !== null, heading)

  const bookable = staffDay.columns.map((column) => ({
    ...column,
    slots: bookableSlots(column, staffDay, { day, calendar, now: new Date() }),
  }))
  return (
    <>
      <DayTools
        staffDay={staffDay}
        view={view}
        choice={choice}
        canBook={bookable.some(({ slots }) => slots.length > 0)}
        onBook={() => setWish({})}
      />
      <DayView
        day={day}
        today={calendar.today}
        staffDay={staffDay}
        view={view}
        showsCancelled={choice.showsCancelled}
        bookable={bookable}
        onBook={setWish}
        onPickDay={choice.pickDay}
        reload={reload}
      />
      {wish && (
        <BookModal
          day={day}
          columns={bookable}
          wish={wish}
          reload={reload}
          onClose={() => setWish(null)}
        />
      )}
    </>
  )
}
