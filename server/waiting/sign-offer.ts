import { createHmac, timingSafeEqual } from 'node:crypto'

/** Of a UUID. */
const idLength = 36

/** What proves that somebody was sent this offer: its id and our signature of it. */
export function signOffer(id: string, secret: string): string {
  return id + signatureOf(id, secret)
}

/** The offer that a token names; `null` where we did not sign it. */
export function readOfferToken(token: string, secret: string): string | null {
  const id = token.slice(0, idLength)
  const expected = Buffer.from(signatureOf(id, secret))
  const found = Buffer.from(token.slice(idLength))
  return expected.length === found.length && timingSafeEqual(expected, found) ? id : null
}

/** The purpose is part of what is signed, so that no other signature of ours serves here. */
function signatureOf(id: string, secret: string): string {
  return createHmac('sha256', secret).update(`earlier-slot-offer:${id}`).digest('base64url')
}
