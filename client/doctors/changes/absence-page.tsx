import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { type Day, parseDay } from '../../../contract/date.ts'
import { doctorEndpoints } from '../../../contract/doctors/endpoints.ts'
import { planChangeEndpoints } from '../../../contract/doctors/plan-changes.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import type { AffectedAppointment } from '../../../contract/errors.ts'
import { paths } from '../../../contract/page-paths.ts'
import { BackLink, StaffPage } from '../../app/staff-page.tsx'
import { call, refusalOf } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { leaving, useAction } from '../../data/use-action.ts'
import { readTogether, useRead } from '../../data/use-read.ts'
import { mostListed, useAffected, WaitingNote } from '../../forms/affected-modal.tsx'
import { UnsavedGuard } from '../../forms/unsaved-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'
import { Field } from '../../ui/fields/field.tsx'
import {
  type Absence,
  type AbsenceDraft,
  absenceFields,
  readAbsence,
  withDay,
} from './absence-draft.ts'
import type { ToDecide } from './choices.ts'
import {
  type LeftOver,
  overtakenIn,
  SettleHint,
  SettleList,
  settleAll,
  settleTouches,
  useDecisions,
} from './settle-list.tsx'
import { changesTexts } from './texts.ts'
import './changes.css'

const reads = [doctorEndpoints.readDoctorSchedule, endpoints.readCalendar]
const touches = [...settleTouches, doctorEndpoints.readDoctorSchedule, endpoints.listAvailable]

/** Records a doctor's absence: the days, the affected appointments, and what happens to each. */
export function AbsencePage() {
  const { id = '' } = useParams()
  const t = useTexts(changesTexts)
  const source = readTogether(`doctor-absence ${id}`, reads, null, async (signal) => {
    const [doctor, calendar] = await Promise.all([
      call(doctorEndpoints.readDoctorSchedule, { params: { id } }, { signal }),
      call(endpoints.readCalendar, {}, { signal }),
    ])
    return { name: doctor.name, today: calendar.today }
  })
  const { data, error, isLoading, reload } = useRead(source, { fresh: true })
  if (data) return <Absent key={id} id={id} {...data} />
  if (error !== undefined) {
    return <LoadFailure what={t.absenceWhat} error={error} onRetry={reload} busy={isLoading} />
  }
  return <AbsenceSkeleton />
}

function AbsenceSkeleton() {
  const t = useTexts(changesTexts)
  return (
    <div className="staff-page" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <Skeleton width="274px" height="44px" />
      <Skeleton width="min(300px, 80%)" height="25px" />
      <p className="settle-hint">{t.absenceIntro}</p>
      <div className="absence-form">
        <div className="absence-days">
          <Skeleton width="min(240px, calc(50% - 8px))" height="62px" />
          <Skeleton width="min(240px, calc(50% - 8px))" height="62px" />
        </div>
        <Skeleton width="240px" height="44px" />
        <Skeleton height="87px" />
        <Skeleton width="178px" height="36px" />
      </div>
    </div>
  )
}

type AbsentProps = { id: string; name: string; today: Day }

function Absent({ id, name, today }: AbsentProps) {
  const t = useTexts(changesTexts)
  const { form, question } = useAbsence({ id, name, today })
  const absence = question.isOpen ? form.draft : undefined
  return (
    <StaffPage
      title={t.absenceTitle(name)}
      back={<BackLink to={paths.doctorHours(id)}>{t.back(name)}</BackLink>}
    >
      {absence ? (
        <Affected
          {...{ id, name, absence, today }}
          affected={question.affected}
          waiting={question.waiting}
          onBack={question.onClose}
        />
      ) : (
        <>
          <p className="settle-hint">{t.absenceIntro}</p>
          <AbsenceForm form={form} today={today} />
        </>
      )}
    </StaffPage>
  )
}

function useAbsence({ id, name, today }: AbsentProps) {
  const language = useLanguage()
  const t = useTexts(changesTexts)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const asked = parseDay(params.get('date') ?? '')
  const first = asked && asked >= today ? asked : today
  const { ask, question } = useAffected({
    send: (absence: Absence, confirmed: boolean) =>
      call(planChangeEndpoints.addAbsence, { params: { id }, body: { ...absence, confirmed } }),
    touches,
    onConfirmed() {},
  })
  const form = useForm({
    start: { from: first, to: first, isPart: false, begins: '', ends: '', reason: '' },
    fields: absenceFields,
    fieldOf: { days_backwards: 'to', too_many_absent_days: 'to', absence_over: 'to' } as const,
    check: (draft: AbsenceDraft) => readAbsence(draft, today, language),
    send: ask,
    touches,
    onDone() {
      toast.success(t.entered(name))
      void navigate(paths.doctorHours(id))
      return leaving
    },
  })
  return { form, question }
}

type AbsenceFormProps = { form: ReturnType<typeof useAbsence>['form']; today: Day }

