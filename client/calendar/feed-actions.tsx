import { useState } from 'react'
import { ClinicInstant, useClinicZone } from '../clinic-instant.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'

const questions = {
  make: {
    title: 'Make a new address?',
    confirmLabel: 'Make a new address',
    text: 'The address you have now stops working. Calendars that follow it have to be given the new one.',
  },
  revoke: {
    title: 'End this address?',
    confirmLabel: 'End the address',
    text: 'Calendars that follow it lose these appointments. The appointments themselves stay as they are.',
  },
}

/** What is asked before it is done. */
export type FeedQuestion = keyof typeof questions

type FeedActionsProps = {
  madeAt: string
  /** The address stands above. */
  isShown: boolean
  busy: boolean
  problem: string | undefined
  /** The one that is asked now. */
  question: FeedQuestion | undefined
  onAsk(question: FeedQuestion | undefined): void
  make(): Promise<void>
  revoke(): Promise<void>
}

/** There is an address: since when, and how to end it or have another. */
export function FeedActions({ madeAt, isShown, question, onAsk, ...props }: FeedActionsProps) {
  const zone = useClinicZone()
  const { busy, problem, ...acts } = props
  return (
    <>
      <p className="feed-since">
        You made an address on <ClinicInstant at={madeAt} zone={zone} />.{' '}
        {!isShown && 'We keep no copy of it: if you have lost it, make a new one.'}
      </p>
      <div className="feed-buttons">
        <Button variant="quiet" onClick={() => onAsk('make')}>
          Make a new address
        </Button>
        <Button variant="danger" onClick={() => onAsk('revoke')}>
          End the address
        </Button>
      </div>
      <Question {...{ question, busy, problem, acts }} onClose={() => onAsk(undefined)} />
    </>
  )
}

type QuestionProps = Pick<FeedActionsProps, 'question' | 'busy' | 'problem'> & {
  acts: Record<FeedQuestion, () => Promise<void>>
  onClose(): void
}

function Question({ question, busy, problem, acts, onClose }: QuestionProps) {
  // The words stay while the dialog leaves.
  const [last, setLast] = useState<FeedQuestion>('make')
  if (question && question !== last) setLast(question)
  const { title, confirmLabel, text } = questions[last]
  return (
    <ConfirmModal
      {...{ title, confirmLabel, busy, onClose }}
      isOpen={question !== undefined}
      error={problem}
      onConfirm={() => void acts[last]()}
    >
      <p>{text}</p>
    </ConfirmModal>
  )
}
