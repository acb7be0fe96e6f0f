import { type RefObject, useState } from 'react'
import type { MessageState, StoredMessage } from '../../contract/message-endpoints.ts'
import { ClinicInstant } from '../clinic-instant.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Modal } from '../ui/modal.tsx'
import { useFocusOnceClosed } from '../use-focus-once-closed.ts'
import { StateMark } from './state-mark.tsx'
import type { OpenMessage } from './use-open-message.ts'

/** What each mark's button says. */
const marks: readonly { state: MessageState; label: string }[] = [
  { state: 'answered', label: 'Answered' },
  { state: 'spam', label: 'Spam' },
  { state: 'new', label: 'New again' },
]

type MessageModalProps = {
  opened: OpenMessage
  zone: string | null
  focusAfterwards: RefObject<HTMLElement | null>
}

/** One message, to be read, answered and marked. */
export function MessageModal({ opened, zone, focusAfterwards }: MessageModalProps) {
  const { message, marking, error, mark, close } = opened
  // Stays while the dialog leaves.
  const [shown, setShown] = useState(message)
  if (message && message !== shown) setShown(message)
  useFocusOnceClosed(message !== undefined, focusAfterwards)
  return (
    <Modal title={shown?.subject ?? ''} isOpen={message !== undefined} onClose={close}>
      {shown && (
        <>
          <Facts message={shown} zone={zone} />
          <p className="message-text">{shown.message}</p>
          <ErrorLine>{error}</ErrorLine>
          <div className="message-buttons">
            <a className="button button-primary" href={replyTo(shown)}>
              Reply
            </a>
            {marks
              .filter(({ state }) => state !== shown.state)
              .map(({ state, label }) => (
                <Button
                  key={state}
                  variant="quiet"
                  busy={marking === state}
                  onClick={() => void mark(state)}
                >
                  {label}
                </Button>
              ))}
          </div>
        </>
      )}
    </Modal>
  )
}

function Facts({ message, zone }: { message: StoredMessage; zone: string | null }) {
  return (
    <dl className="message-facts">
      <div>
        <dt>From</dt>
        <dd>{message.email}</dd>
      </div>
      <div>
        <dt>When</dt>
        <dd>
          <ClinicInstant at={message.at} zone={zone} />
        </dd>
      </div>
      <div>
        <dt>State</dt>
        <dd>
          <StateMark state={message.state} />
        </dd>
      </div>
    </dl>
  )
}

/** Opens the reader's own mail program. */
function replyTo({ email, subject }: StoredMessage): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}
