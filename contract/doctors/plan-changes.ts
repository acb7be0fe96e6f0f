import * as z from 'zod/mini'
import { SettledAppointment } from '../clinic/endpoints.ts'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { PlaceOfAppointment, Proposal } from '../errors.ts'
import { ById, Id } from '../id.ts'
import { pageOf, pageQuery } from '../page.ts'
import { Revision } from '../schedule/staff-appointment.ts'
import { WireDay } from '../treatments/treatment.ts'
import { Confirmation, TimeSpan } from './schedule.ts'

const OfPatient = z.object({ id: Id, appointment: Id })

/**
 * Why appointments no longer fit: a doctor is away, works otherwise or has left, a chair is out of order, or
 * a treatment takes longer.
 */
const PlanChangeKind = z.enum(['absence', 'hours', 'removal', 'chair', 'treatment'])

/** What staff decide for an appointment: the doctor and time proposed, the patient's choice, or its end. */
const SettlementWay = z.enum(['move', 'ask', 'cancel'])

/**
 * The state of a displaced appointment. `left`: no decision yet. `fits`: nor is one needed, since its doctor
 * and chair are there again. `over`: none was made before its day was over or its patient came. `waiting`: its patient
 * was written to, or has to be called. `chosen`: the patient has taken another time. `moved`: staff have
 * rescheduled it.
 */
export const SettlementAnswer = z.enum([
  'left',
  'fits',
  'over',
  'waiting',
  'accepted',
  'by_phone',
  'chosen',
  'moved',
  'cancelled_by_patient',
  'cancelled',
])
export type SettlementAnswer = z.infer<typeof SettlementAnswer>

/** An appointment that a change left without its doctor or chair, as it was and as it is. */
export const DisplacedAppointment = z.object({
  _id: z.string(),
  patientName: z.string(),
  treatment: z.string(),
  before: PlaceOfAppointment,
  now: PlaceOfAppointment,
  way: z.nullable(SettlementWay),
  answer: SettlementAnswer,
  /** When the last mail to the patient was written, an instant in UTC; `null` where none was. */
  sentAt: z.nullable(z.string()),
  ...Proposal.shape,
})
export type DisplacedAppointment = z.infer<typeof DisplacedAppointment>

const planChange = {
  _id: z.string(),
  kind: PlanChangeKind,
  /** The doctor's, the chair's or the treatment's name. */
  name: z.string(),
  doctor: z.nullable(z.string()),
  /** ISO, both included; `null` where the change has no end. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** An instant in UTC, ISO text. */
  at: z.string(),
}

/** Those of its appointments that nobody has decided on come first, then the others, each by the time that they had. */
export const PlanChange = z.object({
  ...planChange,
  /** Of all of its appointments: how many have each answer. */
  counts: z.partialRecord(SettlementAnswer, z.number()),
  /** On which its appointments were or are, ISO. */
  days: z.array(z.string()),
  ...pageOf(DisplacedAppointment).shape,
})
export type PlanChange = z.infer<typeof PlanChange>

/** One in the list: how many appointments it touched, and how many wait for an answer or for staff. */
export const PlanChangeSummary = z.object({
  ...planChange,
  appointments: z.number(),
  open: z.number(),
})
export type PlanChangeSummary = z.infer<typeof PlanChangeSummary>

/** One decision; `to` names where it moves: a day as in `Jun 5, 2022` or ISO, a slot, a doctor's id. */
export const SettlementChoice = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('move'),
    appointment: Id,
    revision: Revision,
    to: z.object({
      date: WireDay,
      slot: z.string().check(z.maxLength(100)),
      doctor: z.nullable(Id),
    }),
  }),
  z.object({ way: z.enum(['ask', 'cancel']), appointment: Id, revision: Revision }),
])

/** Changes that leave appointments without their doctor or chair, and how each appointment is settled. */
export const planChangeEndpoints = {
  addAbsence: {
    method: 'POST',
    path: '/staff/doctors/:id/absences',
    summary:
      'A doctor is away from a day to another, or for a part of each. Unless confirmed, 409 `appointments_affected` lists the appointments with a free colleague and the next free times of each (`requests_affected` where it is only requests of the waitlist). `schedule_full` where no more can be stored. `change` is what settles them.',
    access: { needs: 'setup' },
    audit: 'doctor_absent',
    params: ById,
    body: z.object({
      from: WireDay,
      to: WireDay,
      /** Of each of the days; `null`: all of them. */
      time: z.nullable(TimeSpan),
      /** For staff; no patient reads it. */
      reason: z.string().check(z.trim(), z.maxLength(200)),
      ...Confirmation,
    }),
    answer: z.object({ change: z.nullable(z.string()) }),
  },
  listPlanChanges: {
    method: 'GET',
    path: '/staff/plan-changes',
    summary: 'Changes of the last 30 days that left appointments to be settled, the newest first.',
    access: { needs: 'setup' },
    audit: false,
    answer: z.array(PlanChangeSummary),
  },
  readPlanChange: {
    method: 'GET',
    path: '/staff/plan-changes/:id',
    summary:
      'The appointments of such a change, page by page: as they were and are, who has answered, and what can be proposed for those nobody has decided on.',
    access: { needs: 'setup' },
    audit: 'plan_change_read',
    params: ById,
    query: z.object(pageQuery),
    answer: PlanChange,
  },
  settlePlanChange: {
    method: 'POST',
    path: '/staff/plan-changes/:id/settle',
    summary:
      'Decide on up to 5 of them: each is moved, asked or cancelled whole, or refused for a reason of its own. Patients are written to.',
    access: { needs: 'setup' },
    audit: 'plan_change_settled',
    params: ById,
    body: z.object({ choices: z.array(SettlementChoice).check(z.minLength(1), z.maxLength(5)) }),
    answer: z.object({ settled: z.array(SettledAppointment) }),
  },
  writeAgain: {
    method: 'POST',
    path: '/staff/plan-changes/:id/appointments/:appointment/mail',
    summary:
      'Send its patient the mail again, but not within a minute of the last; 409 `already_answered` where that is no longer due.',
    access: { needs: 'setup' },
    audit: 'plan_change_written',
    params: OfPatient,
    answer: Done,
  },
  noteAnswer: {
    method: 'POST',
    path: '/staff/plan-changes/:id/appointments/:appointment/answer',
    summary: 'Note that its patient has answered by phone, or take that back.',
    access: { needs: 'setup' },
    audit: 'plan_change_answered',
    params: OfPatient,
    body: z.object({ answered: z.boolean() }),
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>
