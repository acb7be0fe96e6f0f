import { RateLimiterMemory } from 'rate-limiter-flexible'
import { networkOf } from '../http/client-address.ts'
import { secondsToWait } from '../http/seconds-to-wait.ts'

const perSender = { points: 5, duration: 600 }
/** Together, no matter who they are: a flood from many addresses must not fill the clinic's mailbox. */
const overall = { points: 100, duration: 3600 }

/**
 * Counts contact messages by client address and altogether. In memory: each process allows this
 * much and forgets it at a restart, which is still no flood.
 *
 * @returns a function answering the seconds to wait, or 0 when the message may pass.
 */
export function createFloodLimit(): (address: string) => Promise<number> {
  const senders = new RateLimiterMemory(perSender)
  const everybody = new RateLimiterMemory(overall)
  return async (address) =>
    (await secondsToWait(senders, networkOf(address))) || (await secondsToWait(everybody, 'all'))
}
