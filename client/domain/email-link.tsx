import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { emailLinkEndpoints, type Reply } from '../../contract/email-links/endpoints.ts'
import { type LinkRefusal, linkRefusals } from '../../contract/email-links/refusals.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useLinkToken } from '../data/address.ts'
import { ApiError, call, type Refusal } from '../data/api.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { calendar as clinicCalendar } from '../data/shared-queries.ts'
import { readTogether, useRead } from '../data/use-read.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import picture from '../ui/art/no-appointments.svg'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { clinic } from './clinic.ts'
import './email-link.css'

type VoidTexts = Record<LinkRefusal, { title: string; text: string }>

const emailLinkTexts = defineTexts({
  en: {
    appointmentAt: (clinic: string) => `Your appointment at ${clinic}`,
    mailsOf: (clinic: string) => `Mails from ${clinic}`,
    what: 'This link',
    loading: 'Opening this link…',
    bookAnother: 'Book another time',
    myAppointments: 'My Appointments',
    reminders: 'Reminders',
    unknown: {
      title: 'This link does not work',
      text: 'Part of it may be missing. Once you are signed in, you can turn reminders on and off under Reminders.',
    },
    void: {
      link_void: {
        title: 'This link no longer works',
        text: 'The appointment may have been rescheduled or cancelled since our mail, or part of the link is missing. Our newest mail has links that work.',
      },
      appointment_cancelled: {
        title: 'This appointment is cancelled',
        text: 'Its time is free again, and there is nothing left for you to do.',
      },
      appointment_begun: {
        title: 'This appointment has already begun',
        text: 'It can no longer be changed online. Please call us if you need help.',
      },
      appointment_impossible: {
        title: 'This appointment cannot take place',
        text: 'We are sorry. Please choose another time by the link in our newest mail or under My Appointments, or call us.',
      },
    } as VoidTexts,
  },
  es: {
    appointmentAt: (clinic) => `Su cita en ${clinic}`,
    mailsOf: (clinic) => `Correos de ${clinic}`,
    what: 'este enlace',
    loading: 'Revisando este enlace…',
    bookAnother: 'Reservar otra cita',
    myAppointments: 'Mis citas',
    reminders: 'Recordatorios',
    unknown: {
      title: 'Este enlace no funciona',
      text: 'Es posible que esté incompleto. Con la sesión iniciada, puede activar y desactivar los recordatorios en Recordatorios.',
    },
    void: {
      link_void: {
        title: 'Este enlace ya no sirve',
        text: 'Es posible que la cita se haya cambiado o cancelado después de nuestro correo, o que la dirección esté incompleta. Nuestro correo más reciente trae enlaces nuevos.',
      },
      appointment_cancelled: {
        title: 'Esta cita está cancelada',
        text: 'El horario vuelve a estar libre y usted no tiene que hacer nada más.',
      },
      appointment_begun: {
        title: 'Esta cita ya ha comenzado',
        text: 'Ya no se puede cambiar en línea. Si necesita ayuda, llámenos.',
      },
      appointment_impossible: {
        title: 'Esta cita no puede realizarse',
        text: 'Lo sentimos. Elija otro horario con el enlace de nuestro correo más reciente o en Mis citas, o llámenos.',
      },
    },
  },
})

export type EmailLinkProps<P extends Purpose> = {
  token: string
  reply: ReplyFor<P>
  calendar: BookingCalendar
  reload: () => void
  /** The appointment was changed, which ends its links: what is shown stays. */
  onChanged: () => void
  /** What was sent was refused: shows why where the link no longer works. */
  onRefused: (refusal: Refusal) => void
}

type FrameProps<P extends Purpose> = {
  title: string
  purpose: P
  children: (props: EmailLinkProps<P>) => ReactNode
}

/**
 * The page of a link in an e-mail, without a sign-in. To open it changes nothing: mail programs open
 * links by themselves.
 */
export function EmailLink<P extends Purpose>({ title, purpose, children }: FrameProps<P>) {
  const token = useLinkToken()
  const t = useTexts(emailLinkTexts)
  return (
    <div className="page mail-link">
      <h1>{purpose === 'unsubscribe' ? t.mailsOf(clinic.name) : t.appointmentAt(clinic.name)}</h1>
      {token === undefined ? (
        <Loading title={title} />
      ) : (
        <Loaded key={token} token={token} {...{ title, purpose, children }} />
      )}
    </div>
  )
}

type LoadedProps<P extends Purpose> = FrameProps<P> & { token: string }

