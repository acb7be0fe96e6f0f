import { useState } from 'react'
import {
  type ClosedScope,
  SettleOutcome,
  useSettling,
  useWayLabel,
  WayChoice,
} from '../domain/settle/settle-closed.tsx'
import { AffectedList, type AffectedQuestion, mostListed } from '../forms/affected-modal.tsx'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { openingTexts } from './opening-texts.ts'

const ways = ['ask', 'cancel', 'leave'] as const
type Way = (typeof ways)[number]

/** What staff have chosen to become of the appointments on days that close. */
export function useClosing() {
  const settling = useSettling()
  const [way, setWay] = useState<Way>('ask')
  return {
    way,
    setWay,
    settling,
    /** The days are closed: goes on with what stands on them; false where that is left as it is. */
    settle(scope: ClosedScope): boolean {
      setWay('ask')
      if (way === 'leave') return false
      settling.start(scope, way)
      return true
    },
  }
}

type AffectedPatientsModalProps = {
  title: string
  question: AffectedQuestion
  closing: ReturnType<typeof useClosing>
}

/**
 * Asks before days close that appointments lie on. One press closes them and settles the appointments
 * as chosen; then the same dialog says what became of each.
 */
export function AffectedPatientsModal({ title, question, closing }: AffectedPatientsModalProps) {
  const { goBack } = useTexts(sharedTexts)
  const { closed } = useTexts(openingTexts)
  const { settling, way, setWay } = closing
  const { affected, busy } = question
  const isSettling = settling.progress !== undefined
  const close = () => {
    if (isSettling) settling.close()
    else if (!busy) {
      setWay('ask')
      question.onClose()
    }
  }
  return (
    <Modal
      title={isSettling ? closed : title}
      isOpen={question.isOpen || isSettling}
      onClose={close}
      alert
    >
      {isSettling ? (
        <SettleOutcome settling={settling} onClose={close} />
      ) : (
        <>
          <div className="confirm-text">
            <AffectedList affected={affected} first={2} />
            <WayChoice ways={ways} chosen={way} onChoose={setWay} />
          </div>
          <ErrorLine>{question.error}</ErrorLine>
          <div className="confirm-buttons">
            <Button
              variant={way === 'cancel' ? 'danger' : 'primary'}
              busy={busy || settling.pending}
              onClick={question.onConfirm}
            >
              <CloseLabel way={way} count={affected.length} />
            </Button>
            <Button variant="quiet" onClick={close}>
              {goBack}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}

function CloseLabel({ way, count }: { way: Way; count: number }) {
  const t = useTexts(openingTexts)
  const label = useWayLabel(way === 'leave' ? 'ask' : way, count, count >= mostListed)
  return way === 'leave' ? t.closeAnyway : t.closeAnd(label)
}
