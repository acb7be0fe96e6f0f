import { useState } from 'react'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { feedTexts } from './texts.ts'

/** What is asked before it is done. */
export type FeedQuestion = 'make' | 'revoke'

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
  const say = useTexts(feedTexts)
  const zone = useClinicZone()
  const { busy, problem, ...acts } = props
  return (
    <>
      <p className="feed-since">
        {say.madeOn} <ClinicInstant at={madeAt} zone={zone} />. {!isShown && say.noCopy}
      </p>
      <div className="feed-buttons">
        <Button variant="quiet" onClick={() => onAsk('make')}>
          {say.makeNew}
        </Button>
        <Button variant="danger" onClick={() => onAsk('revoke')}>
          {say.end}
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
  const say = useTexts(feedTexts)
  const questions = {
    make: { title: say.makeNewQuestion, confirmLabel: say.makeNew, text: say.makeNewHint },
    revoke: { title: say.endQuestion, confirmLabel: say.end, text: say.endHint },
  }
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
