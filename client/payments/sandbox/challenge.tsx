import { useState } from 'react'
import { clinic } from '../../clinic.ts'
import { dollarText } from '../../price-text.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'

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
  return (
    <Modal title="3-D Secure test" isOpen alert onClose={() => onAnswer('fail')}>
      <p>
        Here your bank would ask whether it is you who pays {dollarText(price)} to {clinic.name}.
        Complete the test to say yes; fail it to see what happens otherwise.
      </p>
      <div className="challenge-answers">
        <Button variant="quiet" onClick={() => onAnswer('fail')}>
          Fail
        </Button>
        <Button onClick={() => onAnswer('pass')}>Complete</Button>
      </div>
    </Modal>
  )
}
