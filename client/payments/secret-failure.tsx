import { ApiError } from '../data/api.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import type { CardFormProps } from './card-form.ts'
import { paymentTexts } from './texts.ts'

/** The payment could not be opened; what was typed stays, and it can be tried again. */
export function SecretFailure({ secret }: Pick<CardFormProps, 'secret'>) {
  const { clientSecret, error, isLoading, reload } = secret
  const { notCharged } = useTexts(paymentTexts)
  const { tryAgain, unexpected } = useTexts(sharedTexts)
  if (clientSecret !== undefined || error === undefined) return null
  return (
    <div className="pay-trouble" role="alert">
      <p>
        {error instanceof ApiError ? error.message : unexpected} {notCharged}
      </p>
      <Button variant="quiet" busy={isLoading} onClick={reload}>
        {tryAgain}
      </Button>
    </div>
  )
}
