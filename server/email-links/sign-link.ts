import { createHmac, timingSafeEqual } from 'node:crypto'

/** Half a SHA-256: as far out of reach, and the link stays short. */
const bytes = 16
/** Of a signature as text. */
export const signatureLength = 22

/**
 * What proves that a link from a mail is ours. The first part is its purpose, so that no other
 * signature serves there; they are signed as JSON, so that none can run into the next.
 */
export function signLink(secret: string, parts: readonly [purpose: string, ...string[]]): string {
  const mac = createHmac('sha256', secret)
    .update(`link:${JSON.stringify(parts)}`)
    .digest()
  return mac.subarray(0, bytes).toString('base64url')
}

/** Whether two signatures are one, without telling by its time how far they agree. */
export function isSameSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
