import * as z from 'zod/mini'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { pageOf, pageQuery } from '../page.ts'
import { DoctorAway, NamedDoctor } from './waitlist.ts'

/** A request on the waitlist, as staff see it. */
export const StaffWaitlistRequest = z.object({
  _id: z.string(),
  /** Since when; an instant in UTC, ISO text. */
  askedAt: z.string(),
  treatment: z.string(),
  /** Who is treated. */
  patientId: z.string(),
  patientName: z.string(),
  /** E-mail of the account. */
  patient: z.string(),
  phone: z.string(),
  /** The appointment that would be rescheduled, as it is now; `null` where a new one is wanted. */
  appointment: z.nullable(z.object({ _id: z.string(), date: z.string(), slot: z.string() })),
  /** ISO days, both ends included. */
  from: z.string(),
  until: z.string(),
  /** 0 for Sunday to 6 for Saturday. */
  weekdays: z.array(z.number()),
  fromMinute: z.number(),
  untilMinute: z.number(),
  /** The one doctor who is wished for. */
  doctor: NamedDoctor,
  doctorAway: DoctorAway,
  /** Why they are offered nothing, as their patient reads it. */
  paused: z.nullable(z.enum(['unconfirmed', 'unanswered'])),
  /** What is held for them now, and until when (an instant in UTC, ISO text). */
  held: z.nullable(z.object({ date: z.string(), slot: z.string(), until: z.string() })),
})
export type StaffWaitlistRequest = z.infer<typeof StaffWaitlistRequest>

export const staffWaitlistEndpoints = {
  listWaitlist: {
    method: 'GET',
    path: '/staff/waitlist',
    summary: 'Who waits for an earlier slot, the longest first, and what is held for them.',
    access: { needs: 'waitlist' },
    audit: 'waitlist_read',
    query: z.object(pageQuery),
    answer: pageOf(StaffWaitlistRequest),
  },
  openRequest: {
    method: 'POST',
    path: '/staff/waitlist/:id/open',
    summary:
      'Open a request that waits for one doctor for any doctor; its position stays. 409 `request_changed` where it no longer waits for that doctor.',
    access: { needs: 'waitlist' },
    audit: 'request_opened',
    params: ById,
    /** The id of the doctor who it waits for. */
    body: z.object({ doctor: z.string().check(z.maxLength(100)) }),
    answer: Done,
  },
  writeOfDoctor: {
    method: 'POST',
    path: '/staff/waitlist/:id/write',
    summary:
      'Write to a patient that the doctor who they wait for cannot take their request, with a link to change it. 409 `request_changed` where that is no longer so, or `no_confirmed_mail`; 429 `written_enough` after three in an hour.',
    access: { needs: 'waitlist' },
    audit: 'request_written',
    params: ById,
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>
