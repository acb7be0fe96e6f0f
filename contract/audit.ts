import * as z from 'zod/mini'
import { AsWritten } from './events.ts'
import { Capability, Role } from './roles.ts'

/** The actor of what was done on the server itself, by `molar admin`. */
export const operator = 'operator'

const changed = <Part extends z.ZodMiniType>(part: Part) =>
  z.optional(z.object({ from: part, to: part }))
const Text = changed(z.string())
const Count = changed(z.number())

/** An audit entry. `data` is `null` if no details are known, for example of a refused act. */
const entry = <Action extends z.ZodMiniType, Data extends z.ZodMiniType>(
  action: Action,
  data: Data,
) =>
  z.object({
    _id: z.string(),
    /** An instant in UTC, ISO text. */
    at: z.string(),
    /** E-mail of the member of staff, or `operator`. */
    actor: z.string(),
    action,
    /** What it was about: an e-mail, an appointment's id, a day. */
    subject: z.string(),
    /** Whose appointment that is, where it is one. */
    patientName: z.optional(z.string()),
    data: z.nullable(z.union([AsWritten, data])),
    /** The network address it came from. */
    address: z.string(),
    /** Status of the answer; `null` where none was given. */
    status: z.nullable(z.number()),
  })

const act = <const Action extends string, Data extends z.ZodMiniType>(action: Action, data: Data) =>
  entry(z.literal(action), data)

/** Reads, and acts whose subject says everything. */
const Plain = z.enum([
  'admin_made',
  'admin_right_removed',
  'appointment_read',
  'appointment_refunded',
  'appointments_exported',
  'appointments_searched',
  'audit_read',
  'chair_added',
  'day_opened',
  'day_read',
  'desk_payment_removed',
  'doctor_added',
  'doctor_removed',
  'doctor_schedule_changed',
  'feed_ended',
  'feed_made',
  'feed_read',
  'messages_read',
  'payments_exported',
  'photo_uploaded',
  'removal_read',
  'reviews_read',
  'user_removed',
  'users_read',
  'waitlist_read',
])

/** The same about changes that leave appointments without their doctor. */
const PlainOfPlan = z.enum([
  'doctor_absent',
  'plan_change_read',
  'plan_change_written',
  'plan_change_answered',
])

/** The same about requests of the waitlist. */
const PlainOfWaitlist = z.enum(['request_opened', 'request_written'])

/** The same about how people sign in. */
const PlainOfSignIn = z.enum(['factors_reset', 'password_reset'])

/** The same about patients' records; the compiler compares at most 25 codes of one shape. */
const PlainOfPatients = z.enum([
  'patient_added',
  'patient_changed',
  'patient_erased',
  'patient_exported',
  'patient_looks_read',
  'patient_noted',
  'patient_read',
  'patients_import_checked',
  'patients_searched',
])

/** The same about the team's days. */
const PlainOfDays = z.enum(['day_note_changed', 'doctor_week_read'])

/** The same about who is of the staff, and about the portal itself. */
const PlainOfStaff = z.enum([
  'backup_begun',
  'invitations_read',
  'invitation_withdrawn',
  'settings_changed',
])

const reviewState = z.enum(['waiting', 'published', 'rejected'])

/**
 * What a member of staff did or saw: a code and its fields. An entry stays readable for as long as it
 * is stored, so what stands here depends on no rule that may change.
 */
