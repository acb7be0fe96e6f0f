import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { issue } from '../issues.ts'
import { WireDay } from '../treatments/treatment.ts'

const whole = (least: number, most: number) =>
  z.number().check(z.int(), z.minimum(least), z.maximum(most))

/** When the clinic can be booked. */
export const OpeningRules = z.object({
  /** 0 for Sunday to 6 for Saturday. */
  closedWeekdays: z.array(whole(0, 6)).check(z.maxLength(7)),
  /** How many days ahead of today can be booked. */
  horizonDays: whole(0, 730),
  /** A slot can be booked until this many minutes before it begins. */
  leadMinutes: whole(0, 14 * 24 * 60),
})

/** Days closed besides the weekly ones. ISO days. */
export const Closure = z.object({ day: z.string(), reason: z.string(), appointments: z.number() })
export type Closure = z.infer<typeof Closure>

const Confirmation = {
  /** Go on although appointments lie on days that close. They stay until rescheduled or cancelled. */
  confirmed: z._default(z.boolean(), false),
  /** Mail the patients of those appointments that the clinic is closed. */
  notifyPatients: z._default(z.boolean(), false),
}

export const openingEndpoints = {
  readOpening: {
    method: 'GET',
    path: '/staff/opening',
    summary: 'Opening rules, and the closures from today on with the appointments they touch.',
    access: 'admin',
    audit: false,
    answer: z.extend(OpeningRules, { closures: z.array(Closure) }),
  },
  changeOpening: {
    method: 'PUT',
    path: '/staff/opening',
    summary:
      'Change the rules. Unless confirmed, 409 `appointments_affected` lists who is touched.',
    access: 'admin',
    audit: 'opening_changed',
    body: z.extend(OpeningRules, Confirmation),
    answer: OpeningRules,
  },
  addClosure: {
    method: 'POST',
    path: '/staff/closures',
    summary:
      'Close a day or a range of up to 60. Unless confirmed, 409 `appointments_affected` lists who is touched.',
    access: 'admin',
    audit: 'days_closed',
    body: z.object({
      from: WireDay,
      to: WireDay,
      reason: z
        .string()
        .check(z.trim(), z.minLength(1, issue('reason_required')), z.maxLength(200)),
      ...Confirmation,
    }),
    /** Days closed, patients told. */
    answer: z.object({ closed: z.number(), told: z.number() }),
  },
  removeClosure: {
    method: 'DELETE',
    path: '/staff/closures/:day',
    summary: 'Open a closed day again.',
    access: 'admin',
    audit: 'day_opened',
    params: z.object({ day: WireDay }),
    answer: z.object({ deletedCount: z.number() }),
  },
} as const satisfies Record<string, Endpoint>
