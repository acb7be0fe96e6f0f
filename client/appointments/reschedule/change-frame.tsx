import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useParams } from 'react-router'
import {
  type ChangeTerms,
  changeEndpoints,
} from '../../../contract/appointments/change-endpoints.ts'
import {
  type ChangeRefusal,
  changeRefusals,
  changeRefusalTexts,
} from '../../../contract/appointments/change-refusals.ts'
import type { BookingCalendar } from '../../../contract/clinic/clinic.ts'
import { emailLinkEndpoints } from '../../../contract/email-links/endpoints.ts'
import type { AnswerOf, InputOf } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import type { Language } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import { ApiError, call, type Refusal } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { calendar as clinicCalendar } from '../../data/shared-queries.ts'
import { readTogether, useRead } from '../../data/use-read.ts'
import { type Absence, AbsentAppointment } from '../../domain/absent-appointment.tsx'
import { clinic } from '../../domain/clinic.ts'
import { useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import picture from '../../ui/art/no-appointments.svg'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { changeTexts } from './texts.ts'
import './change.css'

export type Found = { terms: ChangeTerms; calendar: BookingCalendar }

export type ChangeScreenProps = {
  way: ChangeWay
  found: Found
  reload: () => void
  /** It was done. */
  onChanged?: () => void
}

type ChangeFrameProps = { title: string; children: (props: ChangeScreenProps) => ReactNode }

/** A screen about the appointment in the address: its heading, and what is shown until it has loaded. */
export function ChangeFrame({ title, children }: ChangeFrameProps) {
  const { id = '' } = useParams()
  const heading = useId()
  return (
    <section className="change" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <Change key={id} id={id}>
        {children}
      </Change>
    </section>
  )
}

type ChangeProps = { id: string; children: ChangeFrameProps['children'] }

function Change({ id, children }: ChangeProps) {
  const t = useTexts(changeTexts)
  const terms = useRead(
    readTogether('change terms', [changeEndpoints.readChangeTerms], id, (signal) =>
      loadTerms(id, signal),
    ),
  )
  const calendar = useRead(clinicCalendar)
  const error = terms.error ?? calendar.error
  if (terms.data?.kind === 'absent') return <AbsentAppointment reason={terms.data.reason} />
  if (terms.data && calendar.data) {
    const found = { terms: terms.data.terms, calendar: calendar.data }
    return children({ way: ownWay(id), found, reload: terms.reload })
  }
  if (error !== undefined) {
    const reload = () => {
      if (!terms.data) terms.reload()
      if (!calendar.data) calendar.reload()
    }
    const isLoading = terms.isLoading || calendar.isLoading
    return <LoadFailure what={t.yourAppointment} error={error} onRetry={reload} busy={isLoading} />
  }
  return (
    <div className="change-columns" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <Skeleton height="236px" />
      <Skeleton height="280px" />
    </div>
  )
}

type Loaded = { kind: 'found'; terms: ChangeTerms } | { kind: 'absent'; reason: Absence }

/** An address that leads to none of the patient's own appointments is an answer too. */
async function loadTerms(id: string, signal: AbortSignal): Promise<Loaded> {
  try {
    const terms = await call(changeEndpoints.readChangeTerms, { params: { id } }, { signal })
    return { kind: 'found', terms }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404) return { kind: 'absent', reason: 'not_found' }
    if (status === 403) return { kind: 'absent', reason: 'forbidden' }
    throw error
  }
}

/** What a change of an appointment changes beside its terms, which the screen goes on to show as they were. */
export const touches = [
  endpoints.listAvailable,
  endpoints.listNextTimes,
  endpoints.listFreeDays,
  endpoints.findNextFreeDay,
  endpoints.listAppointments,
] as const

/** Why a change was not made, and what is safe. */
export function changeProblem(language: Language, refusal: Refusal): string {
  const t = changeTexts[language]
  const { kind, message } = refusal
  if (kind === 'signedOut') return `${t.stays} ${t.signedOut}`
  if (kind === 'tooMany') return message
  return kind === 'unclear' ? `${message} ${t.unclear}` : `${message} ${t.stays}`
}

