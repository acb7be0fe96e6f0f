import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Phone } from '../phone.ts'

/** How a patient wants to be reminded. */
export const NoticeSettings = z.object({
  byMail: z.boolean(),
  bySms: z.boolean(),
  /** Where text messages go, as `+17185550100`. */
  phone: z.nullable(z.string()),
  /** The clinic sends text messages. */
  offersSms: z.boolean(),
  /** When reminders go out, in minutes before the begin, the earliest first. */
  reminderMinutes: z.array(z.number()),
})
export type NoticeSettings = z.infer<typeof NoticeSettings>

/** Reminders as each patient wants them. */
export const noticeEndpoints = {
  readNotices: {
    method: 'GET',
    path: '/notices',
    summary: 'How one wants to be reminded of appointments.',
    access: 'signedIn',
    answer: NoticeSettings,
  },
  changeNotices: {
    method: 'PUT',
    path: '/notices',
    summary: 'Change how one is reminded of appointments; text messages need a number.',
    access: 'signedIn',
    body: z.object({ byMail: z.boolean(), bySms: z.boolean(), phone: z.nullable(Phone) }),
    answer: NoticeSettings,
  },
} as const satisfies Record<string, Endpoint>
