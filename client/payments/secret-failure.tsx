import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { notCharged } from './attempt.ts'
import type { CardFormProps } from './card-form.ts'

/** The payment could not be opened; what was typed stays, and it can be tried again. */
export function SecretFailure({ secret }: Pick<CardFormProps, 'secret'>) {
  const { clientSecret, error, isLoading, reload } = secret
  if (clientSecret !== undefined || error === undefined) return null
  return (
    <div className="pay-trouble" role="alert">
      <p>
        {error instanceof ApiError ? error.message : 'Something went wrong on our side.'}{' '}
        {notCharged}
      </p>
      <Button variant="quiet" busy={isLoading} onClick={reload}>
        Try again
      </Button>
    </div>
  )
}
