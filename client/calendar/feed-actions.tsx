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
  const t = useTexts(feedTexts)
  const zone = useClinicZone()
  const { busy, problem, ...acts } = props
  return (
    <>
      <p className="feed-since">
        {t.madeOn} <ClinicInstant at={madeAt} zone={zone} />. {!isShown && t.noCopy}
      </p>
      <div className="feed-buttons">
        <Button variant="quiet" onClick={() => onAsk('make')}>
          {t.makeNew}
        </Button>
        <Button variant="danger" onClick={() => onAsk('revoke')}>
          {t.end}
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
  const t = useTexts(feedTexts)
  const questions = {
    make: { title: t.makeNewQuestion, confirmLabel: t.makeNew, text: t.makeNewHint },
    revoke: { title: t.endQuestion, confirmLabel: t.end, text: t.endHint },
  }
  const { title, confirmLabel, text } = questions[question ?? 'make']
  return (
    <ConfirmModal
      {...{ title, confirmLabel, busy, onClose }}
      isOpen={question !== undefined}
      error={problem}
      onConfirm={() => question && void acts[question]()}
    >
      <p>{text}</p>
    </ConfirmModal>
  )
}
