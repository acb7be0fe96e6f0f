import { isIPv6 } from 'node:net'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { secondsToWait } from '../seconds-to-wait.ts'

const perSender = { points: 5, duration: 600 }
/** Together, whoever they are: a flood from many addresses must not fill the clinic's mailbox. */
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

/** With IPv6 one household has a whole /64 to choose addresses from. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  const groups = tail === undefined ? front : [...front, ...zeros, ...back]
  return groups.slice(0, 4).join(':')
}
