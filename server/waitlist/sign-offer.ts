import { isLinkSigned, signLink } from '../email-links/issue-link.ts'
import type { Secrets } from '../secrets.ts'

/** Of a UUID. */
const idLength = 36

/** What proves that somebody was sent this offer: its id and our signature of it. */
export function signOffer(id: string, secret: string): string {
  return id + signLink(secret, ['offer', id])
}

/** The offer that a token names; `null` where we did not sign it. */
export function readOfferToken(token: string, secrets: Secrets): string | null {
  const id = token.slice(0, idLength)
  return isLinkSigned(secrets, ['offer', id], token.slice(idLength)) ? id : null
}
