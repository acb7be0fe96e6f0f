import * as z from 'zod/mini'
import { BookingAccepted, BookingRequest, OwnBooking } from './appointments/appointment.ts'
import { BookingCalendar } from './clinic/clinic.ts'
import { NextTime, WorkingDoctor } from './doctors/schedule.ts'
import { Done } from './done.ts'
import type { Endpoint } from './endpoint.ts'
import { HistoryEntry } from './events.ts'
import { ById } from './id.ts'
import type { IssueCode } from './issues.ts'
import { paymentEndpoints } from './payments/endpoints.ts'
import { OwnRole } from './roles.ts'
import { Email } from './text.ts'
import { FreeDays, Month, NextFreeDay, Treatment, WireDay } from './treatments/treatment.ts'
import { AccessToken, AccountKey } from './users/user.ts'

const ByEmail = z.object({ email: Email })
const ByAccount = z.object({ email: AccountKey })
const ByDate = z.object({ date: WireDay })
/** The id of a doctor: what that doctor is free for. */
const ofDoctor = { doctor: z.optional(z.string().check(z.maxLength(100))) }

const text = (missing: IssueCode, most: number, long: IssueCode) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(most, long))

/** The contact form of the home page. */
export const ContactMessage = z.object({
  email: Email,
  subject: text('subject_required', 200, 'subject_long'),
  message: text('message_required', 5000, 'message_long'),
})

/** Performance of one page view, named as in the web-vitals library: numbers only, no personal data. */
const Vitals = z.object({
  metrics: z
    .array(
      z.object({
        name: z.enum(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
        /** Milliseconds; for CLS a score without a unit. */
        value: z.number().check(z.nonnegative(), z.maximum(3_600_000)),
      }),
    )
    .check(z.maxLength(20)),
})

/**
 * The calls that patients make (specification section 7 and what our own screens need beyond it);
 * `every-endpoint.ts` has the staff's too.
 */
export const endpoints = {
  exchangeToken: {
    method: 'PUT',
    path: '/users/:email',
    summary:
      'Exchange the session of the signed-in owner of this e-mail, or of the account with this id, for a bearer token.',
    access: 'self',
    proof: 'session',
    background: true,
    params: ByAccount,
    answer: AccessToken,
  },
  readAdmin: {
    method: 'GET',
    path: '/admin/:email',
    summary: 'Whether somebody is an admin; for themself, or asked by an admin.',
    access: 'selfOrAdmin',
    params: ByAccount,
    answer: z.object({ admin: z.boolean() }),
  },
  readOwnRole: {
    method: 'GET',
    path: '/account/role',
    summary: 'What the signed-in person may do, by the role that they have now.',
    access: 'signedIn',
    proof: 'either',
    answer: OwnRole,
  },
  listTreatments: {
    method: 'GET',
    path: '/service',
    summary: 'All treatments with all their slots and prices.',
    access: 'anyone',
    answer: z.array(Treatment),
  },
  listAvailable: {
    method: 'GET',
    path: '/available',
    summary: 'All treatments with the slots that are still free on a day.',
    access: 'anyone',
    query: z.extend(ByDate, ofDoctor),
    answer: z.array(Treatment),
  },
  listWorkingDoctors: {
    method: 'GET',
    path: '/available/doctors',
    summary: 'The doctors with hours, by name, and which treatments each of them does.',
    access: 'anyone',
    answer: z.array(WorkingDoctor),
  },
  listNextTimes: {
    method: 'GET',
    path: '/available/doctors/next',
    summary: 'When each of the doctors who do a treatment is free next, the earliest first.',
    access: 'anyone',
    query: z.object({ treatment: z.string().check(z.maxLength(100)) }),
    answer: z.array(NextTime),
  },
  watchAvailable: {
    method: 'GET',
    path: '/available/changes',
    summary: 'Server-sent events: `day` whenever something changed on a day, with that day or `*`.',
    access: 'anyone',
    query: ByDate,
    answer: z.unknown(),
    sends: 'text/event-stream',
  },
  listFreeDays: {
    method: 'GET',
    path: '/available/days',
    summary:
      'On which days of a month each treatment has a free slot, with any doctor or with one.',
    access: 'anyone',
    query: z.object({ month: Month, ...ofDoctor }),
    answer: FreeDays,
  },
  findNextFreeDay: {
    method: 'GET',
    path: '/available/next',
    summary: 'The first day after the one given, and not before today, that has a free slot.',
    access: 'anyone',
    query: ByDate,
    answer: NextFreeDay,
  },
  readCalendar: {
    method: 'GET',
    path: '/calendar',
    summary: 'Which days can be booked: today at the clinic, the horizon, closed days.',
    access: 'anyone',
    answer: BookingCalendar,
  },
  bookAppointment: {
    method: 'POST',
    path: '/booking',
    summary: 'Book one slot of one treatment on one day. A refusal answers 409 with a reason.',
    access: 'signedIn',
    proof: 'either',
    flagsSuccess: true,
    body: BookingRequest,
    answer: BookingAccepted,
  },
  listAppointments: {
    method: 'GET',
    path: '/booking',
    summary: "One's own appointments, the nearest day first.",
    access: 'self',
    query: ByEmail,
    discreet: true,
    answer: z.array(OwnBooking),
  },
  readAppointment: {
    method: 'GET',
    path: '/booking/:id',
    summary: "One of one's own appointments.",
    access: 'owner',
    params: ById,
    answer: OwnBooking,
  },
  listHistory: {
    method: 'GET',
    path: '/booking/:id/history',
    summary: "What happened to one of one's own appointments, and when.",
    access: 'owner',
    params: ById,
    answer: z.array(HistoryEntry),
  },
  sendContactMessage: {
    method: 'POST',
    path: '/contact-messages',
    summary: 'The contact form: stored, and mailed to the clinic.',
    access: 'anyone',
    body: ContactMessage,
    answer: Done,
  },
  reportVitals: {
    method: 'POST',
    path: '/vitals',
    summary: 'Performance of a page view, as numbers without a person.',
    access: 'anyone',
    body: Vitals,
    answer: Done,
  },
  ...paymentEndpoints,
} as const satisfies Record<string, Endpoint>
