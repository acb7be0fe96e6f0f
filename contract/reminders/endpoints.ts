import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Phone } from '../phone.ts'

/** How a patient wants to be reminded. */
export const ReminderSettings = z.object({
  byMail: z.boolean(),
  bySms: z.boolean(),
  /** Where text messages go, as `+17185550100`. */
  phone: z.nullable(z.string()),
  /** The clinic sends text messages. */
  offersSms: z.boolean(),
  /** When reminders go out, in minutes before the begin, the earliest first. */
  reminderMinutes: z.array(z.number()),
})
export type ReminderSettings = z.infer<typeof ReminderSettings>

/** Reminders as each patient wants them. */
export const reminderEndpoints = {
  readReminders: {
    method: 'GET',
    path: '/reminder-settings',
    summary: 'How one wants to be reminded of appointments.',
    access: 'signedIn',
    answer: ReminderSettings,
  },
  changeReminders: {
    method: 'PUT',
    path: '/reminder-settings',
    summary: 'Change how one is reminded of appointments; text messages need a number.',
    access: 'signedIn',
    body: z.object({ byMail: z.boolean(), bySms: z.boolean(), phone: z.nullable(Phone) }),
    answer: ReminderSettings,
  },
} as const satisfies Record<string, Endpoint>
