import { formatDay } from '../../contract/date.ts'
import type { Offer, Wait } from '../../contract/waitlist/waitlist.ts'
import type { Queries } from '../db/database.ts'
import type { OfferRow } from './offer.ts'
import { listOpenOf } from './offer-queries.ts'
import { listOwn, type OwnWait, type Wish } from './queries.ts'
import { mostUnanswered, weekdayBit } from './request.ts'
import { signOffer } from './sign-offer.ts'

type About = { now: Date; secret: string }

/** An account's wishes in the wire's words, the newest first. */
export async function showWaits(query: Queries, userId: string, about: About): Promise<Wait[]> {
  const offers = await listOpenOf(query, userId)
  const inTime = offers.filter(({ expiresAt }) => expiresAt > about.now.toISOString())
  return (await listOwn(query, userId)).map((wait) => {
    const offer = inTime.find(({ waitId }) => waitId === wait.id)
    return { ...showWait(wait), offer: offer ? showOffer(offer, about) : null }
  })
}

function showWait(wait: OwnWait): Omit<Wait, 'offer'> {
  return {
    ...showWish(wait),
    state: wait.state,
    treatmentId: wait.treatmentId,
    ahead: wait.state === 'waiting' ? wait.ahead : null,
    paused: wait.state === 'waiting' ? pauseOf(wait) : null,
  }
}

/** Why a request is offered nothing; see `mayBeOffered`. */
export function pauseOf({ emailVerified, unanswered }: Wish): Wait['paused'] {
  if (!emailVerified) return 'unconfirmed'
  return unanswered >= mostUnanswered ? 'unanswered' : null
}

/** What patients and staff read alike of a wish. */
export function showWish(wish: Wish) {
  const { ownId, ownDay, ownSlot } = wish
  return {
    _id: wish.id,
    treatment: wish.treatment,
    appointment:
      ownId !== null && ownDay !== null && ownSlot !== null
        ? { _id: ownId, date: formatDay(ownDay), slot: ownSlot }
        : null,
    patientName: wish.ownName ?? wish.memberName ?? wish.name,
    from: wish.fromDay,
    until: wish.untilDay,
    weekdays: [0, 1, 2, 3, 4, 5, 6].filter((day) => (wish.weekdays & weekdayBit(day)) !== 0),
    fromMinute: wish.fromMinute,
    untilMinute: wish.untilMinute,
    phone: wish.phone,
  }
}

/** An offer in the wire's words. */
export function showOffer(offer: OfferRow, { now, secret }: About): Offer {
  const { ownDay, ownSlot } = offer
  const isBooking = offer.appointmentId === null
  return {
    token: signOffer(offer.id, secret),
    treatment: offer.treatment,
    date: formatDay(offer.day),
    slot: offer.slot,
    instead:
      ownDay !== null && ownSlot !== null ? { date: formatDay(ownDay), slot: ownSlot } : null,
    patientName: offer.ownName ?? offer.memberName ?? offer.name,
    price: isBooking ? offer.priceCents / 100 : null,
    expiresAt: offer.expiresAt,
    state: stateOf(offer, now),
  }
}

function stateOf({ state, expiresAt }: OfferRow, now: Date): Offer['state'] {
  if (state === 'open') return expiresAt > now.toISOString() ? 'open' : 'expired'
  return state === 'lapsed' ? 'expired' : state
}