function AbsenceForm({ form, today }: AbsenceFormProps) {
  const t = useTexts(changesTexts)
  const { draft, change, problems } = form
  const day = (name: 'from' | 'to') => ({
    ...{ name, type: 'date', value: draft[name], error: problems[name] },
    onChange: ({ target }: { target: HTMLInputElement }) =>
      change(withDay(draft, name, target.value)),
  })
  const field = (name: 'begins' | 'ends' | 'reason') => ({
    ...{ name, value: draft[name], error: problems[name] },
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  })
  return (
    <form {...form.props} className="absence-form">
      <UnsavedGuard when={form.isChanged && !form.pending} />
      <div className="absence-days">
        <Field {...day('from')} label={t.first} />
        <Field {...day('to')} label={t.last} min={draft.from || today} />
      </div>
      <CheckboxField
        label={t.part}
        checked={draft.isPart}
        onChange={(isPart) => change({ isPart })}
      />
      {draft.isPart && (
        <div className="absence-days">
          <Field {...field('begins')} label={t.begins} type="time" />
          <Field {...field('ends')} label={t.ends} type="time" />
        </div>
      )}
      <Field
        {...field('reason')}
        label={t.note}
        hint={t.noteHint}
        maxLength={200}
        autoComplete="off"
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <Button type="submit" busy={form.pending}>
        {t.check}
      </Button>
    </form>
  )
}

type AffectedProps = AbsentProps & {
  absence: AbsenceDraft
  affected: readonly AffectedAppointment[]
  waiting: number
  onBack: () => void
}

/** Who is affected; one press enters the absence and carries out what is chosen. */
function Affected({ id, name, absence, affected, waiting, today, onBack }: AffectedProps) {
  const t = useTexts(changesTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const all = affected.flatMap((one): ToDecide[] =>
    one.proposal ? [{ ...one, doctor: id, proposal: one.proposal }] : [],
  )
  const deciding = useDecisions(all)
  const { pending, refusal, done, run } = useEntering({ id, name }, deciding.choices)
  const language = useLanguage()
  // The form that was sent is gone.
  useEffect(() => heading.current?.focus(), [])
  const count = deciding.choices.length
  const isPart = all.length >= mostListed
  const affectedText = isPart ? t.affectedMany : t.affected
  function submit() {
    const checked = readAbsence(absence, today, language)
    if (checked.ok) void run(checked.values)
  }
  return (
    <section className="change-part" aria-labelledby="absence-affected">
      <UnsavedGuard when={!pending} />
      <h3 id="absence-affected" ref={heading} tabIndex={-1}>
        {all.length > 0 ? affectedText(all.length) : t.onlyWaiting}
      </h3>
      {all.length > 0 && (
        <>
          <p className="settle-hint">{t.affectedText}</p>
          {isPart && <p className="settle-hint">{t.othersLater(mostListed)}</p>}
          <SettleList all={all} isPart={isPart} deciding={deciding} />
          <SettleHint choices={deciding.choices} />
        </>
      )}
      <WaitingNote count={waiting} />
      <ErrorLine>{refusal?.message}</ErrorLine>
      <div className="absence-buttons">
        <Button busy={pending} onClick={submit}>
          {count > 0 ? t.enterAnd(count) : t.enterOnly}
        </Button>
        {!pending && (
          <Button variant="quiet" onClick={onBack}>
            {t.change}
          </Button>
        )}
        <p role="status" className="settle-hint">
          {pending && count > 0 && t.progress(done, count)}
        </p>
      </div>
    </section>
  )
}

/** `overtaken`: how many decisions came too late. */
type Entered = { change: string | null; left?: LeftOver; overtaken: number }

/** Enters the absence, then settles; from then on the page of the change shows what is left. */
function useEntering(
  { id, name }: Pick<AbsentProps, 'id' | 'name'>,
  choices: ReturnType<typeof useDecisions>['choices'],
) {
  const t = useTexts(changesTexts)
  const navigate = useNavigate()
  const [done, setDone] = useState(0)
  const action = useAction<Absence, Entered>({
    async send(absence) {
      const body = { ...absence, confirmed: true }
      const { change } = await call(planChangeEndpoints.addAbsence, { params: { id }, body })
      if (change === null) return { change, overtaken: choices.length }
      // It is entered: what cannot be sent now is decided on the next page.
      const { failures, fault } = await settleAll(change, choices, setDone)
      const overtaken = overtakenIn(failures)
      if (fault === undefined) return { change, left: { failures, stopped: null }, overtaken }
      const { kind, message } = refusalOf(fault)
      // By the time that the next page is seen, somebody has signed in again.
      const stopped = kind === 'signedOut' ? null : message
      return { change, left: { failures, stopped }, overtaken }
    },
    touches,
    onDone({ change, left, overtaken }) {
      if (overtaken > 0) toast.error(t.overtaken(overtaken))
      else if (change === null) toast.success(t.entered(name))
      const to = change === null ? paths.doctorHours(id) : paths.planChange(change)
      void navigate(to, { state: left })
      return leaving
    },
  })
  return { ...action, done }
}
