import { ApiError } from '../data/api.ts'
import { currentLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'

/** The outcome of one press on Pay, as far as the provider has reported it to this browser. */
export type Attempt =
  /** Charged by the provider, not yet recorded by the clinic. */
  | { kind: 'charged'; transactionId: string }
  /** Certainly no charge, and the patient can mend it. */
  | { kind: 'notCharged'; message: string }
  /** No charge: the intent is over; a new one has to be created. */
  | { kind: 'outdated' }
  /** No answer that we understand. */
  | { kind: 'unknown' }

/** A call that only prepares: whatever went wrong with it, no card was charged. */
export function notChargedBy(error: unknown): Attempt {
  const { unexpected } = sharedTexts[currentLanguage()]
  const message = error instanceof ApiError ? error.message : unexpected
  return { kind: 'notCharged', message }
}

/** A call that may have charged a card before it failed. */
export function attemptOf(error: unknown): Attempt {
  if (!(error instanceof ApiError)) return { kind: 'unknown' }
  const { status, code } = error
  if (code === 'payment_intent_unexpected_state' || code === 'resource_missing') {
    return { kind: 'outdated' }
  }
  return status >= 400 && status < 500 ? notChargedBy(error) : { kind: 'unknown' }
}

/** The transaction that a secret belongs to; both providers write its id before the secret's own part. */
export function transactionOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? clientSecret
}
