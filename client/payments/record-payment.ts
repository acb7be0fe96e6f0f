import { endpoints } from '../../contract/endpoints.ts'
import { ApiError, call } from '../data/api.ts'

export type Verdict =
  | { kind: 'paid' }
  /** The provider was asked, and has collected nothing. */
  | { kind: 'notPaid' }
  /** Collected for an appointment that could not have it any more, and given back. */
  | { kind: 'returned'; message: string }
  /** Somebody at the clinic has to look at it. */
  | { kind: 'unclear' }

type Wish = {
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
/** How often `not paid` is heard before it is believed: a late charge may still be on its way. */
const enoughDenials = 4

/**
 * Tells the clinic of a payment until there is an answer. However often it is told, it is recorded
 * once; and should this browser never come back, the clinic finds out by itself.
 */
export async function recordPayment(wish: Wish): Promise<Verdict> {
  let denials = 0
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(wish)
    wish.signal.throwIfAborted()
    if (answer === 'denied' && !wish.isCharged) denials += 1
    if (denials >= enoughDenials) return { kind: 'notPaid' }
    if (typeof answer === 'object') return answer
    wish.onDelay()
    await pause((pauses[tries] ?? pauses.at(-1) ?? 30) * 1000, wish.signal)
  }
}

/** Sent even when the page has been left: the sooner the clinic hears of it, the better. */
async function ask({ appointmentId, transactionId }: Wish) {
  try {
    const body = { appointment: appointmentId, transactionId }
    await call(endpoints.confirmPayment, { params: { id: appointmentId }, body })
    return { kind: 'paid' } as const
  } catch (error) {
    return verdictOf(error)
  }
}

/** `later`: nobody knows yet. `denied`: the provider knows of no charge so far. */
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
