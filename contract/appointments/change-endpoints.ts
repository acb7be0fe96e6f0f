import * as z from 'zod/mini'
import { Policy, RefundRule } from '../clinic/policy.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { EditedRevision, OnRevision, Revised } from '../schedule/staff-appointment.ts'
import { Price, WireDay } from '../treatments/treatment.ts'
import { Booking } from './appointment.ts'

/** What a patient must know before they cancel or reschedule one of their appointments. */
export const ChangeTerms = z.object({
  booking: Booking,
  revision: z.number(),
  /** The clinic has closed the day: no cut-off holds, and everything goes back. */
  closed: z.boolean(),
  /** Its doctor or chair is taken away, and the patient has not answered: the same holds. */
  displaced: z.boolean(),
  cutoffMinutes: z.number(),
  refundRule: RefundRule,
  /** Instants in UTC, ISO text. */
  bookedAt: z.string(),
  cutoffAt: z.string(),
  beginsAt: z.string(),
  /** `null`: they may. Else a code of `change-refusals.ts`. */
  whyNotCancel: z.nullable(z.string()),
  whyNotReschedule: z.nullable(z.string()),
  /** Dollars that are paid, and what of it would go back to the card on cancelling now. */
  paid: z.number(),
  refund: z.number(),
  /** Whether money goes back on cancelling now, or on changing to a cheaper treatment. */
  givesBack: z.boolean(),
  /** It was paid at the clinic's desk, where the money is given back. */
  paidAtDesk: z.boolean(),
})
export type ChangeTerms = z.infer<typeof ChangeTerms>

/** What patients do with their own appointments after booking. */
export const changeEndpoints = {
  readChangeTerms: {
    method: 'GET',
    path: '/booking/:id/change',
    summary: "Whether and how one of one's own appointments can be cancelled or rescheduled now.",
    access: 'owner',
    params: ById,
    answer: ChangeTerms,
  },
  cancelOwn: {
    method: 'POST',
    path: '/booking/:id/cancel',
    summary:
      "Cancel one of one's own appointments; by the clinic's rule the card's money goes back.",
    access: 'owner',
    params: ById,
    /** `refund` in dollars as the patient was shown it; 409 `terms_changed` where it is another now. */
    body: z.extend(OnRevision, { refund: Price }),
    answer: z.object({ booking: Booking, refund: z.number() }),
  },
  rescheduleOwn: {
    method: 'POST',
    path: '/booking/:id/reschedule',
    summary: "Reschedule one of one's own appointments to another time, or to another treatment.",
    access: 'owner',
    params: ById,
    body: z.extend(OnRevision, {
      treatmentId: z.string().check(z.maxLength(100)),
      date: WireDay,
      slot: z.string().check(z.maxLength(100)),
      /** The id of a doctor; without it the same one if free, else another. */
      doctor: z.optional(z.string().check(z.maxLength(100))),
      /** Of the new treatment as the patient was shown it; the same treatment keeps its price. */
      price: Price,
      /** Dollars back as the patient was shown it; 409 `terms_changed` where it is another now. */
      returned: z.optional(z.number().check(z.nonnegative())),
    }),
    /** Dollars: still to be paid, and on their way back to the card. */
    answer: z.object({ booking: Booking, due: z.number(), returned: z.number() }),
  },
  readPolicy: {
    method: 'GET',
    path: '/policy',
    summary: 'What the clinic promises after a booking.',
    access: 'anyone',
    answer: z.extend(Policy, Revised),
  },
} as const satisfies Record<string, Endpoint>

export const staffPolicyEndpoints = {
  changePolicy: {
    method: 'PUT',
    path: '/staff/policy',
    summary:
      'Change what the clinic promises after a booking; earlier bookings follow it, too. 409 `changed_meanwhile` where its revision is another.',
    access: { needs: 'policy' },
    audit: 'policy_changed',
    body: z.extend(Policy, EditedRevision),
    answer: z.extend(Policy, Revised),
  },
} as const satisfies Record<string, Endpoint>
