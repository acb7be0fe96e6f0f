import { ArrowLeft, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { addDays, type Day, parseDay } from '../../../contract/date.ts'
import { defineTexts } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { type DoctorWeek, teamEndpoints } from '../../../contract/schedule/endpoints.ts'
import { showDay, showWeekdayAndDay } from '../../../contract/show.ts'
import { useShortcut } from '../../app/shortcuts.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { type ClinicCalendar, calendar as clinicCalendar } from '../../data/shared-queries.ts'
import { read, useRead } from '../../data/use-read.ts'
import { LiveNote, useLive } from '../../domain/live/live.tsx'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { useMay } from '../../identity/own-role.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { DaySkeleton } from '../day-skeleton.tsx'
import { columnText, monthTexts, weekOf } from '../month.ts'
import { dayTexts } from '../texts.ts'
import { TeamCalendar } from './team-calendar.tsx'
import { type TeamColumn, weekColumns } from './team-columns.ts'
import { columnTexts } from './texts.ts'
import '../day-print.css'
import '../schedule.css'
import './team-modals.css'

const texts = defineTexts({
  en: {
    what: 'This week',
    calendarOfWeek: 'Calendar of the week',
    thisWeek: 'This week',
    backToDay: 'The whole day',
    span: (from: string, to: string) => `${from} to ${to}`,
    hours: 'Working hours',
    absence: 'Enter an absence',
  },
  es: {
    what: 'esta semana',
    calendarOfWeek: 'Calendario de la semana',
    thisWeek: 'Esta semana',
    backToDay: 'El día entero',
    span: (from, to) => `Del ${from} al ${to}`,
    hours: 'Horario de trabajo',
    absence: 'Anotar una ausencia',
  },
})

/** Seven days of one doctor side by side. */
export function DoctorWeekPage() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const calendar = useLive(useRead(clinicCalendar)).data
  const day = parseDay(query.get('date') ?? '') ?? calendar?.today
  return (
    <section className="day" aria-labelledby="day-heading">
      {calendar && day ? <Week key={id} {...{ id, day, calendar }} /> : <DaySkeleton withHead />}
    </section>
  )
}

type WeekProps = { id: string; day: Day; calendar: ClinicCalendar }

function Week({ id, day, calendar }: WeekProps) {
  const t = useTexts(texts)
  const days = weekOf(day)
  const { data, isCurrent, isLoading, error, reload } = useLive(
    useRead(read(teamEndpoints.readDoctorWeek, { params: { id }, query: { date: day } })),
    (changed) => days.includes(changed),
  )
  if (!data && error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <DaySkeleton withHead />
  return (
    <>
      <WeekHead doctor={data.doctor} {...{ day, days }} today={calendar.today} />
      {isCurrent ? <LoadedWeek week={data} calendar={calendar} /> : <DaySkeleton />}
    </>
  )
}

type WeekHeadProps = {
  doctor: DoctorWeek['doctor']
  day: Day
  days: readonly Day[]
  today: Day
}

function WeekHead({ doctor, day, days, today }: WeekHeadProps) {
  const language = useLanguage()
  const t = texts[language]
  const { previousWeek, nextWeek } = useTexts(monthTexts)
  const { print } = useTexts(dayTexts)
  const { weekOf: title } = useTexts(columnTexts)
  const [, setQuery] = useSearchParams()
  const mayPlan = useMay()('setup')
  const go = (to: Day) => setQuery({ date: to })
  useShortcut('p', previousWeek, () => go(addDays(day, -7)))
  useShortcut('n', nextWeek, () => go(addDays(day, 7)))
  const [first = day] = days
  const last = days.at(-1) ?? day
  return (
    <header className="day-head team-week-head">
      <div>
        <h2 id="day-heading" tabIndex={-1}>
          {title(doctor.name)}
        </h2>
        <p aria-live="polite">{t.span(showDay(language, first), showDay(language, last))}</p>
      </div>
      <div className="day-steps">
        <LiveNote />
        <Link className="team-week-link" to={`${paths.scheduleOf(day)}&columns=doctor`}>
          <Icon of={ArrowLeft} size={16} />
          {t.backToDay}
        </Link>
        {mayPlan && (
          <>
            <Link className="team-week-link" to={paths.doctorHours(doctor._id)}>
              {t.hours}
            </Link>
            <Link className="team-week-link" to={paths.doctorAbsence(doctor._id, day)}>
              {t.absence}
            </Link>
          </>
        )}
        <Button variant="quiet" className="day-print" onClick={() => window.print()}>
          <Icon of={Printer} />
          {print}
        </Button>
        <Button
          variant="quiet"
          className="day-step"
          aria-label={previousWeek}
          onClick={() => go(addDays(day, -7))}
        >
          <Icon of={ChevronLeft} />
        </Button>
        <Button variant="quiet" aria-pressed={days.includes(today)} onClick={() => go(today)}>
          {t.thisWeek}
        </Button>
        <Button
          variant="quiet"
          className="day-step"
          aria-label={nextWeek}
          onClick={() => go(addDays(day, 7))}
        >
          <Icon of={ChevronRight} />
        </Button>
      </div>
    </header>
  )
}

function LoadedWeek({ week, calendar }: { week: DoctorWeek; calendar: ClinicCalendar }) {
  const language = useLanguage()
  const { calendarOfWeek } = useTexts(texts)
  const nameOf = ({ day }: TeamColumn) => showWeekdayAndDay(language, day, calendar.today)
  return (
    <TeamCalendar
      label={calendarOfWeek}
      columns={weekColumns(week)}
      by="week"
      calendar={calendar}
      chairs={week.chairs}
      alerts={week.alerts}
      slotsOf={(treatmentId) => week.slots[treatmentId] ?? []}
      nameOf={nameOf}
      headOf={(column, id) => (
        <h3 id={id}>
          <Link to={`${paths.scheduleOf(column.day)}&columns=doctor`}>
            {columnText(language, column.day)} {Number(column.day.slice(8))}
          </Link>
        </h3>
      )}
    />
  )
}