/** Whether what the screen shows may be over: it changed, or its link ended, perhaps by this very change. */
export function mayBeOver({ kind, status }: Refusal): boolean {
  return kind === 'unclear' || status === 409 || status === 410
}

type CannotChangeProps = {
  title: string
  reason: string
  /** It takes the form's place, and the focus with it. */
  isNew: boolean
  children?: ReactNode
}

/** Why there is nothing to change here now, and what to do instead. */
export function CannotChange({ title, reason, isNew, children }: CannotChangeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  const t = useTexts(changeTexts)
  const { callClinic } = useTexts(sharedTexts)
  const refusals = useTexts(changeRefusalTexts)
  if (reason === 'appointment_cancelled') {
    return (
      <EmptyState
        picture={picture}
        title={t.isCancelled}
        heading={heading}
        action={
          <div className="outcome-links">
            <ButtonLink to={paths.appointment}>{t.bookAnother}</ButtonLink>
            <ButtonLink variant="quiet" to={paths.dashboardHistory}>
              {t.myHistory}
            </ButtonLink>
          </div>
        }
      >
        <p>{t.isCancelledText}</p>
      </EmptyState>
    )
  }
  const hasBegun = reason === 'appointment_begun'
  const known = isRefusal(reason) ? refusals[reason] : ''
  return (
    <EmptyState
      picture={picture}
      title={hasBegun ? t.hasBegun : title}
      heading={heading}
      action={
        <div className="outcome-links">
          <a className="button button-primary" href={clinic.phoneLink}>
            {callClinic(clinic.phone)}
          </a>
          {children}
          <ButtonLink variant="quiet" to={paths.dashboard}>
            {t.myAppointments}
          </ButtonLink>
        </div>
      }
    >
      <p>{hasBegun ? t.hasBegunText : known}</p>
    </EmptyState>
  )
}

function isRefusal(code: string): code is ChangeRefusal {
  return Object.hasOwn(changeRefusals, code)
}

type Cancel = typeof changeEndpoints.cancelOwn
type Reschedule = typeof changeEndpoints.rescheduleOwn

/** How a change is sent: by the signed-in patient, or by a link in an e-mail. */
type ChangeWay = {
  isSignedIn: boolean
  cancel(body: InputOf<Cancel>['body']): Promise<AnswerOf<Cancel>>
  reschedule(body: InputOf<Reschedule>['body']): Promise<AnswerOf<Reschedule>>
  /** Asked where no clear answer came. */
  isCancelled(): Promise<boolean>
  readTerms(): Promise<ChangeTerms>
  /** The page of the other change; a link is for one alone. */
  toCancel: string | null
  toReschedule: string | null
}

/** Of an appointment of the signed-in patient, by its id. */
function ownWay(id: string): ChangeWay {
  const params = { id }
  const readTerms = () => call(changeEndpoints.readChangeTerms, { params })
  return {
    isSignedIn: true,
    cancel: (body) => call(changeEndpoints.cancelOwn, { params, body }),
    reschedule: (body) => call(changeEndpoints.rescheduleOwn, { params, body }),
    isCancelled: async () => (await readTerms()).whyNotCancel === 'appointment_cancelled',
    readTerms,
    toCancel: paths.cancelAppointment(id),
    toReschedule: paths.rescheduleAppointment(id),
  }
}

/** Of the appointment that a link's token was made for. */
export function linkWay(token: string): ChangeWay {
  async function readTerms() {
    const reply = await call(emailLinkEndpoints.readLink, { body: { token } })
    if (reply.purpose === 'unsubscribe') throw new Error('The link is about no appointment')
    return reply.terms
  }
  return {
    isSignedIn: false,
    cancel: (body) => call(emailLinkEndpoints.cancelByLink, { body: { token, ...body } }),
    reschedule: (body) => call(emailLinkEndpoints.rescheduleByLink, { body: { token, ...body } }),
    // A cancelled appointment is answered in place of its terms.
    isCancelled: () =>
      readTerms().then(
        () => false,
        (error: unknown) => {
          if (error instanceof ApiError && error.code === 'appointment_cancelled') return true
          throw error
        },
      ),
    readTerms,
    toCancel: null,
    toReschedule: null,
  }
}
