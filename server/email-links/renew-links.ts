import type { Secrets } from '../secrets.ts'
import { isOfferSigned, namedOffer, signOffer } from '../waitlist/offer.ts'
import {
  isSigned,
  issueLink,
  issueUnsubscribe,
  type LinkedTime,
  readToken,
  readUnsubscribe,
} from './issue-link.ts'

/** A patient's change of address, with their appointments as they are signed for the former one, by id. */
type Renewal = {
  secrets: Secrets
  from: string
  to: string
  appointments: ReadonlyMap<string, LinkedTime>
}

/** What could be a token in a body: no shorter one is ours, and no other text has our signature. */
const tokens = /[\w-]{40,}/g

/**
 * Signs the links in a body of a mail for its patient's next address. Links that are void stay void: another
 * time of the appointment has ended them.
 */
export function renewLinks(body: string, renewal: Renewal): string {
  return body.replace(tokens, (token) => renewToken(token, renewal))
}

function renewToken(token: string, { secrets, from, to, appointments }: Renewal): string {
  if (readUnsubscribe(secrets, token) === from) return issueUnsubscribe(secrets.authSecret, to)
  const offerId = namedOffer(token)
  if (isOfferSigned(secrets, token, { id: offerId, patient: from })) {
    return signOffer({ id: offerId, patient: to }, secrets.authSecret)
  }
  const named = readToken(token)
  const appointment = named && appointments.get(named.appointmentId)
  if (!appointment || !isSigned(secrets, named, appointment)) return token
  return issueLink(secrets.authSecret, named.purpose, { ...appointment, patient: to })
}
