import * as z from 'zod/mini'
import { DoctorsAt } from '../doctors/schedule.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { issue } from '../issues.ts'
import { pageOf, pageQuery } from '../page.ts'
import { Month, Price, WireDay } from '../treatments/treatment.ts'
import { DayHold, DayNote, DoctorOnDay, NamedChair, Span } from './day-parts.ts'
import {
  Closing,
  MonthDay,
  OnRevision,
  PassableRule,
  Reason,
  Revision,
  StaffAppointment,
  StaffAppointmentDetails,
  StaffBookingRequest,
  StaffCounts,
  StaffDay,
  VisitStatus,
} from './staff-appointment.ts'

/** Of a change: what it does not know is refused, since a part that is left out may be money. */
const OnThis = z.strictObject(OnRevision.shape)

/**
 * The clinic's day. Changes answer the appointment as it is then; a lost race is 409 with a booking
 * refusal or `appointment_changed`.
 */
export const scheduleEndpoints = {
  readDay: {
    method: 'GET',
    path: '/staff/schedule',
    summary: 'Everything on one day: columns of slots, and the appointments in them.',
    access: { needs: 'schedule' },
    audit: 'day_read',
    query: z.object({ date: WireDay }),
    answer: StaffDay,
  },
  readMonth: {
    method: 'GET',
    path: '/staff/month',
    summary: 'How full each day of a month is.',
    access: { needs: 'schedule' },
    audit: false,
    query: z.object({ month: Month }),
    answer: z.array(MonthDay),
  },
  searchAppointments: {
    method: 'GET',
    path: '/staff/appointments',
    summary:
      'Appointments of a patient, the newest day first: by any part of a name, e-mail or phone.',
    access: { needs: 'schedule' },
    audit: 'appointments_searched',
    query: z.object({
      ...pageQuery,
      search: z.string().check(z.trim(), z.minLength(2, issue('search_short')), z.maxLength(200)),
    }),
    discreet: true,
    answer: pageOf(StaffAppointment),
  },
  readStaffAppointment: {
    method: 'GET',
    path: '/staff/appointments/:id',
    summary: 'An appointment with its history.',
    access: { needs: 'schedule' },
    audit: 'appointment_read',
    params: ById,
    answer: StaffAppointmentDetails,
  },
  readCounts: {
    method: 'GET',
    path: '/staff/counts',
    summary: 'What waits for staff: unread messages, reviews to approve, requests on the waitlist.',
    access: { needs: 'schedule' },
    audit: false,
    answer: StaffCounts,
  },
  listDoctorsAt: {
    method: 'GET',
    path: '/staff/doctors/at',
    summary:
      'Who does a treatment: whether they are free at a time or why not, and in which chairs. Those who are free come first.',
    access: { needs: 'bookings' },
    audit: false,
    query: z.object({
      treatmentId: z.string().check(z.maxLength(100)),
      date: WireDay,
      slot: z.string().check(z.maxLength(100)),
      /** The id of an appointment that leaves its time for this one. */
      except: z.optional(z.string().check(z.maxLength(100))),
    }),
    answer: DoctorsAt,
  },
  bookForPatient: {
    method: 'POST',
    path: '/staff/appointments',
    summary: "Book on a patient's behalf. A refusal answers 409 with a reason.",
    access: { needs: 'bookings' },
    audit: 'appointment_booked',
    body: StaffBookingRequest,
    answer: StaffAppointment,
  },
  rescheduleAppointment: {
    method: 'POST',
    path: '/staff/appointments/:id/reschedule',
    summary:
      'Reschedule an appointment to another day or slot of its treatment, or to another doctor or chair at its time; the patient is notified, but of another chair. 409 with `held` where the waitlist holds the time.',
    access: { needs: 'bookings' },
    audit: 'appointment_rescheduled',
    params: ById,
    body: z.extend(OnThis, {
      date: WireDay,
      slot: z.string().check(z.maxLength(100)),
      despite: z.optional(z.array(PassableRule)),
      /** The id of a doctor; without it the same one if free, else another. */
      doctor: z.optional(z.string().check(z.maxLength(100))),
      /** The same of a chair. */
      chair: z.optional(z.string().check(z.maxLength(100))),
    }),
    answer: StaffAppointment,
  },
  cancelAppointment: {
    method: 'POST',
    path: '/staff/appointments/:id/cancel',
    summary:
      'Cancel an appointment, and give a card payment back if asked; the patient is notified.',
    access: { needs: 'bookings' },
    audit: 'appointment_cancelled',
    params: ById,
    body: z.extend(OnThis, { reason: Reason, refund: z.boolean() }),
    answer: StaffAppointment,
  },
  setStatus: {
    method: 'POST',
    path: '/staff/appointments/:id/status',
    summary:
      'Set to arrived, seated, completed or no-show; an earlier status takes a later one back.',
    access: { needs: 'checkIn' },
    audit: 'status_set',
    params: ById,
    body: z.extend(OnThis, { status: VisitStatus }),
    answer: StaffAppointment,
  },
  payAtDesk: {
    method: 'POST',
    path: '/staff/appointments/:id/desk-payment',
    summary: 'Record that what is due was paid at the desk.',
    access: { needs: 'deskPayments' },
    audit: 'desk_payment_recorded',
    params: ById,
    body: z.extend(OnThis, { method: z.enum(['cash', 'card', 'other']) }),
    answer: StaffAppointment,
  },
  removeDeskPayment: {
    method: 'DELETE',
    path: '/staff/appointments/:id/desk-payment',
    summary: 'Take back a payment at the desk: the newest one, or the one that is named.',
    access: { needs: 'deskPayments' },
    audit: 'desk_payment_removed',
    params: ById,
    body: z.extend(OnThis, { transactionId: z.optional(z.string().check(z.maxLength(100))) }),
    answer: StaffAppointment,
  },
  watchDays: {
    method: 'GET',
    path: '/staff/live',
    summary: 'Server-sent events: `day` with an ISO day whenever something on it changed.',
    access: { needs: 'schedule' },
    audit: false,
    proof: 'session',
    answer: z.unknown(),
    sends: 'text/event-stream',
  },
} as const satisfies Record<string, Endpoint>

