import { sql } from 'kysely'
import { formatDay } from '../../contract/date.ts'
import type { StaffWaitlistRequest } from '../../contract/waitlist/staff-endpoints.ts'
import type { Offer, WaitlistRequest } from '../../contract/waitlist/waitlist.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { type OfferRow, signOffer } from './offer.ts'
import { listOpenOf } from './offer-queries.ts'
import { listOwn, type OwnRequest, type ShownRequest, selectRequests } from './queries.ts'
import { mostUnanswered, weekdayBit } from './request.ts'
import { doctorAwayOf, type Looking } from './wished-doctor/doctor-away.ts'

type About = { now: Date; secret: string; at: Looking }

/** An account's requests in the wire's format, the newest first. */
export async function showRequests(
  query: Queries,
  userId: string,
  about: About,
): Promise<WaitlistRequest[]> {
  const offers = await listOpenOf(query, userId)
  const inTime = offers.filter(({ expiresAt }) => expiresAt > about.now.toISOString())
  const shown: WaitlistRequest[] = []
  for (const request of await listOwn(query, userId)) {
    const offer = inTime.find(({ waitId }) => waitId === request.id)
    const doctorAway = request.state === 'waiting' ? await doctorAwayOf(about.at, request) : null
    shown.push({
      ...showRequest(request),
      doctorAway,
      offer: offer ? showOffer(offer, about) : null,
    })
  }
  return shown
}

function showRequest(request: OwnRequest): Omit<WaitlistRequest, 'offer' | 'doctorAway'> {
  const { appointment, ...common } = showCommon(request)
  const cancelled = request.ownCancelledAt !== null
  return {
    ...common,
    appointment: appointment && { ...appointment, cancelled },
    state: request.state,
    treatmentId: request.treatmentId,
    ahead: request.state === 'waiting' ? request.ahead : null,
    paused: request.state === 'waiting' ? pauseOf(request) : null,
  }
}

/** Why a request gets no offers; see `mayBeOffered`. */
function pauseOf({ emailVerified, unanswered }: ShownRequest): WaitlistRequest['paused'] {
  if (!emailVerified) return 'unconfirmed'
  return unanswered >= mostUnanswered ? 'unanswered' : null
}

/** The fields of a request that both patients and staff see. */
function showCommon(request: ShownRequest) {
  const { ownId, ownDay, ownSlot } = request
  return {
    _id: request.id,
    treatment: request.treatment,
    appointment:
      ownId !== null && ownDay !== null && ownSlot !== null
        ? { _id: ownId, date: formatDay(ownDay), slot: ownSlot }
        : null,
    patientName: request.ownName ?? request.treatedName,
    from: request.fromDay,
    until: request.untilDay,
    weekdays: [0, 1, 2, 3, 4, 5, 6].filter((day) => (request.weekdays & weekdayBit(day)) !== 0),
    fromMinute: request.fromMinute,
    untilMinute: request.untilMinute,
    phone: request.phone,
    doctor: showNamed(request),
  }
}

/** An offer in the wire's format. */
export function showOffer(offer: OfferRow, { now, secret }: Omit<About, 'at'>): Offer {
  const { ownDay, ownSlot } = offer
  const isBooking = offer.appointmentId === null
  return {
    token: signOffer(offer, secret),
    treatment: offer.treatment,
    date: formatDay(offer.day),
    slot: offer.slot,
    doctor: showNamed(offer),
    instead:
      ownDay !== null && ownSlot !== null ? { date: formatDay(ownDay), slot: ownSlot } : null,
    patientName: offer.ownName ?? offer.treatedName,
    price: isBooking ? offer.priceCents / 100 : null,
    expiresAt: offer.expiresAt,
    state: stateOf(offer, now),
  }
}

function showNamed({ doctorId: _id, doctorName: name }: Named): Offer['doctor'] {
  return _id === null || name === null ? null : { _id, name }
}

type Named = { doctorId: string | null; doctorName: string | null }

function stateOf({ state, expiresAt, withdrawnAt }: OfferRow, now: Date): Offer['state'] {
  if (withdrawnAt !== null) return 'withdrawn'
  if (state === 'open') return expiresAt > now.toISOString() ? 'open' : 'expired'
  return state === 'lapsed' ? 'expired' : state
}

type Asked = { after?: string | undefined; limit: number }

/** One page of requests, the longest waiting first, with the slot held for each at an instant. */
export async function listWaitlist(
  at: Looking,
  { after = '', limit }: Asked,
  now: Date,
): Promise<{ rows: StaffWaitlistRequest[]; next: string | null }> {
  // One row more than asked for shows whether there is another page.
  const page = { after, limit: limit + 1, now: now.toISOString() }
  const found = await requestsQuery(at.query, page).execute()
  const rows: StaffWaitlistRequest[] = []
  for (const row of found.slice(0, limit)) {
    rows.push({ ...showStaffRequest(row), doctorAway: await doctorAwayOf(at, row) })
  }
  return { rows, next: found.length > limit ? (rows.at(-1)?._id ?? null) : null }
}

type Row = Awaited<ReturnType<ReturnType<typeof requestsQuery>['execute']>>[number]

/** Ids of requests rise with time. */
function requestsQuery(
  query: Queries,
  { after, limit, now }: { after: string; limit: number; now: Instant },
) {
  return selectRequests(query)
    .leftJoin('offers as o', (join) =>
      join
        .onRef('o.waitId', '=', 'w.id')
        .on('o.state', '=', sql.lit('open'))
        .on('o.expiresAt', '>', now),
    )
    .where('w.state', '=', sql.lit('waiting'))
    .where('w.id', '>', after)
    .select(['o.day as heldDay', 'o.slot as heldSlot', 'o.expiresAt as heldUntil'])
    .orderBy('w.id')
    .limit(limit)
}

function showStaffRequest(row: Row): Omit<StaffWaitlistRequest, 'doctorAway'> {
  const { heldDay, heldSlot, heldUntil } = row
  return {
    ...showCommon(row),
    askedAt: row.createdAt,
    patient: row.patient,
    patientId: row.patientId,
    paused: pauseOf(row),
    held:
      heldDay !== null && heldSlot !== null && heldUntil !== null
        ? { date: formatDay(heldDay), slot: heldSlot, until: heldUntil }
        : null,
  }
}