export const AuditEntry = z.discriminatedUnion('action', [
  entry(Plain, z.object({ search: z.string() })),
  entry(PlainOfPatients, z.object({ search: z.string() })),
  entry(PlainOfWaitlist, z.object({ search: z.string() })),
  entry(PlainOfSignIn, z.object({ search: z.string() })),
  entry(PlainOfDays, z.object({ search: z.string() })),
  entry(PlainOfStaff, z.object({ search: z.string() })),
  /** A call that the role of its caller does not allow; the subject is its method and path. */
  act('call_refused', z.object({ role: Role, needs: Capability })),
  act('role_changed', z.object({ from: Role, to: Role })),
  act('sessions_ended', z.object({ count: z.int() })),
  act('staff_invited', z.object({ role: Role })),
  act('time_blocked', z.object({ day: z.string(), slot: z.string(), reason: z.string() })),
  act('time_unblocked', z.object({ day: z.string(), slot: z.string() })),
  entry(PlainOfPlan, z.object({ search: z.string() })),
  act('plan_change_settled', z.object({ settled: z.int(), failed: z.int() })),
  act('appointment_booked', z.object({ treatment: z.string(), day: z.string(), slot: z.string() })),
  act('next_visits_booked', z.object({ days: z.array(z.string()), refused: z.int() })),
  act('appointment_rescheduled', z.object({ day: z.string(), slot: z.string() })),
  act('appointment_cancelled', z.object({ reason: z.string(), refund: z.boolean() })),
  act(
    'status_set',
    z.object({ status: z.enum(['booked', 'no_show', 'arrived', 'seated', 'completed']) }),
  ),
  act('desk_payment_recorded', z.object({ method: z.enum(['cash', 'card', 'other']) })),
  act('treatment_added', z.object({ priceCents: z.int(), slots: z.int() })),
  act(
    'treatment_changed',
    z.object({
      name: Text,
      /** It has other words now. */
      description: z.optional(z.literal(true)),
      priceCents: Count,
      added: z.optional(z.array(z.string())),
      removed: z.optional(z.array(z.string())),
    }),
  ),
  act('patient_archived', z.object({ archived: z.boolean() })),
  /** How many lines of a file became patients and appointments, and of how many something was refused. */
  act('patients_imported', z.object({ added: z.int(), booked: z.int(), refused: z.int() })),
  /** The ids of the two. */
  act('patients_merged', z.object({ from: z.string() })),
  act('patients_parted', z.object({ from: z.string() })),
  act('treatment_archived', z.object({ archived: z.boolean() })),
  act('doctor_changed', z.object({ email: z.string() })),
  act('chair_changed', z.object({ archived: z.boolean() })),
  act('limits_changed', z.object({ unbounded: z.boolean() })),
  act(
    'opening_changed',
    z.object({
      /** 0 for Sunday to 6 for Saturday. */
      closedWeekdays: z.array(z.int()),
      horizonDays: z.int(),
      leadMinutes: z.int(),
      /** How many patients were notified, in entries from when that was part of it. */
      told: z.optional(z.int()),
    }),
  ),
  act('days_closed', z.object({ reason: z.string(), told: z.optional(z.int()) })),
  act(
    'closed_days_settled',
    z.object({ way: z.enum(['ask', 'cancel']), settled: z.int(), failed: z.int() }),
  ),
  act(
    'profile_changed',
    z.object({
      name: Text,
      address: Text,
      phone: Text,
      openingHours: Text,
      pages: z.optional(z.array(z.enum(['about', 'contact', 'privacy']))),
    }),
  ),
  act(
    'policy_changed',
    z.object({
      cutoffMinutes: Count,
      refundRule: Text,
      reminderMinutes: changed(z.array(z.int())),
      offerMinutes: Count,
      lateMinutes: Count,
      unprovedAppointments: Count,
      unprovedHours: Count,
      unpaidAppointments: Count,
      bookingsPerHour: Count,
      waitRequests: Count,
      openOffers: Count,
      namesTreatments: changed(z.boolean()),
    }),
  ),
  act('review_decided', z.object({ from: reviewState, to: reviewState })),
  act('message_marked', z.object({ state: z.enum(['new', 'read', 'answered', 'spam']) })),
  /** An action that this version does not know, by the name under which it is stored. */
  act('other', z.object({ name: z.string(), detail: z.string() })),
])
export type AuditEntry = z.infer<typeof AuditEntry>

/** What the audit calls an act. */
export type AuditAction = AuditEntry['action']

type DataOf<Entry, Action> = Entry extends { action: infer Actions; data: infer Data }
  ? Action extends Actions
    ? Exclude<Data, AsWritten | null>
    : never
  : never

/** The fields of an act. */
export type AuditData<A extends AuditAction = AuditAction> = {
  [Action in AuditAction]: DataOf<AuditEntry, Action>
}[A]
