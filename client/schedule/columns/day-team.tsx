import type { Day } from '../../../contract/date.ts'
import { paths } from '../../../contract/page-paths.ts'
import type { StaffDay } from '../../../contract/schedule/staff-appointment.ts'
import type { ClinicCalendar } from '../../data/shared-queries.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Link } from '../../ui/link.tsx'
import { Segments } from '../segments.tsx'
import { dayTexts } from '../texts.ts'
import type { Columns } from '../use-day-choice.ts'
import { TeamCalendar } from './team-calendar.tsx'
import type { TeamCalendarProps } from './team-column.tsx'
import { chairColumns, doctorColumns, type TeamColumn } from './team-columns.ts'
import { columnTexts } from './texts.ts'

type Team = Pick<StaffDay, 'doctors' | 'chairs'>

/** What the columns of a day stand for: treatments, until doctors work; chairs, where there are some. */
export function columnsOf({ doctors, chairs }: Team, chosen: Columns | null): Columns {
  if (doctors.length === 0) return 'treatment'
  return chosen === null || (chosen === 'chair' && chairs.length === 0) ? 'doctor' : chosen
}

type ChooseColumnsProps = { of: Team; value: Columns; onChoose: (columns: Columns) => void }

/** The choice, where there is one. */
export function ChooseColumns({ of, value, onChoose }: ChooseColumnsProps) {
  const t = useTexts(columnTexts)
  if (of.doctors.length === 0) return null
  const options = [
    { value: 'doctor', label: t.byDoctor },
    ...(of.chairs.length > 0 ? [{ value: 'chair' as const, label: t.byChair }] : []),
    { value: 'treatment', label: t.byTreatment },
  ] as const
  return <Segments label={t.by} options={options} value={value} onPress={onChoose} />
}

type DayTeamProps = {
  day: Day
  calendar: ClinicCalendar
  staffDay: StaffDay
  by: 'doctor' | 'chair'
  onBook: TeamCalendarProps['onBook']
}

/** A day with a column for each doctor, or for each chair. */
export function DayTeam({ day, calendar, staffDay, by, onBook }: DayTeamProps) {
  const t = useTexts(columnTexts)
  const { calendarOfDay } = useTexts(dayTexts)
  const columns = (by === 'doctor' ? doctorColumns : chairColumns)(day, staffDay)
  const slots = new Map(staffDay.columns.map((one) => [one._id, one.slots]))
  const nobody = by === 'doctor' ? t.noDoctor : t.noChair
  const nameOf = ({ name, place }: TeamColumn) => (place === null ? nobody : name)
  return (
    <TeamCalendar
      label={calendarOfDay}
      columns={columns}
      by={by}
      calendar={calendar}
      chairs={staffDay.chairs}
      alerts={staffDay.alerts}
      slotsOf={(treatmentId) => slots.get(treatmentId) ?? []}
      nameOf={nameOf}
      onBook={onBook}
      headOf={(column, id) => (
        <h3 id={id}>
          {column.place?.doctor === undefined ? (
            nameOf(column)
          ) : (
            <Link to={paths.doctorWeek(column.place.doctor, day)}>{column.name}</Link>
          )}
        </h3>
      )}
    />
  )
}
