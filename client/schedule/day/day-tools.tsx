import { Printer } from 'lucide-react'
import type { StaffDay } from '../../../contract/schedule/staff-appointment.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChooseColumns } from '../columns/day-team.tsx'
import { Segments } from '../segments.tsx'
import { liveOnes } from '../slots.ts'
import { dayTexts } from '../texts.ts'
import type { Columns, useDayChoice, View } from '../use-day-choice.ts'
import { LateButton } from '../visits/visit-note.tsx'

type DayToolsProps = {
  staffDay: StaffDay
  isToday: boolean
  view: View
  columns: Columns
  choice: Pick<
    ReturnType<typeof useDayChoice>,
    'chooseView' | 'chooseColumns' | 'showsCancelled' | 'showCancelled'
  >
  /** There is a time left on this day. */
  canBook: boolean
  onBook: () => void
}

/** How the day is looked at, and the one thing to do on it. */
export function DayTools({
  staffDay,
  isToday,
  view,
  columns,
  choice,
  canBook,
  onBook,
}: DayToolsProps) {
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
      {view === 'calendar' && (
        <ChooseColumns of={staffDay} value={columns} onChoose={choice.chooseColumns} />
      )}
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
