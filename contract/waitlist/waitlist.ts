import * as z from 'zod/mini'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { Price, WireDay } from '../treatments/treatment.ts'

const minute = z.number().check(z.int(), z.minimum(0), z.maximum(1440))

/** The days and times that suit a waitlist request. */
const suits = {
  from: WireDay,
  until: WireDay,
  /** 0 for Sunday to 6 for Saturday. */
  weekdays: z.array(z.number().check(z.int(), z.minimum(0), z.maximum(6))),
  /** The slot lies between these minutes of the day. */
  fromMinute: minute,
  untilMinute: minute,
  phone: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  /** The id of the one doctor who suits; `null` for anyone who is free. */
  doctor: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
}

/** `null` if no doctor is named. */
export const NamedDoctor = z.nullable(z.object({ _id: z.string(), name: z.string() }))

/**
 * Why the requested doctor can never take the request as it is: the doctor has left the clinic, no longer
 * does the treatment, or works at none of its days and times. `null` while they can, or if no doctor is
 * requested.
 */
export const DoctorAway = z.nullable(z.enum(['left', 'treatment', 'hours']))
export type DoctorAway = z.infer<typeof DoctorAway>

/** A request for an earlier slot: for an appointment, which is then rescheduled, or for a treatment. */
export const WaitlistRequestBody = z.object({
  ...suits,
  /** `null` where accepting books. */
  appointment: z.nullable(z.string().check(z.maxLength(100))),
  /** Of an appointment, its own. */
  treatmentId: z.string().check(z.maxLength(100)),
  /** The id of a dependent; without it, for oneself. An appointment knows who it is for. */
  dependent: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
})
export type WaitlistRequestBody = z.input<typeof WaitlistRequestBody>

const WaitlistRequestChange = z.object(suits)

/** A slot that is held for a request until it is answered or expires. */
export const Offer = z.object({
  /** Anyone who knows it may answer the offer. */
  token: z.string(),
  treatment: z.string(),
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  slot: z.string(),
  /** Who it would be. */
  doctor: NamedDoctor,
  /** The time that the appointment has now; `null` where accepting books. */
  instead: z.nullable(z.object({ date: z.string(), slot: z.string() })),
  patientName: z.string(),
  /** Dollars to pay for a new appointment; `null` where one is rescheduled, whose price stays. */
  price: z.nullable(z.number()),
  /** An instant in UTC, ISO text. */
  expiresAt: z.string(),
  state: z.enum(['open', 'expired', 'accepted', 'declined', 'withdrawn']),
})
export type Offer = z.infer<typeof Offer>

/** A request as its patient sees it. */
export const WaitlistRequest = z.object({
  _id: z.string(),
  state: z.enum(['waiting', 'done', 'left', 'over']),
  treatmentId: z.string(),
  treatment: z.string(),
  /** The appointment that would be rescheduled, or was, as it is now. */
  appointment: z.nullable(
    z.object({ _id: z.string(), date: z.string(), slot: z.string(), cancelled: z.boolean() }),
  ),
  patientName: z.string(),
  /** ISO days, both ends included. */
  from: z.string(),
  until: z.string(),
  weekdays: z.array(z.number()),
  fromMinute: z.number(),
  untilMinute: z.number(),
  phone: z.string(),
  /** The one doctor who is wished for. */
  doctor: NamedDoctor,
  doctorAway: DoctorAway,
  /** How many came before and may want the same; `null` once it is over. */
  ahead: z.nullable(z.number()),
  /**
   * Why it is offered nothing: its account's e-mail is not confirmed, or its patient left offers
   * unanswered. `null` while it may be offered something.
   */
  paused: z.nullable(z.enum(['unconfirmed', 'unanswered'])),
  /** What is held for it now. */
  offer: z.nullable(Offer),
})
export type WaitlistRequest = z.infer<typeof WaitlistRequest>

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
    answer: Done,
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
