import * as z from 'zod/mini'

/** When the card's money comes back to a patient who cancels. */
export const RefundRule = z.enum(['before_cutoff', 'always', 'never'])
export type RefundRule = z.infer<typeof RefundRule>

const minutes = (least: number, most: number) =>
  z.number().check(z.int(), z.minimum(least), z.maximum(most))

/** What the clinic promises after a booking; staff are held to none of it. */
export const Policy = z.object({
  /** Until so many minutes before its begin a patient may move an appointment. */
  cutoffMinutes: minutes(0, 14 * 24 * 60),
  refundRule: RefundRule,
  /** When reminders go out, in minutes before the begin; whole days are days of the clinic's calendar. */
  reminderMinutes: z.array(minutes(15, 30 * 24 * 60)).check(z.maxLength(5)),
  /** How long an earlier slot is held for whom it is offered to. */
  offerMinutes: minutes(5, 24 * 60),
})
export type Policy = z.infer<typeof Policy>
