import { Button } from '../../ui/button.tsx'
import { notCharged } from '../attempt.ts'

type ProviderFailureProps = { onRetry: () => void; busy?: boolean }

/** js.stripe.com cannot be reached, or hangs. */
export function ProviderFailure({ onRetry, busy = false }: ProviderFailureProps) {
  return (
    <div className="pay-trouble" role="alert">
      <p>
        The card form did not load: we cannot reach the card service. The connection may be slow, or
        something in your browser may keep js.stripe.com out. {notCharged}
      </p>
      <Button variant="quiet" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
