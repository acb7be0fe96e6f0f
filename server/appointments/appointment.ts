import type { Selectable } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { BookingRefusal, Proposal } from '../../contract/errors.ts'
import type { Relation } from '../../contract/patients/dependent.ts'
import type { StaffRefusal } from '../../contract/schedule/refusals.ts'
import type { PassableRule } from '../../contract/schedule/staff-appointment.ts'
import type { Instant } from '../clock.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Tables } from '../db/schema.ts'
import type { Caller } from '../identity/caller.ts'
import type { ForDependent } from '../patients/dependent.ts'
import type { DayParams } from './slot-rules.ts'

export type Appointment = Selectable<Tables['appointments']>

/** What is asked for, after the wire: price in cents, the patient an e-mail or a guest's key. */
export type BookingInput = {
  treatmentId: string
  day: Day
  slot: string
  priceCents: number
  patient: string
  patientName: string
  phone: string
  /** The id of a doctor; absent for anyone who is free. */
  doctor?: string | undefined
  /** By staff: the id of a chair. */
  chair?: string | undefined
  /** A dependent of the booker, whose name `patientName` is then; not for staff. */
  forDependent?: ForDependent
  /** By staff: for a dependent of the account, who is this to its holder. */
  relation?: Relation | null | undefined
  /** By staff: the record that they picked, if they did. */
  pickedId?: string | undefined
  /** By staff: rules that this booking passes over. */
  despite?: readonly PassableRule[] | undefined
}

/** Who acts: a patient for themselves, or staff. */
export type Actor = { email: string; userId: string; isStaff: boolean }

export type BookingOutcome =
  | { ok: true; appointment: Appointment }
  | { ok: false; reason: BookingRefusal }

/** Who the waitlist holds a slot for, until an instant. */
type Hold = { patientName: string; until: Instant }

/** Staff read who holds the slot that they want. */
export type RefusedByHold = Refused<'slot_held'> & { held: Hold }

export type StaffBookingOutcome = BookingOutcome | RefusedByHold

export type NewAppointment = DayParams & {
  id: string
  treatmentId: string
  slot: string
  priceCents: number
  patient: string
  patientName: string
  phone: string
  createdAt: Instant
  bookedBy: string | null
  nameKey: string
  phoneKey: string
  /** The id of a doctor; '' for anyone who is free. */
  doctor: string
  /** By staff: the id of a chair. */
  chair?: string | undefined
}

export type NewForDependent = NewAppointment & ForDependent

/** On which state of an appointment a change was decided. */
export type OnRevision = { id: string; revision: number }

/** Where an appointment moves; with `priceCents` to another treatment, whose price that must be. */
export type RescheduleTarget = DayParams & {
  slot: string
  treatmentId: string
  priceCents?: number
  /** The id of a doctor; without it the same one if free, else another. */
  doctor?: string | undefined
  /** By staff: the same of a chair. */
  chair?: string | undefined
}

/** Refusals of every kind of change, by patients and by staff. */
export type AnyRefusal =
  | BookingRefusal
  | 'not_found'
  | 'appointment_changed'
  | 'appointment_cancelled'

/** Why staff's was not made. */
export type ChangeRefusal = StaffRefusal | AnyRefusal

/** A change as it was committed. */
export type Changed = {
  ok: true
  appointment: Appointment
  /** Stored with it; the provider is asked once it is committed. */
  refunds: Selectable<Tables['refunds']>[]
  /** On which a slot was taken, freed or offered; none where nothing changed. */
  days: Day[]
}

export type Refused<R extends string> = { ok: false; reason: R }

export function refused<R extends string>(reason: R): Refused<R> {
  return { ok: false, reason }
}

/** `R` are the refusals of one kind of change. */
export type ChangeOutcome<R extends string = StaffRefusal> = Changed | Refused<R | AnyRefusal>

/** The appointment to change, at the revision that the actor last saw. */
export type ChangeInput = OnRevision & { actor: Actor }

/** Who asks for what is their own. */
export type Owner = Pick<Caller, 'email' | 'userId' | 'verified'>

