import { useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { cardTexts } from '../card-texts.ts'
import { paymentTexts } from '../texts.ts'

type ProviderFailureProps = { onRetry: () => void; busy?: boolean }

/** js.stripe.com cannot be reached, or hangs. */
export function ProviderFailure({ onRetry, busy = false }: ProviderFailureProps) {
  const { formFailed } = useTexts(cardTexts)
  const { notCharged } = useTexts(paymentTexts)
  return (
    <div className="pay-trouble" role="alert">
      <p>
        {formFailed} {notCharged}
      </p>
      <Button variant="quiet" busy={busy} onClick={onRetry}>
        {useTexts(sharedTexts).tryAgain}
      </Button>
    </div>
  )
}
