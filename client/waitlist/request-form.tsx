import { useId } from 'react'
import { useNavigate } from 'react-router'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { accountEndpoints } from '../../contract/identity/account.ts'
import { paths } from '../../contract/page-paths.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { showMinute } from '../../contract/show.ts'
import { type WaitlistRequest, waitlistEndpoints } from '../../contract/waitlist/waitlist.ts'
import { ApiError, call } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { workingDoctors } from '../data/shared-queries.ts'
import { leaving } from '../data/use-action.ts'
import { readTogether, useRead } from '../data/use-read.ts'
import { AppointmentCard } from '../domain/appointment-card.tsx'
import { ChooseTime, ImpossibleNote } from '../domain/impossible-note.tsx'
import { UnsavedGuard } from '../forms/unsaved-guard.tsx'
import { useForm } from '../forms/use-form.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/nothing-free.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { CheckboxField } from '../ui/fields/checkbox-field.tsx'
import { Field } from '../ui/fields/field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { ButtonLink } from '../ui/link.tsx'
import {
  checkDraft,
  draftOf,
  fields,
  firstDay,
  openWeekdays,
  rangeOf,
  type Topic,
  timesOf,
} from './request-draft.ts'
import { stateText } from './requests.ts'
import { requestTexts, waitlistTexts } from './texts.ts'

/** Makes a request, or changes one. */
export function RequestSection({ topic }: { topic: Topic }) {
  const t = useTexts(requestTexts)
  const { data, error, isLoading, reload } = useRead(
    readTogether(
      'request form',
      [
        accountEndpoints.readAccount,
        endpoints.readCalendar,
        endpoints.listTreatments,
        familyEndpoints.listFamily,
        waitlistEndpoints.listRequests,
        endpoints.readAppointment,
      ],
      topic,
      (signal) => loadForm(topic, signal),
    ),
  )
  const title = {
    change: t.changeTitle,
    appointment: t.askEarlierTitle,
    treatment: t.askTitle,
  }[data?.request ? 'change' : topic.kind]
  return (
    <section className="ask" aria-labelledby="ask-heading">
      <h3 id="ask-heading">{title}</h3>
      {data && <About topic={topic} loaded={data} />}
      {!data && error === undefined && <FormSkeleton />}
      {!data && error !== undefined && (
        <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
      )}
    </section>
  )
}

type Loaded = Awaited<ReturnType<typeof loadForm>>

/** What the form needs; `isGone` where its topic does not exist, or is not the account's. */
async function loadForm(topic: Topic, signal: AbortSignal) {
  const [account, calendar, treatments, family, requests] = await Promise.all([
    call(accountEndpoints.readAccount, {}, { signal }),
    call(endpoints.readCalendar, {}, { signal }),
    call(endpoints.listTreatments, {}, { signal }),
    call(familyEndpoints.listFamily, {}, { signal }),
    call(waitlistEndpoints.listRequests, {}, { signal }),
  ])
  const nothing = { appointment: null, request: null, isGone: false }
  const known = { account, calendar, treatments, family, ...nothing }
  if (topic.kind === 'treatment') return known
  // An appointment has one request: then it is changed.
  const isMeant = ({ _id, appointment }: WaitlistRequest) =>
    (topic.kind === 'change' ? _id : appointment?._id) === topic.id
  const request = requests.find((one) => one.state === 'waiting' && isMeant(one)) ?? null
  const id = topic.kind === 'change' ? request?.appointment?._id : topic.id
  if (id === undefined) return { ...known, request, isGone: request === null }
  try {
    const appointment = await call(endpoints.readAppointment, { params: { id } }, { signal })
    return { ...known, request, appointment }
  } catch (error) {
    const isGone = error instanceof ApiError && [403, 404].includes(error.status)
    if (!isGone) throw error
    return { ...known, isGone }
  }
}

