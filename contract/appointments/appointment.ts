import * as z from 'zod/mini'
import { TreatedDependent } from '../patients/dependent.ts'
import { Email } from '../text.ts'
import { Price, WireDay } from '../treatments/treatment.ts'

/** What has become of an appointment: staff note that its patient arrived, is in the chair (`seated`), was treated or did not come. */
export const AppointmentStatus = z.enum([
  'booked',
  'arrived',
  'seated',
  'completed',
  'no_show',
  'cancelled',
])
export type AppointmentStatus = z.infer<typeof AppointmentStatus>

/** A patient's hold on one slot of one treatment on one day; the wire calls it a booking. */
export const Booking = z.object({
  _id: z.string(),
  treatmentId: z.string(),
  treatment: z.string(),
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  slot: z.string(),
  /** Dollars, as they were when the treatment was chosen. */
  price: z.number(),
  patient: z.string(),
  /** Who is treated. */
  patientName: z.string(),
  /** Who is treated if not the account holder, and the account holder's name. */
  dependent: z.nullable(TreatedDependent),
  bookedBy: z.nullable(z.string()),
  phone: z.string(),
  /** There is nothing left to pay. */
  paid: z.boolean(),
  /** Dollars that are still to be paid; rescheduling to a dearer treatment leaves the difference. */
  due: z.number(),
  /** Dollars that count as paid and were not received: paid in test mode, before the clinic took real money. */
  paidInTest: z.number(),
  transactionId: z.nullable(z.string()),
  /** The patient has said that they will be there, at the time it has. */
  confirmed: z.boolean(),
  status: AppointmentStatus,
  /** Who treats; `null` where the clinic has set up no hours for it. */
  doctor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
})
export type Booking = z.infer<typeof Booking>

/** An appointment as its own patient reads it. */
export const OwnBooking = z.extend(Booking, {
  /**
   * Why it cannot take place, where its patient was asked to choose another time and has not: the clinic
   * has closed the day, or its doctor or chair is taken away.
   */
  impossible: z.nullable(z.enum(['closed', 'displaced'])),
  /** A card payment was begun, and it cannot be seen whether it went through: it is not to be paid again. */
  paymentBegun: z.boolean(),
})
export type OwnBooking = z.infer<typeof OwnBooking>

/**
 * What `POST /booking` takes. Price and patient are compared with what is stored and refused when
 * they differ; treatment and patientName are accepted and never believed (docs/decisions/0002).
 */
export const BookingRequest = z.object({
  treatmentId: z.string().check(z.maxLength(100)),
  treatment: z.optional(z.string()),
  date: WireDay,
  slot: z.string().check(z.maxLength(100)),
  price: Price,
  patient: Email,
  patientName: z.optional(z.string()),
  /** The id of a dependent; without it, for the account's holder. */
  dependent: z.optional(z.string().check(z.maxLength(100))),
  phone: z._default(z.string().check(z.maxLength(200)), ''),
  /** The id of a doctor; without it, anyone who is free. */
  doctor: z.optional(z.string().check(z.maxLength(100))),
})

export const BookingAccepted = z.object({ success: z.literal(true), booking: Booking })
