import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts one more of `key`; answers the seconds until it may pass, or 0 when it may now. */
export async function secondsToWait(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext / 1000)
    throw refusal
  }
}
