import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Failure, failTooMany } from '../http/errors.ts'
import { secondsToWait } from '../http/seconds-to-wait.ts'

/**
 * Reads and seconds, by feed: calendars ask once an hour or so, and the machines of Google ask for
 * many people from one address, so the address says nothing.
 */
const perFeed = { points: 30, duration: 600 }
/** Addresses that lead nowhere, by who asks. */
const perStranger = { points: 60, duration: 600 }

/** In memory: each process allows this much. Answers the refusal, or `null`. */
export function createFeedLimit({ rateLimit }: { rateLimit: boolean }) {
  const feeds = new RateLimiterMemory(perFeed)
  const strangers = new RateLimiterMemory(perStranger)
  const limit = async (limiter: RateLimiterMemory, key: string): Promise<Failure | null> => {
    const wait = rateLimit ? await secondsToWait(limiter, key) : 0
    return wait > 0 ? failTooMany(wait) : null
  }
  return {
    onRead: (feed: string) => limit(feeds, feed),
    onMiss: (address: string) => limit(strangers, address),
  }
}
