import { useState } from 'react'
import { showDollars } from '../../../contract/show.ts'
import { clinic } from '../../domain/clinic.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { cardTexts } from '../card-texts.ts'

type Outcome = 'pass' | 'fail'

/** Asks for the outcome of a 3-D Secure challenge, and waits until it is given. */
export function useChallenge() {
  const [answer, setAnswer] = useState<((outcome: Outcome) => void) | null>(null)
  return {
    ask: () => new Promise<Outcome>((resolve) => setAnswer(() => resolve)),
    answer:
      answer &&
      ((outcome: Outcome) => {
        setAnswer(null)
        answer(outcome)
      }),
  }
}

type ChallengeProps = { price: number; onAnswer: (outcome: Outcome) => void }

/** The bank's question, as Stripe's test page asks it. Closing it is no answer, so it fails. */
export function Challenge({ price, onAnswer }: ChallengeProps) {
  const language = useLanguage()
  const t = useTexts(cardTexts)
  return (
    <Modal title={t.challenge} isOpen alert onClose={() => onAnswer('fail')}>
      <p>{t.challengeText(showDollars(language, price), clinic.name)}</p>
      <div className="challenge-answers">
        <Button variant="quiet" onClick={() => onAnswer('fail')}>
          {t.fail}
        </Button>
        <Button onClick={() => onAnswer('pass')}>{t.complete}</Button>
      </div>
    </Modal>
  )
}
