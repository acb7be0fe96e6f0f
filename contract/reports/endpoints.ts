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
  /** Taken on this day by card or at the desk, for appointments of any day, less what was refunded since. */
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
  /** Whether doctors decide what is free of some treatments: those are counted by hours, in the report below. */
  byDoctors: z.boolean(),
  /** Of the others: slots on offer and taken over those days, open days only. */
  treatments: z.array(z.object({ name: z.string(), booked: z.number(), capacity: z.number() })),
})
export type Overview = z.infer<typeof Overview>

/** What was taken on each day of a month, counted as in the overview. */
export const Collected = z.object({
  days: z.array(z.pick(OverviewDay, { day: true, taken: true })),
})
export type Collected = z.infer<typeof Collected>

const Range = z.object({ from: WireDay, to: WireDay })

/** How many days one report by doctor and chair covers at most. */
export const mostReportDays = 92

/** What the hours of a doctor or a chair came to, in minutes; `null` for appointments without one. */
const Use = {
  _id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Appointments not cancelled. */
  appointments: z.number(),
  /**
   * Working hours on open days without breaks, time off and blocks; for a chair, the hours in which at least
   * one doctor who may use it works.
   */
  offered: z.number(),
  /** Of appointments not cancelled, without the buffer after them. */
  booked: z.number(),
  /** Of those, no-shows. */
  missed: z.number(),
  /** Of appointments cancelled past the policy's cut-off, where nothing else was booked at that time. */
  cancelledLate: z.number(),
}
export const ChairUse = z.object(Use)
export type ChairUse = z.infer<typeof ChairUse>

export const DoctorUse = z.object({
  ...Use,
  /** Dollars charged on these days by card or at the desk, for appointments of any day. */
  collected: z.number(),
  /** Dollars of those that went back since. */
  returned: z.number(),
})
export type DoctorUse = z.infer<typeof DoctorUse>

/** Without days, those of the overview. */
const ReportRange = z.object({ from: z.optional(WireDay), to: z.optional(WireDay) })

export const PracticeReport = z.object({
  /** ISO days: the clinic's today, and the first and last one that are counted. */
  today: z.string(),
  from: z.string(),
  to: z.string(),
  /** From the policy: a cancellation this many minutes or less before the start is late. */
  cutoffMinutes: z.number(),
  /** By name; appointments without a doctor last, where there are any. */
  doctors: z.array(DoctorUse),
  /** In the clinic's order; empty where it has none. */
  chairs: z.array(ChairUse),
})
export type PracticeReport = z.infer<typeof PracticeReport>

export const reportEndpoints = {
  readOverview: {
    method: 'GET',
    path: '/staff/overview',
    summary: 'Numbers of the last 30 days and the next 14.',
    access: { needs: 'reports' },
    audit: false,
    answer: Overview,
  },
  readCollected: {
    method: 'GET',
    path: '/staff/collected',
    summary: 'What was taken on each day of a month, less what of it went back.',
    access: { needs: 'reports' },
    audit: false,
    query: z.object({ month: Month }),
    answer: Collected,
  },
  readPractice: {
    method: 'GET',
    path: '/staff/practice',
    summary:
      'Hours offered, booked and lost by doctor and by chair, and money by doctor, for up to 92 days.',
    access: { needs: 'reports' },
    audit: false,
    query: ReportRange,
    answer: PracticeReport,
  },
  exportPractice: {
    method: 'GET',
    path: '/staff/export/practice.csv',
    summary: 'The same as CSV: a row for each doctor and each chair.',
    access: { needs: 'exports' },
    recent: true,
    audit: false,
    proof: 'either',
    query: ReportRange,
    answer: z.unknown(),
    sends: 'text/csv',
  },
  exportAppointments: {
    method: 'GET',
    path: '/staff/export/appointments.csv',
    summary: 'The appointments of a range of days as CSV, with what was paid and is due, streamed.',
    access: { needs: 'exports' },
    recent: true,
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
    access: { needs: 'exports' },
    recent: true,
    audit: 'payments_exported',
    proof: 'either',
    query: Range,
    answer: z.unknown(),
    sends: 'text/csv',
  },
} as const satisfies Record<string, Endpoint>
