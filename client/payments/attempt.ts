import { endpoints } from '../../contract/endpoints.ts'
import { ApiError, call } from '../data/api.ts'
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

/** For a call that only prepares a payment: no card was charged, whatever the error. */
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

export type Verdict =
  | { kind: 'paid' }
  /** The provider was asked, and has collected nothing. */
  | { kind: 'notPaid' }
  /** Collected for an appointment that could not have it any more, and given back. */
  | { kind: 'returned'; message: string }
  /** The clinic's staff have to look at it. */
  | { kind: 'unclear' }

type ChargeToRecord = {
  appointmentId: string
  transactionId: string
  /** The provider has said yes, so a `not paid` is only news that has not arrived. */
  isCharged: boolean
  /** The first try did not settle it. */
  onDelay: () => void
  signal: AbortSignal
}

/** Seconds between the tries; the last one goes on for ever. */
const pauses = [1, 2, 4, 8, 15, 30]
/** `not paid` is final after this many answers; until then, a late charge may still arrive. */
const enoughDenials = 4

/**
 * Reports a payment to the clinic until there is an answer. It is recorded once, however many reports
 * arrive; without any, the clinic's own sweep finds it.
 */
export async function recordPayment(charge: ChargeToRecord): Promise<Verdict> {
  let denials = 0
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(charge)
    charge.signal.throwIfAborted()
    if (answer === 'denied' && !charge.isCharged) denials += 1
    if (denials >= enoughDenials) return { kind: 'notPaid' }
    if (typeof answer === 'object') return answer
    charge.onDelay()
    await pause((pauses[tries] ?? pauses.at(-1) ?? 30) * 1000, charge.signal)
  }
}

/** Not aborted when the page is left: the clinic should record the payment as soon as possible. */
async function ask({ appointmentId, transactionId }: ChargeToRecord) {
  try {
    const body = { appointment: appointmentId, transactionId }
    await call(endpoints.confirmPayment, { params: { id: appointmentId }, body })
    return { kind: 'paid' } as const
  } catch (error) {
    return verdictOf(error)
  }
}

/** `later`: not known yet. `denied`: the provider knows of no charge so far. */
export function verdictOf(error: unknown): Verdict | 'denied' | 'later' {
  if (!(error instanceof ApiError)) return 'later'
  const { code, status, message } = error
  if (code === 'not_paid') return 'denied'
  if (code === 'payment_returned') return { kind: 'returned', message }
  // 401: the page's guard asks to sign in, and what is due is looked up afterwards.
  const passes = status < 400 || status >= 500 || status === 401 || status === 429
  return passes ? 'later' : { kind: 'unclear' }
}

/** Ends early when the connection comes back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController()
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      listening.abort()
      settle()
    }
    const timer = setTimeout(end(resolve), ms)
    window.addEventListener('online', end(resolve), { signal: listening.signal })
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: listening.signal },
    )
  })
}