function About({ topic, loaded }: { topic: Topic; loaded: Loaded }) {
  const t = useTexts(requestTexts)
  const { title } = useTexts(waitlistTexts)
  const language = useLanguage()
  const { appointment, request, isGone } = loaded
  if (isGone) {
    return (
      <EmptyState
        picture={picture}
        title={t.gone}
        action={<ButtonLink to={paths.waitlist}>{title}</ButtonLink>}
      />
    )
  }
  return (
    <>
      {appointment && (
        <div className="ask-own">
          <AppointmentCard appointment={appointment} />
          <ImpossibleNote appointment={appointment} />
          {appointment.impossible ? <ChooseTime appointment={appointment} /> : <p>{t.keeps}</p>}
        </div>
      )}
      {request && request.doctorAway !== null && (
        <p className="wait-stranded">{stateText(language, request)}</p>
      )}
      <RequestForm topic={topic} loaded={loaded} />
    </>
  )
}

/** Which days and times suit. */
function RequestForm({ topic, loaded }: { topic: Topic; loaded: Loaded }) {
  const t = useTexts(requestTexts)
  const form = useRequestForm(topic, loaded)
  const { draft, problems, change } = form
  const { calendar, appointment, request } = loaded
  const day = (name: 'from' | 'until') => ({
    ...form.field(name),
    type: 'date',
    min: firstDay(calendar, loaded.treatments),
    max: calendar.lastDay,
    error: problems[name],
  })
  return (
    <form {...form.props} className="ask-form">
      <UnsavedGuard when={form.isChanged && !form.pending} />
      {!appointment && !request && <NewAppointment loaded={loaded} form={form} />}
      <div className="ask-pair">
        <Field {...day('from')} label={t.first} />
        <Field {...day('until')} label={t.last} />
      </div>
      <Weekdays
        calendar={calendar}
        chosen={draft.weekdays}
        error={problems.weekdays}
        onChange={(weekdays) => change({ weekdays })}
      />
      <Times loaded={loaded} form={form} />
      <WishedDoctor form={form} />
      <Field
        {...form.field('phone')}
        label={t.phone}
        hint={t.phoneHint}
        error={problems.phone}
        type="tel"
        autoComplete="tel"
        maxLength={200}
      />
      <ErrorLine>{form.failure}</ErrorLine>
      <div className="ask-buttons">
        <Button
          type="submit"
          variant={appointment?.impossible ? 'quiet' : 'primary'}
          busy={form.pending}
        >
          {request ? t.save : t.join}
        </Button>
        <ButtonLink variant="quiet" to={paths.waitlist}>
          {t.cancel}
        </ButtonLink>
      </div>
    </form>
  )
}

type RequestFormState = ReturnType<typeof useRequestForm>

function useRequestForm(topic: Topic, loaded: Loaded) {
  const language = useLanguage()
  const t = useTexts(requestTexts)
  const navigate = useNavigate()
  const { request, appointment } = loaded
  return useForm({
    start: draftOf(topic, loaded),
    fields,
    fieldOf: {
      days_over: 'until',
      days_backwards: 'until',
      days_too_many: 'until',
      nothing_possible: 'until',
      no_weekday: 'weekdays',
      no_such_weekday: 'weekdays',
      times_backwards: 'untilMinute',
      unknown_treatment: 'treatment',
      unknown_dependent: 'dependent',
      doctor_not_for_treatment: 'doctor',
      doctor_not_then: 'doctor',
    },
    check: (draft) => checkDraft(language, draft),
    explain: ({ kind, message }) => (kind === 'signedOut' ? t.signedOut : message),
    send({ treatment, dependent, doctor, ...times }) {
      const suits = { ...times, doctor: doctor || null }
      if (request) {
        return call(waitlistEndpoints.changeRequest, { params: { id: request._id }, body: suits })
      }
      const about = { appointment: appointment?._id ?? null, treatmentId: treatment }
      const body = { ...suits, ...about, dependent: dependent || null }
      return call(waitlistEndpoints.requestEarlier, { body })
    },
    onDone({ offer }) {
      toast.success(request ? t.saved : offer ? t.foundAtOnce : t.joined)
      void navigate(paths.waitlist, { replace: true })
      return leaving
    },
  })
}

type PartProps = { loaded: Loaded; form: RequestFormState }

