import * as z from 'zod/mini'
import { AppointmentStatus } from '../appointments/appointment.ts'
import { HistoryEntry } from '../events.ts'
import { issue } from '../issues.ts'
import { Relation, TreatedDependent } from '../patients/dependent.ts'
import { Email, PersonName } from '../text.ts'
import { Price, WireDay } from '../treatments/treatment.ts'
import { DayHold, DayNote, DoctorOnDay, NamedChair } from './day-parts.ts'

/** What staff set an appointment to, in the order of a visit; an earlier one takes a later one back. */
export const VisitStatus = z.enum(['booked', 'no_show', 'arrived', 'seated', 'completed'])
export type VisitStatus = z.infer<typeof VisitStatus>

/** An appointment as staff see it. */
export const StaffAppointment = z.object({
  _id: z.string(),
  /** Rises with every change; a change names the one it was made on. */
  revision: z.number(),
  treatmentId: z.string(),
  treatment: z.string(),
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  slot: z.string(),
  /** Minutes since midnight on the clinic's clock. */
  startMinute: z.number(),
  endMinute: z.number(),
  /** Dollars, as they were when the appointment was made. */
  price: z.number(),
  /** E-mail; `null` for a patient without one, booked by staff. */
  patient: z.nullable(z.string()),
  patientName: z.string(),
  /** The patient's record, for staff. */
  patientId: z.string(),
  /** Where an account booked for a dependent: the relationship, and the account's own name. */
  dependent: z.nullable(TreatedDependent),
  bookedBy: z.nullable(z.string()),
  phone: z.string(),
  status: AppointmentStatus,
  /** Since when, instants in UTC; `null` for what was not noted. `seated` is in the chair. */
  arrivedAt: z.nullable(z.string()),
  seatedAt: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  noShowAt: z.nullable(z.string()),
  /** The patient said that they will be there. */
  confirmed: z.boolean(),
  paid: z.enum(['no', 'card', 'desk']),
  /** Dollars that were paid there and have not gone back. */
  paidByCard: z.number(),
  paidAtDesk: z.number(),
  /** How much of that was not received: paid in test mode, before the clinic took real money. */
  paidInTest: z.number(),
  /** Dollars that are still to be paid. */
  due: z.number(),
  transactionId: z.nullable(z.string()),
  /** Who treats, and the id of the chair; `null` where the clinic has set up none. */
  doctor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  chair: z.nullable(z.string()),
  /** From when on the doctor is free again: the end and the treatment's buffer; `null` without one. */
  busyUntilMinute: z.nullable(z.number()),
})
export type StaffAppointment = z.infer<typeof StaffAppointment>

/** One payment at the desk. */
export const DeskPayment = z.object({
  transactionId: z.string(),
  /** Dollars. */
  amount: z.number(),
  method: z.enum(['cash', 'card', 'other']),
  /** An instant in UTC, ISO text. */
  takenAt: z.string(),
})
export type DeskPayment = z.infer<typeof DeskPayment>

export const StaffAppointmentDetails = z.object({
  appointment: StaffAppointment,
  /** What staff must see at once about the patient; '' for nothing. */
  alert: z.string(),
  history: z.array(HistoryEntry),
  /** `waiting`: until the card service or the keys of its payment are in use again. */
  refund: z.nullable(z.enum(['requested', 'waiting', 'succeeded', 'failed'])),
  /** Without those that were taken back, oldest first. */
  deskPayments: z.array(DeskPayment),
})
export type StaffAppointmentDetails = z.infer<typeof StaffAppointmentDetails>

/** A column of the day: a treatment with its slots, also one archived since that has appointments. */
export const DayColumn = z.object({
  _id: z.string(),
  name: z.string(),
  /** Dollars. */
  price: z.number(),
  archived: z.boolean(),
  slots: z.array(
    z.object({
      slot: z.string(),
      startMinute: z.number(),
      endMinute: z.number(),
      /** Offered to a request of the waitlist until then, an instant in UTC; else `null`. */
      heldUntil: z.nullable(z.string()),
      /** The patient's name. */
      heldFor: z.nullable(z.string()),
      /** Whether a doctor and a chair are free for it; `null` where no doctors decide. */
      free: z.nullable(z.boolean()),
    }),
  ),
})

