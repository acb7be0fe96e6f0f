import type { Selectable } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { BookingRefusal } from '../../contract/errors.ts'
import type { Relation } from '../../contract/patients/dependent.ts'
import type { StaffRefusal } from '../../contract/schedule/refusals.ts'
import type { WaitlistRefusal } from '../../contract/waitlist/refusals.ts'
import type { Tables } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { isLinkSigned, signLink } from '../email-links/issue-link.ts'
import type { Secrets } from '../secrets.ts'

/** A slot of a treatment on a day. */
export type DaySlot = { day: Day; treatmentId: string; slot: string }

type OfferColumns = Selectable<Tables['offers']>
type RequestColumns = Selectable<Tables['waits']>

/** An offer with its request, its treatment and the appointment that would move. */
export type OfferRow = Pick<
  OfferColumns,
  | 'id'
  | 'waitId'
  | 'treatmentId'
  | 'day'
  | 'slot'
  | 'startMinute'
  | 'state'
  | 'expiresAt'
  | 'withdrawnAt'
  | 'doctorId'
> &
  Pick<RequestColumns, 'userId' | 'patient' | 'patientId' | 'phone' | 'appointmentId'> & {
    treatment: string
    priceCents: number
    /** The doctor who would treat; `null` where none is named. */
    doctorName: string | null
    /** The name of the account's holder. */
    name: string
    ownDay: Day | null
    ownSlot: string | null
    ownName: string | null
    /** The patient's name, and their relationship to the account's holder. */
    treatedName: string
    relation: Relation | null
  }

/** The dependencies of the waitlist's operations. */
export type WaitlistParts = Pick<Deps, 'config' | 'clock' | 'clinicTime' | 'database'>

export type AnswerOutcome =
  | { ok: true; offer: OfferRow }
  | { ok: false; reason: WaitlistRefusal | BookingRefusal | StaffRefusal | 'not_found' }

/** Why an offer can no longer be answered; `null` while it can. */
export function whyClosed(
  { state, expiresAt, withdrawnAt }: OfferRow,
  now: Date,
): WaitlistRefusal | null {
  if (state === 'accepted') return 'offer_accepted'
  if (state === 'declined') return 'offer_declined'
  if (withdrawnAt !== null) return 'offer_withdrawn'
  return state === 'lapsed' || expiresAt <= now.toISOString() ? 'offer_expired' : null
}

/** The length of a UUID. */
const idLength = 36

/** What an offer's link is signed for: the next address of its patient ends it. */
type LinkedOffer = Pick<OfferRow, 'id' | 'patient'>

/** The token of an offer's link: the offer's id and our signature of it. */
export function signOffer({ id, patient }: LinkedOffer, secret: string): string {
  return id + signLink(secret, ['offer', id, patient])
}

/** The id in the token of an offer, before anything is known to be true of it. */
export function namedOffer(token: string): string {
  return token.slice(0, idLength)
}

/** Whether we have signed a token for the offer and its patient as they are now. */
export function isOfferSigned(
  secrets: Secrets,
  token: string,
  { id, patient }: LinkedOffer,
): boolean {
  const mac = token.slice(idLength)
  return (
    namedOffer(token) === id &&
    // Links sent before are signed without the address.
    [['offer', id, patient] as const, ['offer', id] as const].some((parts) =>
      isLinkSigned(secrets, parts, mac),
    )
  )
}