function Loaded<P extends Purpose>({ token, title, purpose, children }: LoadedProps<P>) {
  const t = useTexts(emailLinkTexts)
  const reply = useRead(
    readTogether('email link', [emailLinkEndpoints.readLink], [token, purpose], (signal) =>
      loadLink(token, purpose, signal),
    ),
  )
  const calendar = useRead(clinicCalendar)
  const error = reply.error ?? calendar.error
  const [reason, setReason] = useState<LinkRefusal>()
  const [asChanged, setAsChanged] = useState<LoadedLink<P>>()
  const link = asChanged ?? reply.data
  const why = reason ?? (link?.kind === 'void' ? link.reason : undefined)
  const [wasFound, setWasFound] = useState(false)
  if (link?.kind === 'found' && !wasFound) setWasFound(true)
  if (why) {
    return purpose === 'unsubscribe' ? (
      <UnknownLink isNew={wasFound} />
    ) : (
      <VoidLink reason={why} isNew={wasFound} />
    )
  }
  if (link?.kind === 'found' && calendar.data) {
    const props = { token, reply: link.reply, calendar: calendar.data }
    return (
      <>
        <h2>{title}</h2>
        {children({
          ...props,
          reload: reply.reload,
          onChanged: () => setAsChanged(link),
          onRefused: (refusal) => setReason(voidReason(refusal) ?? undefined),
        })}
      </>
    )
  }
  if (error !== undefined) {
    const reload = () => {
      if (!reply.data) reply.reload()
      if (!calendar.data) calendar.reload()
    }
    const isLoading = reply.isLoading || calendar.isLoading
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
  return <Loading title={title} />
}

function Loading({ title }: { title: string }) {
  const t = useTexts(emailLinkTexts)
  return (
    <>
      <h2>{title}</h2>
      <div className="mail-link-loading" aria-busy="true">
        <p className="visually-hidden" role="status">
          {t.loading}
        </p>
        <Skeleton height="196px" />
        <Skeleton width="180px" height="48px" />
      </div>
    </>
  )
}

type Purpose = Reply['purpose']
/** What a link for one purpose stands for. */
type ReplyFor<P extends Purpose> = P extends 'unsubscribe'
  ? Extract<Reply, { email: string }>
  : Extract<Reply, { terms: unknown }>

type LoadedLink<P extends Purpose> =
  | { kind: 'found'; reply: ReplyFor<P> }
  | { kind: 'void'; reason: LinkRefusal }

/** What the link of an e-mail is for; an expired link, or one for another page, is an answer too. */
async function loadLink<P extends Purpose>(
  token: string,
  purpose: P,
  signal: AbortSignal,
): Promise<LoadedLink<P>> {
  try {
    const reply = await call(emailLinkEndpoints.readLink, { body: { token } }, { signal })
    return isFor(reply, purpose) ? { kind: 'found', reply } : { kind: 'void', reason: 'link_void' }
  } catch (error) {
    const reason = error instanceof ApiError ? voidReason(error) : null
    if (reason === null) throw error
    return { kind: 'void', reason }
  }
}

/** Why a link no longer works; `null` for a failure of another kind. */
function voidReason({ status, code }: Pick<Refusal, 'status' | 'code'>): LinkRefusal | null {
  // 400: too long for a link of ours.
  if (status === 400) return 'link_void'
  return isRefusal(code) ? code : null
}

function isRefusal(code: string): code is LinkRefusal {
  return Object.hasOwn(linkRefusals, code)
}

function isFor<P extends Purpose>(reply: Reply, purpose: P): reply is ReplyFor<P> & Reply {
  return reply.purpose === purpose
}

/** `isNew`: it takes a form's place, and the focus with it. */
type EndProps = { isNew: boolean }

function useHeadingOf({ isNew }: EndProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  return heading
}

/** Why a link no longer works, and what to do instead. */
function VoidLink({ reason, ...end }: EndProps & { reason: LinkRefusal }) {
  const heading = useHeadingOf(end)
  const t = useTexts(emailLinkTexts)
  const { callClinic } = useTexts(sharedTexts)
  const { title, text } = t.void[reason]
  const isCancelled = reason === 'appointment_cancelled'
  return (
    <EmptyState
      picture={picture}
      title={title}
      heading={heading}
      role="status"
      action={
        <div className="outcome-links">
          {isCancelled ? (
            <ButtonLink to={paths.appointment}>{t.bookAnother}</ButtonLink>
          ) : (
            <a className="button button-primary" href={clinic.phoneLink}>
              {callClinic(clinic.phone)}
            </a>
          )}
          <ButtonLink variant="quiet" to={paths.dashboard}>
            {t.myAppointments}
          </ButtonLink>
        </div>
      }
    >
      <p>{text}</p>
    </EmptyState>
  )
}

/** A link that is about mails holds as long as it is whole: the setting is also in the account. */
function UnknownLink(end: EndProps) {
  const heading = useHeadingOf(end)
  const t = useTexts(emailLinkTexts)
  return (
    <EmptyState
      picture={picture}
      title={t.unknown.title}
      heading={heading}
      role="status"
      action={<ButtonLink to={paths.reminders}>{t.reminders}</ButtonLink>}
    >
      <p>{t.unknown.text}</p>
    </EmptyState>
  )
}
