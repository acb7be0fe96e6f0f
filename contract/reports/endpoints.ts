import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Month, WireDay } from '../treatments/treatment.ts'

/** One day of the overview; money in dollars. */
export const OverviewDay = z.object({
  /** ISO day. */
  day: z.string(),
  /** Appointments not cancelled. */
  appointments: z.number(),
  noShows: z.number(),
  cancelled: z.number(),
  /** Taken on this day by card or at the desk, for whatever day, less what of it went back since. */
  taken: z.number(),
  /** Paid, by card or at the desk, for the appointments of this day. */
  collected: z.number(),
  /** Not paid, of the appointments of this day that were not a no-show. */
  outstanding: z.number(),
})
export type OverviewDay = z.infer<typeof OverviewDay>

export const Overview = z.object({
  /** The clinic's today, ISO. */
  today: z.string(),
  /** The last 30 days, today, and the next 14, oldest first. */
  days: z.array(OverviewDay),
  /** Slots on offer and taken over those days, open days only. */
  treatments: z.array(z.object({ name: z.string(), booked: z.number(), capacity: z.number() })),
})
export type Overview = z.infer<typeof Overview>

/** What was taken on each day of a month, counted as in the overview. */
export const Collected = z.object({
  days: z.array(z.pick(OverviewDay, { day: true, taken: true })),
})
export type Collected = z.infer<typeof Collected>

const Range = z.object({ from: WireDay, to: WireDay })

export const overviewEndpoints = {
  readOverview: {
    method: 'GET',
    path: '/staff/overview',
    summary: 'Numbers of the last 30 days and the next 14.',
    access: 'admin',
    audit: false,
    answer: Overview,
  },
  readCollected: {
    method: 'GET',
    path: '/staff/collected',
    summary: 'What was taken on each day of a month, less what of it went back.',
    access: 'admin',
    audit: false,
    query: z.object({ month: Month }),
    answer: Collected,
  },
  exportAppointments: {
    method: 'GET',
    path: '/staff/export/appointments.csv',
    summary: 'The appointments of a range of days as CSV, streamed.',
    access: 'admin',
    audit: 'appointments_exported',
    proof: 'either',
    query: Range,
    answer: z.unknown(),
    sends: 'text/csv',
  },
  exportPayments: {
    method: 'GET',
    path: '/staff/export/payments.csv',
    summary: 'The payments charged on a range of days, refunds beside them, as CSV, streamed.',
    access: 'admin',
    audit: 'payments_exported',
    proof: 'either',
    query: Range,
    answer: z.unknown(),
    sends: 'text/csv',
  },
} as const satisfies Record<string, Endpoint>