/** Why the clinic is closed on a day: as every day of its weekday, or for what staff wrote. */
export const Closing = z.union([
  z.object({ code: z.literal('closed_weekday') }),
  z.object({ text: z.string() }),
])
export type Closing = z.infer<typeof Closing>

export const StaffDay = z.object({
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  /** `null` on an open day. */
  closed: z.nullable(Closing),
  /** On a closed day, the ids of the appointments whose patients were asked to choose another time. */
  asked: z.array(z.string()),
  columns: z.array(DayColumn),
  /** What staff must see at once, by the id of the patient; of the day's patients who have one. */
  alerts: z.record(z.string(), z.string()),
  /** By start; cancelled ones too. */
  appointments: z.array(StaffAppointment),
  /** By name: those with hours, and those who have an appointment on the day. */
  doctors: z.array(DoctorOnDay),
  /** In the clinic's order, archived ones only where they have an appointment on the day. */
  chairs: z.array(NamedChair),
  /** Of doctors; what is held of a treatment without any stands at its slot. */
  holds: z.array(DayHold),
  note: DayNote,
})
export type StaffDay = z.infer<typeof StaffDay>

/** How many of each wait for staff. */
export const StaffCounts = z.object({
  messages: z.number(),
  reviews: z.number(),
  waiting: z.number(),
})
export type StaffCounts = z.infer<typeof StaffCounts>

/** How full each day of a month is. */
export const MonthDay = z.object({
  /** ISO day. */
  day: z.string(),
  booked: z.number(),
  /** Appointments that there is room for; 0 on a closed day, and to doctors, who see their own appointments alone. */
  capacity: z.number(),
  closed: z.nullable(Closing),
})
export type MonthDay = z.infer<typeof MonthDay>

/**
 * What staff pass over, booking or rescheduling, once they have been asked: a slot that is held for the waitlist (which ends the
 * offer), a closed day, the booking window, the treatment's slots.
 */
export const PassableRule = z.enum(['hold', 'closed', 'window', 'slots'])
export type PassableRule = z.infer<typeof PassableRule>

/**
 * Booking on a patient's behalf; without an e-mail, name and phone say who it is. What it does not know
 * is refused: a part that is left out may be money.
 */
export const StaffBookingRequest = z.strictObject({
  treatmentId: z.string().check(z.maxLength(100)),
  date: WireDay,
  slot: z.string().check(z.maxLength(100)),
  price: Price,
  patient: z.nullable(Email),
  patientName: PersonName,
  phone: z.string().check(z.trim(), z.maxLength(200)),
  /** The record of who it is for, who goes by what that says: name, e-mail and relation here are not read. */
  patientId: z.optional(z.string().check(z.maxLength(100))),
  /** For a dependent of the account, by the name above: what they are to its holder. */
  relation: z.optional(z.nullable(Relation)),
  despite: z.optional(z.array(PassableRule)),
  /** The id of a doctor; without it, anyone who is free. */
  doctor: z.optional(z.string().check(z.maxLength(100))),
  /** The id of a chair; without it, one that is free. */
  chair: z.optional(z.string().check(z.maxLength(100))),
})

/** How often a record has changed: what the database's column holds. */
export const Revision = z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/** On which state a record was edited; without it, any state is overwritten. */
export const EditedRevision = { revision: z.optional(Revision) }

/** What the record counts now: the next edit names it. */
export const Revised = { revision: z.number() }

/** On which state of the appointment a change was decided. */
export const OnRevision = z.object({ revision: Revision })

export const Reason = z
  .string()
  .check(z.trim(), z.minLength(1, issue('reason_required')), z.maxLength(500))
