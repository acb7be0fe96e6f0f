import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Price } from '../money.ts'
import { Offer, WaitlistRequest, WaitlistRequestBody, WaitlistRequestChange } from './waitlist.ts'

const ById = z.object({ id: z.string().check(z.maxLength(100)) })
const ByToken = z.object({ token: z.string().check(z.maxLength(200)) })

/** The waitlist for earlier slots. A request of another account is answered as one that does not exist. */
export const waitlistEndpoints = {
  listRequests: {
    method: 'GET',
    path: '/waitlist',
    summary:
      "One's own requests for an earlier slot, the newest first, with what is held for them.",
    access: 'signedIn',
    answer: z.array(WaitlistRequest),
  },
  watchOffers: {
    method: 'GET',
    path: '/waitlist/changes',
    summary: 'Server-sent events: `day` with `*` whenever what the account is offered has changed.',
    access: 'signedIn',
    proof: 'session',
    answer: z.unknown(),
    sends: 'text/event-stream',
  },
  requestEarlier: {
    method: 'POST',
    path: '/waitlist',
    summary: 'Ask for an earlier slot. A refusal answers 409 with a reason.',
    access: 'signedIn',
    body: WaitlistRequestBody,
    answer: WaitlistRequest,
  },
  changeRequest: {
    method: 'PUT',
    path: '/waitlist/:id',
    summary: 'Change which days and times suit; the position on the waitlist stays.',
    access: 'signedIn',
    params: ById,
    body: WaitlistRequestChange,
    answer: WaitlistRequest,
  },
  resumeRequest: {
    method: 'POST',
    path: '/waitlist/:id/resume',
    summary:
      'Be offered slots again after some were not answered; the position on the waitlist stays.',
    access: 'signedIn',
    params: ById,
    answer: WaitlistRequest,
  },
  withdrawRequest: {
    method: 'DELETE',
    path: '/waitlist/:id',
    summary: 'Withdraw a request; what is held goes to the next.',
    access: 'signedIn',
    params: ById,
    answer: z.object({ success: z.literal(true) }),
  },
  readOffer: {
    method: 'POST',
    path: '/offers',
    summary: 'An earlier slot that is held; its token, out of a mail, is the proof.',
    access: 'anyone',
    body: ByToken,
    answer: Offer,
  },
  acceptOffer: {
    method: 'POST',
    path: '/offers/accept',
    summary: 'Take the slot that is held: it reschedules the appointment, or books.',
    access: 'anyone',
    /** Dollars as they were shown for a new appointment; 409 `price_changed` where it is another now. */
    body: z.extend(ByToken, { price: z.nullable(Price) }),
    answer: Offer,
  },
  declineOffer: {
    method: 'POST',
    path: '/offers/decline',
    summary: 'Leave the slot that is held to the next in line.',
    access: 'anyone',
    body: ByToken,
    answer: Offer,
  },
} as const satisfies Record<string, Endpoint>
