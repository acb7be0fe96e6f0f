import * as z from 'zod/mini'

/** When the card's money comes back to a patient who cancels. */
export const RefundRule = z.enum(['before_cutoff', 'always', 'never'])
export type RefundRule = z.infer<typeof RefundRule>

const whole = (least: number, most: number) =>
  z.number().check(z.int(), z.minimum(least), z.maximum(most))

/** How much one account may do, and between which numbers a clinic sets that. */
export const limits = {
  /** Unpaid appointments to come that an account holds before its e-mail is confirmed. */
  unprovedAppointments: { least: 0, most: 20 },
  /** How long after its booking such an appointment is let go, in hours. */
  unprovedHours: { least: 1, most: 168 },
  /** Unpaid appointments to come that an account holds once its e-mail is confirmed. */
  unpaidAppointments: { least: 1, most: 200 },
  /** How many appointments an account books in an hour. */
  bookingsPerHour: { least: 1, most: 200 },
  /** Requests on the waitlist, and offers of it that are open, of one account at a time. */
  waitRequests: { least: 1, most: 50 },
  openOffers: { least: 1, most: 20 },
} as const
export type LimitName = keyof typeof limits

const between = ({ least, most }: { least: number; most: number }) => whole(least, most)

export const Limits = z.object({
  unprovedAppointments: between(limits.unprovedAppointments),
  unprovedHours: between(limits.unprovedHours),
  unpaidAppointments: between(limits.unpaidAppointments),
  bookingsPerHour: between(limits.bookingsPerHour),
  waitRequests: between(limits.waitRequests),
  openOffers: between(limits.openOffers),
})
export type Limits = z.infer<typeof Limits>

export const limitNames = z.keyof(Limits).options

export const lateSpan = { least: 1, most: 120 } as const

/** What the clinic promises after a booking, which staff are not held to, and when a patient is late. */
export const Policy = z.object({
  /** A patient may reschedule an appointment until this many minutes before its start. */
  cutoffMinutes: whole(0, 14 * 24 * 60),
  refundRule: RefundRule,
  /** When reminders go out, in minutes before the begin; whole days are days of the clinic's calendar. */
  reminderMinutes: z.array(whole(15, 30 * 24 * 60)).check(z.maxLength(5)),
  /** How long an earlier slot is held for the person it is offered to. */
  offerMinutes: whole(5, 24 * 60),
  /** Minutes after the start at which an absent patient is shown to staff as late. */
  lateMinutes: whole(lateSpan.least, lateSpan.most),
  /** Mails, texts and calendars name the treatment; else they say that it is an appointment. */
  namesTreatments: z.boolean(),
  ...Limits.shape,
})
export type Policy = z.infer<typeof Policy>
