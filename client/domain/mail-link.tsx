import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import type { ReplyRefusal } from '../../contract/email-links/refusals.ts'
import { LoadFailure } from '../data/load-failure.tsx'
import { useTexts } from '../i18n/language.tsx'
import { clinic } from './clinic.ts'
import { loadReply, type Purpose, type ReplyFor } from './load-reply.ts'
import './mail-link.css'
import { useFetched } from '../data/use-fetched.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { mailLinkTexts } from './mail-link-texts.ts'
import { VoidLink } from './void-link.tsx'

export type MailLinkProps<P extends Purpose> = {
  token: string
  reply: ReplyFor<P>
  calendar: BookingCalendar
  reload: () => void
  /** The clinic has just said that the link is good no more. */
  onVoid: (reason: ReplyRefusal) => void
}

type FrameProps<P extends Purpose> = {
  title: string
  purpose: P
  children: (props: MailLinkProps<P>) => ReactNode
}

/**
 * The page of a link from a mail, for whoever holds it. To open it changes nothing: mail programs
 * open links by themselves.
 */
export function MailLink<P extends Purpose>({ title, purpose, children }: FrameProps<P>) {
  const { token = '' } = useParams()
  const t = useTexts(mailLinkTexts)
  return (
    <div className="page mail-link">
      <h1>{purpose === 'unsubscribe' ? t.mailsOf(clinic.name) : t.appointmentAt(clinic.name)}</h1>
      <Loaded key={token} token={token} {...{ title, purpose, children }} />
    </div>
  )
}

type LoadedProps<P extends Purpose> = FrameProps<P> & { token: string }

function Loaded<P extends Purpose>({ token, title, purpose, children }: LoadedProps<P>) {
  const t = useTexts(mailLinkTexts)
  const { data, error, isLoading, reload } = useFetched(token, (signal) =>
    loadReply(token, purpose, signal),
  )
  const [reason, setReason] = useState<ReplyRefusal>()
  if (reason) return <VoidLink reason={reason} />
  if (data?.kind === 'void') return <VoidLink reason={data.reason} />
  if (data) {
    const { reply, calendar } = data
    return (
      <>
        <h2>{title}</h2>
        {children({ token, reply, calendar, reload, onVoid: setReason })}
      </>
    )
  }
  if (error !== undefined) {
    return <LoadFailure what={t.what} error={error} onRetry={reload} busy={isLoading} />
  }
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
