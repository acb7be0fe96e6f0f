import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Failure, failTooMany } from '../http/errors.ts'
import { secondsToWait } from '../http/seconds-to-wait.ts'

/**
 * Attempts and seconds. Somebody in trouble with a card tries a handful of times; a tester of stolen
 * numbers tries hundreds (docs.stripe.com/disputes/prevention/card-testing).
 */
const perSession = { points: 30, duration: 600 }
const perPayment = { points: 30, duration: 600 }

/** Answers the refusal of one attempt too many; `null` for one that may pass. */
export type AttemptLimit = (session: string, payment?: string) => Promise<Failure | null>

/** Counts attempts at paying, by session and by what is paid. In memory: each process allows this much. */
export function createAttemptLimit({ rateLimit }: { rateLimit: boolean }): AttemptLimit {
  const sessions = new RateLimiterMemory(perSession)
  const payments = new RateLimiterMemory(perPayment)
  return async (session, payment) => {
    if (!rateLimit) return null
    const wait =
      (await secondsToWait(sessions, session)) ||
      (payment === undefined ? 0 : await secondsToWait(payments, payment))
    return wait > 0 ? failTooMany(wait) : null
  }
}
