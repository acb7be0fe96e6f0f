import type { ReplyRefusal } from '../contract/reply-refusals.ts'
import { clinic } from './clinic.ts'
import { useTexts } from './language.tsx'
import { mailLinkTexts } from './mail-link-texts.ts'
import { paths } from './paths.ts'
import picture from './ui/art/no-appointments.svg'
import { ButtonLink } from './ui/button-link.tsx'
import { EmptyState } from './ui/empty-state.tsx'

/** A link from a mail that is good no more: why, and what to do instead. */
export function VoidLink({ reason }: { reason: ReplyRefusal }) {
  const say = useTexts(mailLinkTexts)
  const { title, text } = say.void[reason]
  const isCancelled = reason === 'appointment_cancelled'
  return (
    <EmptyState
      picture={picture}
      title={title}
      role="status"
      action={
        <div className="outcome-links">
          {isCancelled ? (
            <ButtonLink to={paths.appointment}>{say.bookAnother}</ButtonLink>
          ) : (
            <a className="button button-primary" href={clinic.phoneLink}>
              {say.call(clinic.phone)}
            </a>
          )}
          <ButtonLink variant="quiet" to={paths.dashboard}>
            {say.myAppointments}
          </ButtonLink>
        </div>
      }
    >
      <p>{text}</p>
    </EmptyState>
  )
}