/** Of a new appointment: its treatment and its patient. */
function NewAppointment({ loaded, form }: PartProps) {
  const t = useTexts(requestTexts)
  const { draft, problems } = form
  const nothing = { value: '', label: '–' }
  const people = loaded.family.map(({ _id: value, name: label }) => ({ value, label }))
  const treatments = loaded.treatments.map(({ _id: value, name: label }) => ({ value, label }))
  return (
    <>
      <SelectField
        label={t.treatment}
        name="treatment"
        options={draft.treatment === '' ? [nothing, ...treatments] : treatments}
        value={draft.treatment}
        error={problems.treatment}
        // Another treatment has other times.
        onChange={({ target: { value } }) =>
          form.change({ treatment: value, doctor: '', ...rangeOf(loaded.treatments, value) })
        }
      />
      {people.length > 0 && (
        <SelectField
          {...form.field('dependent')}
          label={t.forWhom}
          options={[{ value: '', label: t.myself }, ...people]}
          error={problems.dependent}
        />
      )}
    </>
  )
}

type WeekdaysProps = {
  calendar: BookingCalendar
  chosen: readonly number[]
  error: string | undefined
  onChange: (chosen: number[]) => void
}

/** A checkbox for each weekday on which the clinic is open. */
function Weekdays({ calendar, chosen, error, onChange }: WeekdaysProps) {
  const t = useTexts(requestTexts)
  const { weekdays } = useTexts(waitlistTexts)
  const problem = useId()
  return (
    <fieldset
      className="ask-weekdays"
      data-field="weekdays"
      tabIndex={-1}
      aria-describedby={error && problem}
    >
      <legend>{t.weekdays}</legend>
      <div className="ask-weekday-grid">
        {openWeekdays(calendar).map((day) => (
          <CheckboxField
            key={day}
            label={weekdays[day] ?? ''}
            checked={chosen.includes(day)}
            onChange={(suits) =>
              onChange(suits ? [...chosen, day] : chosen.filter((one) => one !== day))
            }
          />
        ))}
      </div>
      {error && (
        <p className="field-error" id={problem}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Between which of the treatment's own times the slot must lie. */
function Times({ loaded, form: { draft, problems, change } }: PartProps) {
  const language = useLanguage()
  const t = useTexts(requestTexts)
  const { starts, ends } = timesOf(loaded.treatments, draft.treatment)
  const options = (minutes: number[], chosen: number) =>
    // A stored request may name a time that no slot has any more.
    [...new Set([...minutes, chosen])]
      .sort((one, other) => one - other)
      .map((minute) => ({ value: String(minute), label: showMinute(language, minute % 1440) }))
  return (
    <div className="ask-pair">
      <SelectField
        label={t.from}
        name="fromMinute"
        options={options(starts, draft.fromMinute)}
        value={String(draft.fromMinute)}
        onChange={({ target }) => change({ fromMinute: Number(target.value) })}
      />
      <SelectField
        label={t.until}
        name="untilMinute"
        options={options(ends, draft.untilMinute)}
        value={String(draft.untilMinute)}
        error={problems.untilMinute}
        onChange={({ target }) => change({ untilMinute: Number(target.value) })}
      />
    </div>
  )
}

/** Anyone who is free, or one doctor alone; nothing to choose where no doctors decide. */
function WishedDoctor({ form: { draft, problems, change } }: Pick<PartProps, 'form'>) {
  const t = useTexts(requestTexts)
  const all = useRead(workingDoctors).data ?? []
  const doctors = all.filter(({ treatments }) => treatments.includes(draft.treatment))
  if (doctors.length === 0) return null
  const options = doctors.map(({ _id: value, name: label }) => ({ value, label }))
  return (
    <SelectField
      label={t.withWhom}
      hint={draft.doctor === '' ? undefined : t.onlyThem}
      name="doctor"
      options={[{ value: '', label: t.anybody }, ...options]}
      value={draft.doctor}
      error={problems.doctor}
      onChange={({ target }) => change({ doctor: target.value })}
    />
  )
}

function FormSkeleton() {
  const t = useTexts(requestTexts)
  return (
    <div className="ask" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <Skeleton height="78px" />
      <Skeleton height="78px" />
      <Skeleton height="180px" />
      <Skeleton width="220px" height="48px" />
    </div>
  )
}
