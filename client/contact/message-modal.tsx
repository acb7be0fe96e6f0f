import type { RefObject } from 'react'
import type { StoredMessage } from '../../contract/contact/endpoints.ts'
import { useFocusOnceClosed } from '../forms/use-focus-once-closed.ts'
import { ClinicInstant } from '../i18n/clinic-instant.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Modal } from '../ui/modal.tsx'
import { StateMark } from './state-mark.tsx'
import { inboxTexts } from './texts.ts'
import type { OpenMessage } from './use-open-message.ts'

/** What a message can be marked, the likeliest first; reading it marks it read. */
const marks = ['answered', 'spam', 'new'] as const

type MessageModalProps = {
  opened: OpenMessage
  zone: string | null
  focusAfterwards: RefObject<HTMLElement | null>
}

/** One message, to be read, answered and marked. */
export function MessageModal({ opened, zone, focusAfterwards }: MessageModalProps) {
  const t = useTexts(inboxTexts)
  const { message, marking, error, mark, close } = opened
  useFocusOnceClosed(message !== undefined, focusAfterwards)
  return (
    <Modal title={message?.subject ?? ''} isOpen={message !== undefined} onClose={close}>
      {message && (
        <>
          <Facts message={message} zone={zone} />
          <p className="message-text">{message.message}</p>
          <ErrorLine>{error}</ErrorLine>
          <div className="message-buttons">
            <a
              className="button button-primary"
              // Opens the reader's own mail program.
              href={`mailto:${encodeURIComponent(message.email)}?subject=${encodeURIComponent(t.replyTo(message.subject))}`}
            >
              {t.reply}
            </a>
            {marks
              .filter((state) => state !== message.state)
              .map((state) => (
                <Button
                  key={state}
                  variant="quiet"
                  busy={marking === state}
                  onClick={() => void mark(state)}
                >
                  {t.marks[state]}
                </Button>
              ))}
          </div>
        </>
      )}
    </Modal>
  )
}

function Facts({ message, zone }: { message: StoredMessage; zone: string | null }) {
  const { headings } = useTexts(inboxTexts)
  return (
    <dl className="message-facts">
      <div>
        <dt>{headings.from}</dt>
        <dd>{message.email}</dd>
      </div>
      <div>
        <dt>{headings.when}</dt>
        <dd>
          <ClinicInstant at={message.at} zone={zone} />
        </dd>
      </div>
      <div>
        <dt>{headings.state}</dt>
        <dd>
          <StateMark state={message.state} />
        </dd>
      </div>
    </dl>
  )
}
