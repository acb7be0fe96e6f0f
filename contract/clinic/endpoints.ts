import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { type IssueCode, issue } from '../issues.ts'
import { parseClinicPhone } from '../phone.ts'
import { EditedRevision, Revised } from '../schedule/staff-appointment.ts'
import { WireDay } from '../treatments/treatment.ts'

const line = (missing: IssueCode) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(200))
const Markdown = z.string().check(z.maxLength(20_000))

/** What the marketing pages say of the clinic; the two pages are Markdown. */
export const ClinicProfile = z.object({
  name: line('name_required'),
  address: line('address_required'),
  phone: line('phone_required'),
  openingHours: line('opening_hours_required'),
  about: Markdown,
  contact: Markdown,
  /** '' for the portal's own text; absent in a change that leaves it as it is. */
  privacy: z.optional(Markdown),
})
export type ClinicProfile = z.infer<typeof ClinicProfile>

/** A profile as it is saved: one that was stored with another phone is still read. */
export const ClinicProfileInput = z.extend(ClinicProfile, {
  phone: z.string().check(
    z.trim(),
    z.refine((phone) => phone !== '', { error: issue('phone_required'), abort: true }),
    z.maxLength(200),
    z.refine((phone) => parseClinicPhone(phone) !== null, issue('phone_invalid')),
  ),
})

export const clinicEndpoints = {
  readProfile: {
    method: 'GET',
    path: '/staff/clinic',
    summary: 'The clinic profile as staff write it.',
    access: { needs: 'policy' },
    audit: false,
    answer: z.extend(ClinicProfile, Revised),
  },
  changeProfile: {
    method: 'PUT',
    path: '/staff/clinic',
    summary:
      'Change the clinic profile; the marketing pages show it at once. 409 `changed_meanwhile` where its revision is another.',
    access: { needs: 'policy' },
    audit: 'profile_changed',
    body: z.extend(ClinicProfileInput, EditedRevision),
    answer: z.extend(ClinicProfile, Revised),
  },
  previewMarkdown: {
    method: 'POST',
    path: '/staff/clinic/preview',
    summary: 'Markdown as the pages would show it: clean HTML.',
    access: { needs: 'policy' },
    audit: false,
    body: z.object({ markdown: Markdown }),
    answer: z.object({ html: z.string() }),
  },
} as const satisfies Record<string, Endpoint>

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

/** Appointments that stand on a closed day (ISO), and for how many of them the patient was asked to choose another time. */
const Standing = { day: z.string(), appointments: z.number(), asked: z.number() }

/** A day closed besides the weekly ones. */
export const Closure = z.object({ ...Standing, reason: z.string() })
export type Closure = z.infer<typeof Closure>

const Confirmation = {
  /** Go on although appointments lie on days that close. They stay until they are settled. */
  confirmed: z._default(z.boolean(), false),
}

/** Appointments on closed days: `ask` their patients to choose another time, or `cancel` them. */
export const SettleWay = z.enum(['ask', 'cancel'])
export type SettleWay = z.infer<typeof SettleWay>

/** What became of one of them. */
export const SettledAppointment = z.object({
  _id: z.string(),
  treatment: z.string(),
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  slot: z.string(),
  patientName: z.string(),
  phone: z.string(),
  /** Why it was not done, a code of `schedule/refusals.ts`; `null` where it was. */
  failed: z.nullable(z.string()),
  /** False if there is no confirmed address to write to (staff have to call), and if it failed. */
  mailed: z.boolean(),
  /** Dollars on their way back to the card, and to be had at the desk. */
  refund: z.number(),
  atDesk: z.number(),
})
export type SettledAppointment = z.infer<typeof SettledAppointment>

export const openingEndpoints = {
  readOpening: {
    method: 'GET',
    path: '/staff/opening',
    summary: 'Opening rules, and the closures from today on with the appointments they touch.',
    access: { needs: 'setup' },
    audit: false,
    answer: z.extend(OpeningRules, {
      ...Revised,
      closures: z.array(Closure),
      /** Days on closed weekdays on which appointments stand. */
      closedWeekdayDays: z.array(z.object(Standing)),
    }),
  },
  changeOpening: {
    method: 'PUT',
    path: '/staff/opening',
    summary:
      'Change the rules. Unless confirmed, 409 `appointments_affected` lists who is touched; `changed_meanwhile` where the revision is another.',
    access: { needs: 'setup' },
    audit: 'opening_changed',
    body: z.extend(OpeningRules, { ...Confirmation, ...EditedRevision }),
    answer: z.extend(OpeningRules, Revised),
  },
  addClosure: {
    method: 'POST',
    path: '/staff/closures',
    summary:
      'Close a day or a range of up to 60. Unless confirmed, 409 `appointments_affected` lists who is touched.',
    access: { needs: 'setup' },
    audit: 'days_closed',
    body: z.object({
      from: WireDay,
      to: WireDay,
      reason: z
        .string()
        .check(z.trim(), z.minLength(1, issue('reason_required')), z.maxLength(200)),
      ...Confirmation,
      ...EditedRevision,
    }),
    /** `closed` counts the days; `days` (ISO) are those that were open until now, whose appointments were listed. */
    answer: z.object({ ...Revised, closed: z.number(), days: z.array(z.string()) }),
  },
  settleClosed: {
    method: 'POST',
    path: '/staff/closures/settle',
    summary:
      'Ask the patients of appointments on closed days to choose another time, or cancel them and give everything back: some at a time, `next` goes on.',
    access: { needs: 'setup' },
    audit: 'closed_days_settled',
    body: z.object({
      from: WireDay,
      to: WireDay,
      /** Only on these, as `addClosure` has answered them. */
      days: z.optional(z.array(WireDay).check(z.maxLength(60))),
      /** Only on days that are closed every week on one of these and not besides: 0 for Sunday to 6 for Saturday. */
      weekdays: z.optional(z.array(whole(0, 6)).check(z.maxLength(7))),
      way: SettleWay,
      /** `next` of the last answer. */
      after: z.optional(z.string().check(z.maxLength(200))),
    }),
    /** `left`: how many come after these. */
    answer: z.object({
      settled: z.array(SettledAppointment),
      next: z.nullable(z.string()),
      left: z.number(),
    }),
  },
  removeClosure: {
    method: 'DELETE',
    path: '/staff/closures/:day',
    summary: 'Open a closed day again.',
    access: { needs: 'setup' },
    audit: 'day_opened',
    params: z.object({ day: WireDay }),
    query: z.object({
      revision: z.optional(
        z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)),
      ),
    }),
    answer: z.object({ ...Revised, deletedCount: z.number() }),
  },
} as const satisfies Record<string, Endpoint>
