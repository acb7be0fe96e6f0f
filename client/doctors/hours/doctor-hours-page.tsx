import { Children, type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Day } from '../../../contract/date.ts'
import { doctorEndpoints } from '../../../contract/doctors/endpoints.ts'
import type {
  Chair,
  DoctorSchedule,
  StaffDoctorSchedule,
} from '../../../contract/doctors/schedule.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { paths } from '../../../contract/page-paths.ts'
import { type StaffTreatment, treatmentEndpoints } from '../../../contract/treatments/endpoints.ts'
import { BackLink, StaffPage } from '../../app/staff-page.tsx'
import { call } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { readTogether, useRead } from '../../data/use-read.ts'
import { AffectedModal, useAffected } from '../../forms/affected-modal.tsx'
import { ChangedMeanwhile, useRevision } from '../../forms/changed-meanwhile.tsx'
import { UnsavedGuard } from '../../forms/unsaved-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { listTexts } from '../../i18n/texts-lists.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CheckboxChoices } from '../../ui/fields/checkbox-field.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { RecentChanges } from '../changes/recent-changes.tsx'
import { settleTouches } from '../changes/settle-list.tsx'
import { changesTexts } from '../changes/texts.ts'
import { Blocks, Exceptions, SpanList, TimeOff } from './dated-lists.tsx'
import {
  draftOf,
  type HoursDraft,
  type HoursField,
  hoursFields,
  readDraft,
  replaced,
  type WeekDraft,
  withMondayCopied,
} from './hours-draft.ts'
import { hoursTexts } from './texts.ts'
import './doctor-hours.css'

const reads = [
  doctorEndpoints.readDoctorSchedule,
  doctorEndpoints.listChairs,
  treatmentEndpoints.listStaffTreatments,
  endpoints.readCalendar,
]

async function loadHours(id: string, signal: AbortSignal) {
  const [schedule, chairs, treatments, { today }] = await Promise.all([
    call(doctorEndpoints.readDoctorSchedule, { params: { id } }, { signal }),
    call(doctorEndpoints.listChairs, {}, { signal }),
    call(treatmentEndpoints.listStaffTreatments, {}, { signal }),
    call(endpoints.readCalendar, {}, { signal }),
  ])
  return { schedule, chairs, treatments, today }
}