/** Seven days of one doctor, Sunday first. */
export const DoctorWeek = z.object({
  doctor: z.object({ _id: z.string(), name: z.string(), specialty: z.string() }),
  days: z.array(
    z.object({
      /** ISO day. */
      day: z.string(),
      closed: z.nullable(Closing),
      on: DoctorOnDay,
      /** By start; without the cancelled ones. */
      appointments: z.array(StaffAppointment),
      holds: z.array(DayHold),
    }),
  ),
  chairs: z.array(NamedChair),
  /** What staff must see at once, by the id of the patient. */
  alerts: z.record(z.string(), z.string()),
  /** The slots of the treatments that are booked in it, by the treatment's id. */
  slots: z.record(z.string(), z.array(Span)),
})
export type DoctorWeek = z.infer<typeof DoctorWeek>

/** What the team sees and writes beside the appointments of a day. */
export const teamEndpoints = {
  readDoctorWeek: {
    method: 'GET',
    path: '/staff/doctors/:id/week',
    summary: 'The week of a doctor around a day: hours, blocks and appointments.',
    access: { needs: 'schedule' },
    audit: 'doctor_week_read',
    params: ById,
    query: z.object({ date: WireDay }),
    answer: DoctorWeek,
  },
  writeDayNote: {
    method: 'PUT',
    path: '/staff/schedule/note',
    summary:
      'Write the note of a day; an empty text takes it away. 409 `changed_meanwhile` where the revision is another.',
    access: { needs: 'bookings' },
    audit: 'day_note_changed',
    body: z.strictObject({
      date: WireDay,
      text: z.string().check(z.trim(), z.maxLength(2000)),
      /** On which state it was edited. */
      revision: Revision,
    }),
    answer: DayNote,
  },
} as const satisfies Record<string, Endpoint>

/** As many as a series has at most. */
export const mostVisits = 12

const TreatmentId = z.string().check(z.maxLength(100))
const Count = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(mostVisits))

export const IntervalUnit = z.enum(['weeks', 'months'])
export type IntervalUnit = z.infer<typeof IntervalUnit>

/** A day for one visit: the first from its target day on with a free slot. */
export const PlannedVisit = z.object({
  /** As in `Jun 5, 2022`; the target day itself where none has room within weeks. */
  date: z.string(),
  /** The free one that begins nearest to the time of the appointment; `null`: none has room. */
  slot: z.nullable(z.string()),
  /** All that are free on that day, by time. */
  slots: z.array(z.string()),
})
export type PlannedVisit = z.infer<typeof PlannedVisit>

/** One visit of a series that was not booked: a code with its sentence. */
export const RefusedVisit = z.object({
  date: z.string(),
  slot: z.string(),
  code: z.string(),
  message: z.string(),
})
export type RefusedVisit = z.infer<typeof RefusedVisit>

/** What is booked when a patient leaves: the next visit, or a series of them. */
export const nextVisitEndpoints = {
  planVisits: {
    method: 'GET',
    path: '/staff/appointments/:id/next-visits',
    summary:
      'Days and times for the next visits of a patient, an interval apart, also beyond the booking window.',
    access: { needs: 'bookings' },
    audit: false,
    params: ById,
    query: z.object({
      treatmentId: TreatmentId,
      every: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(52)),
      unit: IntervalUnit,
      count: Count,
      /** The target day of the first visit, instead of one interval after the appointment. */
      first: z.optional(WireDay),
    }),
    answer: z.object({ visits: z.array(PlannedVisit) }),
  },
  bookVisits: {
    method: 'POST',
    path: '/staff/appointments/:id/next-visits',
    summary:
      'Book the next visits of the patient of an appointment; one mail lists them. Those that could not be booked are listed with a code; with `together` none is booked then.',
    access: { needs: 'bookings' },
    audit: 'next_visits_booked',
    params: ById,
    body: z.object({
      treatmentId: TreatmentId,
      /** Dollars, of each, as staff were shown it. */
      price: Price,
      visits: z
        .array(z.object({ date: WireDay, slot: z.string().check(z.maxLength(100)) }))
        .check(z.minLength(1), z.maxLength(mostVisits)),
      together: z.boolean(),
    }),
    answer: z.object({ booked: z.array(StaffAppointment), refused: z.array(RefusedVisit) }),
  },
} as const satisfies Record<string, Endpoint>
