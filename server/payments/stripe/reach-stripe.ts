import { ProviderUnavailable } from '../provider.ts'

/** Mistakes in what was asked, which asking again would not mend (docs.stripe.com/api/errors). */
const mistakes = ['StripeInvalidRequestError', 'StripeCardError', 'StripeIdempotencyError']
/** The same type, but only somebody else's request in the way. */
const passing = ['lock_timeout', 'idempotency_key_in_use']

type StripeFault = Error & { type: string; code?: string; statusCode?: number }

/**
 * Asks Stripe. Throws `ProviderUnavailable` when it is away, busy or does not let us in; what it says
 * is left out of the message, since it may quote keys.
 */
export async function reachStripe<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!isStripeFault(error)) throw error
    if (mistakes.includes(error.type) && !passing.includes(error.code ?? '')) throw error
    throw new ProviderUnavailable(`${error.type} ${error.statusCode ?? ''}`.trim())
  }
}

/** The same, with `null` for an error of one of these codes (docs.stripe.com/error-codes). */
export async function reachUnless<T>(codes: readonly string[], asked: Promise<T>) {
  try {
    return await reachStripe(asked)
  } catch (error) {
    if (isStripeFault(error) && codes.includes(error.code ?? '')) return null
    throw error
  }
}

export function isStripeFault(error: unknown): error is StripeFault {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
}
