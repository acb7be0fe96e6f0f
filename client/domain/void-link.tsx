import type { ReplyRefusal } from '../../contract/email-links/refusals.ts'
import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { clinic } from './clinic.ts'
import { mailLinkTexts } from './mail-link-texts.ts'

/** A link from a mail that is good no more: why, and what to do instead. */
export function VoidLink({ reason }: { reason: ReplyRefusal }) {
  const t = useTexts(mailLinkTexts)
  const { title, text } = t.void[reason]
  const isCancelled = reason === 'appointment_cancelled'
  return (
    <EmptyState
      picture={picture}
      title={title}
      role="status"
      action={
        <div className="outcome-links">
          {isCancelled ? (
            <ButtonLink to={paths.appointment}>{t.bookAnother}</ButtonLink>
          ) : (
            <a className="button button-primary" href={clinic.phoneLink}>
              {t.call(clinic.phone)}
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