/** When one doctor works, what they treat, and where. */
export function DoctorHoursPage() {
  const { id = '' } = useParams()
  const t = useTexts(hoursTexts)
  const source = readTogether(`doctor-hours ${id}`, reads, null, (signal) => loadHours(id, signal))
  const { data, error, isLoading, reload } = useRead(source, { fresh: true })
  if (data) return <HoursForm key={id} {...data} />
  if (error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return <HoursSkeleton />
}

/** What is known already stands where it will; the rest in the size of an ordinary week. */
function HoursSkeleton() {
  const t = useTexts(hoursTexts)
  return (
    <div className="staff-page" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <BackLink to={paths.manageDoctor}>{t.all}</BackLink>
      <div className="staff-page-head">
        <Skeleton width="300px" height="25px" />
        <Skeleton width="150px" height="36px" />
      </div>
      <p className="hours-intro">{t.intro}</p>
      <div className="hours-form">
        <div className="hours-part">
          <h3>{t.treatments}</h3>
          <p className="field-hint">{t.treatmentsHint}</p>
          <Skeleton height="176px" />
        </div>
        <div className="hours-part">
          <h3>{t.weeks}</h3>
          <Skeleton height="760px" />
        </div>
      </div>
    </div>
  )
}

type HoursFormProps = {
  schedule: StaffDoctorSchedule
  chairs: readonly Chair[]
  treatments: readonly StaffTreatment[]
  /** The clinic's, ISO. */
  today: Day
}

function HoursForm({ schedule, chairs, treatments, today }: HoursFormProps) {
  const t = useTexts(hoursTexts)
  const { question, revision, ...form } = useHoursForm(schedule, today)
  const changes = useTexts(changesTexts)
  const lists = useTexts(listTexts)
  const { draft, change, problems } = form
  const open = chairs.filter(({ archived, _id }) => !archived || draft.chairs.includes(_id))
  const offered = treatments.filter(
    ({ archived, _id }) => !archived || draft.treatments.includes(_id),
  )
  return (
    <StaffPage
      title={t.title(schedule.name)}
      back={<BackLink to={paths.manageDoctor}>{t.all}</BackLink>}
      beside={
        <ButtonLink variant="quiet" to={paths.doctorAbsence(schedule._id)}>
          {changes.enter}
        </ButtonLink>
      }
    >
      <UnsavedGuard when={form.isChanged && !form.pending} />
      <p className="hours-intro">{t.intro}</p>
      <RecentChanges doctor={schedule._id} />
      <form {...form.props} className="hours-form">
        <Part field="treatments" hint={t.treatmentsHint} problem={problems.treatments}>
          <div className="hours-choice">
            <CheckboxChoices
              of={offered}
              chosen={draft.treatments}
              onChange={(chosen) => change({ treatments: chosen })}
            />
          </div>
        </Part>
        <Part field="weeks" problem={problems.weeks}>
          <WeekHours weeks={draft.weeks} today={today} onChange={(weeks) => change({ weeks })} />
        </Part>
        <Part field="exceptions" hint={t.exceptionsHint} problem={problems.exceptions}>
          <Exceptions items={draft.exceptions} onChange={(exceptions) => change({ exceptions })} />
        </Part>
        <Part field="timeOff" hint={t.timeOffHint} problem={problems.timeOff}>
          <TimeOff items={draft.timeOff} onChange={(timeOff) => change({ timeOff })} />
        </Part>
        <Part field="blocks" hint={t.blocksHint} problem={problems.blocks}>
          <Blocks items={draft.blocks} onChange={(blocks) => change({ blocks })} />
        </Part>
        {open.length > 0 && (
          <Part field="chairs" hint={t.chairsHint} problem={problems.chairs}>
            <div className="hours-choice">
              <CheckboxChoices
                of={open}
                chosen={draft.chairs}
                onChange={(chosen) => change({ chairs: chosen })}
              />
            </div>
          </Part>
        )}
        <ChangedMeanwhile
          form={form}
          newest={draftOf(schedule, today)}
          revision={revision}
          words={(field, theirs) => ({ label: t[field], text: t.entries(theirs[field].length) })}
        />
        <ErrorLine>{form.failure}</ErrorLine>
        <Button type="submit" busy={form.pending} className="hours-save">
          {t.save}
        </Button>
      </form>
      <AffectedModal
        {...question}
        title={t.question}
        confirmLabel={question.affected.length > 0 ? lists.saveAndSettle : t.save}
      >
        <p>{lists.settledNext}</p>
      </AffectedModal>
    </StaffPage>
  )
}

const touches = [
  doctorEndpoints.readDoctorSchedule,
  treatmentEndpoints.listStaffTreatments,
  endpoints.listTreatments,
  endpoints.listAvailable,
  endpoints.listWorkingDoctors,
  ...settleTouches,
]

function useHoursForm({ _id: id, name, ...schedule }: StaffDoctorSchedule, today: Day) {
  const language = useLanguage()
  const t = useTexts(hoursTexts)
  const navigate = useNavigate()
  const revision = useRevision(schedule.revision)
  const { ask, question } = useAffected({
    send: (changed: DoctorSchedule, confirmed: boolean) =>
      call(doctorEndpoints.changeDoctorSchedule, {
        params: { id },
        body: { ...changed, confirmed, revision: revision.from },
      }),
    touches,
    onConfirmed(now) {
      form.reset(draftOf(now, today))
      onDone(now)
      if (now.change !== null) void navigate(paths.planChange(now.change))
    },
  })
  const form = useForm({
    start: draftOf(schedule, today),
    fields: hoursFields,
    check: (draft: HoursDraft) => readDraft(draft, language),
    send: ask,
    touches,
    saved: (now) => draftOf(now, today),
    onDone,
  })
  function onDone(now: StaffDoctorSchedule) {
    revision.saved(now.revision)
    toast.success(t.saved(name))
  }
  return { ...form, question, revision }
}

type PartProps = {
  field: HoursField
  hint?: string
  problem: string | undefined
  children: ReactNode
}

/** One section of the form; its heading takes the focus where it has a problem. */
function Part({ field, hint, problem, children }: PartProps) {
  const t = useTexts(hoursTexts)
  return (
    <section className="hours-part" aria-labelledby={`hours-${field}`}>
      <h3 id={`hours-${field}`} data-field={field} tabIndex={-1}>
        {t[field]}
      </h3>
      {hint && <p className="field-hint">{hint}</p>}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {children}
    </section>
  )
}

type WeekHoursProps = {
  weeks: readonly WeekDraft[]
  /** The clinic's, ISO. */
  today: Day
  onChange: (weeks: WeekDraft[]) => void
}

/** The clinic's week begins on Monday, the list of the contract on Sunday. */
const shownOrder = [1, 2, 3, 4, 5, 6, 0]
const workday = [
  { from: '09:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]

/** The hours of a week, each from a day on until the next ones begin. */
function WeekHours({ weeks, today, onChange }: WeekHoursProps) {
  const t = useTexts(hoursTexts)
  const last = weeks.at(-1)

  function add() {
    const first = {
      from: today,
      days: t.weekdays.map((_, day) => (day > 0 && day < 6 ? workday : [])),
    }
    onChange([...weeks, last ? { ...last, from: '' } : first])
  }

  return (
    <>
      {weeks.length === 0 && <p className="hours-none">{t.noWeeks}</p>}
      {Children.map([...weeks.keys()], (place) => {
        const week = weeks[place]
        return (
          week && <Week week={week} onChange={(next) => onChange(replaced(weeks, place, next))} />
        )
      })}
      <Button variant="quiet" className="hours-add" onClick={add}>
        {weeks.length === 0 ? t.addWeek : t.addLaterWeek}
      </Button>
    </>
  )
}

type WeekProps = { week: WeekDraft; onChange: (week: WeekDraft | undefined) => void }

function Week({ week, onChange }: WeekProps) {
  const t = useTexts(hoursTexts)
  return (
    <div className="week">
      <div className="week-head">
        <Field
          label={t.from}
          type="date"
          value={week.from}
          onChange={({ target }) => onChange({ ...week, from: target.value })}
        />
        <Button
          variant="quiet"
          className="row-button"
          onClick={() => onChange(withMondayCopied(week))}
        >
          {t.copyMonday}
        </Button>
        <Button variant="quiet" className="row-button" onClick={() => onChange(undefined)}>
          {t.removeWeek}
        </Button>
      </div>
      <ul className="week-days">
        {shownOrder.map((day) => (
          <li key={day}>
            <span className="week-day">{t.weekdays[day]}</span>
            <SpanList
              what={t.weekdays[day] ?? ''}
              spans={week.days[day] ?? []}
              onChange={(spans) => onChange({ ...week, days: replaced(week.days, day, spans) })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
