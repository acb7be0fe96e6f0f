import { isSameSignature, signLink } from '../email-links/issue-link.ts'

/** Of a UUID. */
const idLength = 36

/** What proves that somebody was sent this offer: its id and our signature of it. */
export function signOffer(id: string, secret: string): string {
  return id + signLink(secret, ['offer', id])
}

/** The offer that a token names; `null` where we did not sign it. */
export function readOfferToken(token: string, secret: string): string | null {
  const id = token.slice(0, idLength)
  const expected = signLink(secret, ['offer', id])
  return isSameSignature(token.slice(idLength), expected) ? id : null
}
