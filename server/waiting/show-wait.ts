import { formatDay } from '../../contract/date.ts'
import type { Offer, Wait } from '../../contract/waiting.ts'
import type { Queries } from '../db/database.ts'
import { listOpenOf, type OfferRow } from './offer-queries.ts'
import { listOwn, type OwnWait, weekdayBit } from './queries.ts'
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
  const { ownId, ownDay, ownSlot } = wait
  return {
    _id: wait.id,
    state: wait.state,
    treatmentId: wait.treatmentId,
    treatment: wait.treatment,
    appointment:
      ownId !== null && ownDay !== null && ownSlot !== null
        ? { _id: ownId, date: formatDay(ownDay), slot: ownSlot }
        : null,
    patientName: wait.ownName ?? wait.memberName ?? wait.name,
    from: wait.fromDay,
    until: wait.untilDay,
    weekdays: weekdaysIn(wait.weekdays),
    fromMinute: wait.fromMinute,
    untilMinute: wait.untilMinute,
    phone: wait.phone,
    ahead: wait.state === 'waiting' ? wait.ahead : null,
  }
}

/** The weekdays, 0 for Sunday, that a wish is stored with. */
export function weekdaysIn(bits: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6].filter((day) => (bits & weekdayBit(day)) !== 0)
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