/**
 * Whether the caller may see an appointment. An account may sign up with an address that is not its own:
 * until the address is proved, the account sees what it booked itself, but nothing that the clinic, or an
 * earlier account, booked for that address; and no other patient's account sees what it booked until then.
 */
export function isOwn(
  { patient, unproved }: Pick<Appointment, 'patient' | 'unproved'>,
  caller: Owner,
): boolean {
  const isAddress = caller.verified && unproved === ''
  return patient === caller.email && (isAddress || unproved === caller.userId)
}

/** An appointment in the way of what staff want to change. */
export type Affected = Pick<Appointment, 'id' | 'treatment' | 'day' | 'slot' | 'patientName'> & {
  proposal?: Proposal | undefined
}

/**
 * Asks staff to look at the appointments that a change touches, and how many requests of the waitlist
 * lose their doctor by it, and to confirm it.
 */
export type AsksAboutAffected = Refused<'appointments_affected' | 'requests_affected'> & {
  affected: readonly Affected[]
  waiting: number
}

export function refusedFor(affected: readonly Affected[], waiting = 0): AsksAboutAffected {
  const reason = affected.length > 0 ? 'appointments_affected' : 'requests_affected'
  return { ...refused(reason), affected, waiting }
}

/** As many as a refusal lists. */
export const mostListed = 100

const reasons: Record<string, BookingRefusal> = {
  appointments_one_per_slot: 'slot_taken',
  appointments_slot_offered: 'slot_taken',
  appointments_crossed: 'slot_taken',
  appointments_doctor_busy: 'slot_taken',
  appointments_chair_busy: 'slot_taken',
  appointments_pair_held: 'slot_taken',
  appointments_one_per_treatment: 'already_booked',
  appointments_one_chair: 'patient_busy',
  appointments_own_name: 'wrong_patient',
  appointments_patient: 'unknown_dependent',
  appointments_unproved_bound: 'confirm_first',
  appointments_unpaid_bound: 'too_many_unpaid',
  appointments_hourly_bound: 'too_many_bookings',
}

const pairRaces = new Set([
  'appointments_doctor_busy',
  'appointments_chair_busy',
  'appointments_pair_held',
])

/** A concurrent booking has just taken the doctor or the chair: another pair may be free. */
export function isPairRace(error: unknown): boolean {
  return pairRaces.has(refusingConstraint(error) ?? '')
}

/** Which rule of the database an error names; `null` when it names none. */
export function refusalOf(error: unknown): BookingRefusal | null {
  return reasons[refusingConstraint(error) ?? ''] ?? null
}

/** Whether an error says that the waitlist holds the slot. */
export function isHeld(error: unknown): boolean {
  return refusingConstraint(error) === 'appointments_slot_offered'
}

/** Staff pass over what the waitlist holds: what it has just come to hold, too, at the next try. */
export function isHoldRace(error: unknown, despite: readonly PassableRule[] = []): boolean {
  return despite.includes('hold') && isHeld(error)
}

type Debt = Pick<Appointment, 'cancelledAt' | 'priceCents' | 'paidCents'>

/** Integer cents that an appointment's patient still has to pay; nothing for a cancelled one. */
export function dueOf({ cancelledAt, priceCents, paidCents }: Debt): number {
  return cancelledAt === null ? Math.max(0, priceCents - paidCents) : 0
}

/** Whether something was paid for an appointment and nothing is left to pay. */
export function isPaid(appointment: Debt & Pick<Appointment, 'paidAt'>): boolean {
  return appointment.paidAt !== null && dueOf(appointment) === 0
}

/** Integer cents that were paid by card and neither went back nor were promised back. */
export function cardCentsOf({
  paidCents,
  deskCents,
}: Pick<Appointment, 'paidCents' | 'deskCents'>): number {
  return paidCents - deskCents
}

/** Integer cents of what was paid: on their way to the card, to be had at the desk, with the clinic. */
export type MoneyBack = { toCard: number; atDesk: number; kept: number }
