import type * as z from 'zod/mini'
import { parseSlot } from '../../../contract/appointments/slot.ts'
import type { SettledAppointment } from '../../../contract/clinic/endpoints.ts'
import { type Day, formatDay } from '../../../contract/date.ts'
import type { SettlementChoice } from '../../../contract/doctors/plan-changes.ts'
import type { StaffRefusal } from '../../../contract/schedule/refusals.ts'
import {
  type Actor,
  type AnyRefusal,
  type Appointment,
  type ChangeOutcome,
  cardCentsOf,
  type Refused,
  refused,
} from '../../appointments/appointment.ts'
import { storeCancelling } from '../../appointments/cancel.ts'
import {
  changeAppointment,
  findUnchanged,
  refuseLate,
} from '../../appointments/change-appointment.ts'
import { findById, holdAppointment } from '../../appointments/find-appointment.ts'
import { noteEvent } from '../../appointments/history.ts'
import { notifyPatient } from '../../appointments/mails.ts'
import { explainReschedule, movedEvent } from '../../appointments/reschedule.ts'
import { dayParams } from '../../appointments/slot-rules.ts'
import { storeChange, storeReschedule } from '../../appointments/store-appointment.ts'
import type { CalendarConfig } from '../../calendar/compose-entry.ts'
import { readClinic } from '../../clinic/read-clinic.ts'
import type { Instant } from '../../clock.ts'
import type { Queries } from '../../db/database.ts'
import { DatabaseUnavailable } from '../../db/unavailable.ts'
import type { BookingParts } from '../../deps.ts'
import type { Sender } from '../../notifications/notification.ts'
import { lacksProvider } from '../../payments/refunds/refund.ts'
import { sumReal } from '../../payments/test-payments.ts'
import { followChange } from '../../waitlist/follow-change.ts'
import { findOpenSettlement } from './find-open.ts'
import { writePlanChangeMail } from './mails.ts'
import {
  answerOf,
  hasMail,
  isOfDoctor,
  type PlanChangeRow,
  type Settlement,
} from './plan-change.ts'

type Choice = z.infer<typeof SettlementChoice>
type Found = { change: PlanChangeRow; settlement: Settlement }
type Refusal = StaffRefusal | AnyRefusal

type Input = { changeId: string; choices: readonly Choice[]; actor: Actor }

/**
 * Decides on some of the appointments that a change has left without their doctor or chair. Each is a
 * transaction of its own, based on the revision that staff saw, and independent of the outcome of the others.
 */
export async function settlePlanChange(
  parts: BookingParts,
  { changeId, choices, actor }: Input,
): Promise<SettledAppointment[]> {
  const settled: SettledAppointment[] = []
  for (const choice of choices) {
    const before = await findById(parts.database.query, choice.appointment)
    if (!before) continue
    const outcome = await settleOne(parts, changeId, choice, actor).catch((err: unknown) => {
      if (err instanceof DatabaseUnavailable) throw err
      parts.log.error({ err, appointment: before.id }, 'a displaced appointment is not settled')
      return refused('internal')
    })
    const refunds = outcome.ok ? outcome.refunds : []
    const cents = await sumReal(parts.database.query, parts.payments, refunds)
    const isCancelled = outcome.ok && choice.way === 'cancel'
    settled.push({
      ...show(outcome.ok && !isCancelled ? outcome.appointment : before),
      failed: outcome.ok ? null : outcome.reason,
      mailed: outcome.ok && hasMail(before),
      refund: cents / 100,
      atDesk: isCancelled ? outcome.appointment.deskCents / 100 : 0,
    })
  }
  return settled
}

function show({ id: _id, treatment, day, slot, patientName, phone }: Appointment) {
  return { _id, treatment, date: formatDay(day), slot, patientName, phone }
}

async function settleOne(
  parts: BookingParts,
  changeId: string,
  choice: Choice,
  actor: Actor,
): Promise<ChangeOutcome> {
  const { appointment: id, revision } = choice
  const outcome = await changeAppointment<Refusal>(parts, async (query) => {
    const found = await findSettlement(query, changeId, id)
    if (!found) return refused('not_found')
    const seen = await findUnchanged(query, { id, revision })
    if (!seen.ok) return seen
    const { appointment: before } = seen
    if (before.cancelledAt !== null) return refused('appointment_cancelled')
    if (before.day < parts.clinicTime().today) return refused('appointment_over')
    if (before.status !== 'booked') return refused('appointment_changed')
    const about = { ...found, before, actor: actor.email }
    if (choice.way === 'cancel') return cancel(query, parts, about)
    return choice.way === 'move' ? move(query, parts, about, choice.to) : ask(query, parts, about)
  })
  if (outcome.ok || choice.way !== 'move') return outcome
  const { date: day, slot, doctor } = choice.to
  const at = { ...dayParams(day, parts.clinicTime()), heedsLead: 0 as const, slot }
  const to = { ...at, doctor: doctor ?? undefined }
  return refused(await explainReschedule(parts, { id, revision }, to, outcome.reason))
}

type About = Found & { before: Appointment; actor: string }
type Target = { date: Day; slot: string; doctor: string | null }

/** The doctor and time that staff propose are assigned immediately, so no other booking can take them. */
async function move(
  query: Queries,
  parts: BookingParts,
  { before, actor, ...found }: About,
  { date: day, slot, doctor }: Target,
): Promise<ChangeOutcome> {
  const { id } = before
  const now = parts.clock()
  const isSameTime = before.day === day && before.slot === slot
  const to = {
    ...dayParams(day, parts.clinicTime()),
    ...{ heedsLead: 0 as const, slot, treatmentId: before.treatmentId },
    doctor: doctor ?? undefined,
  }
  const outside = isSameTime && before.outside === 1 ? parseSlot(slot) : null
  const passed = { closed: false, window: isSameTime, outside }
  const after = await storeReschedule(query, before, to, passed)
  if (!after) return refuseLate(query, id)
  const event = { appointmentId: id, at: now.toISOString(), actor }
  await noteEvent(query, { ...event, ...movedEvent(before, after) })
  await storeDecision(query, found, { way: 'move', appointment: after, now })
  await write(query, parts, { ...found, way: 'move', appointment: after, now })
  const days = await followChange(query, parts, before, after)
  return { ok: true, appointment: after, refunds: [], days: [after.day, before.day, ...days] }
}

/** It stays as it is until its patient has chosen. */
async function ask(
  query: Queries,
  parts: BookingParts,
  { before, actor, ...found }: About,
): Promise<ChangeOutcome> {
  const now = parts.clock()
  // What the patient confirmed is no longer so.
  const appointment = await storeChange(query, before, { confirmedAt: null })
  if (!appointment) return refuseLate(query, before.id)
  const event = { appointmentId: before.id, at: now.toISOString(), actor }
  await noteEvent(query, { ...event, kind: 'asked', data: {} })
  await storeDecision(query, found, { way: 'ask', appointment, now })
  await write(query, parts, { ...found, way: 'ask', appointment, now })
  return { ok: true, appointment, refunds: [], days: [before.day] }
}

/** All that was paid goes back: to the card, and what was paid at the desk is had back there. */
async function cancel(
  query: Queries,
  parts: BookingParts,
  { before, actor, ...found }: About,
): Promise<ChangeOutcome> {
  const toCard = cardCentsOf(before)
  if (await lacksProvider(query, parts.payments, before, toCard)) {
    return refused('refund_unavailable')
  }
  const now = parts.clock()
  const isAway = isOfDoctor(found.change)
  const cause = { actor, reason: { code: isAway ? 'doctor_away' : 'plan_changed' } as const, now }
  const money = { toCard, atDesk: before.deskCents, kept: 0 }
  const outcome = await storeCancelling(query, parts, before, { cause, money })
  if (!outcome.ok) return outcome
  await storeDecision(query, found, { way: 'cancel', appointment: outcome.appointment, now })
  return outcome
}

async function findSettlement(
  query: Queries,
  changeId: string,
  appointmentId: string,
): Promise<Found | undefined> {
  const change = await query
    .selectFrom('planChanges')
    .selectAll()
    .where('id', '=', changeId)
    .executeTakeFirst()
  const settlement = await query
    .selectFrom('settlements')
    .selectAll()
    .where('changeId', '=', changeId)
    .where('appointmentId', '=', appointmentId)
    .executeTakeFirst()
  return change && settlement && { change, settlement }
}

type Decision = { way: 'move' | 'ask' | 'cancel'; appointment: Appointment; now: Date }

async function storeDecision(
  query: Queries,
  { settlement: { changeId, appointmentId } }: Found,
  { way, appointment, now }: Decision,
): Promise<void> {
  const at = now.toISOString()
  await query
    .updateTable('settlements')
    .set({ way, timeRevision: appointment.timeRevision, settledAt: at, answeredAt: null })
    .set({ sentAt: hasMail(appointment) ? at : null })
    .where('changeId', '=', changeId)
    .where('appointmentId', '=', appointmentId)
    .execute()
}

type MailConfig = CalendarConfig & { authSecret: string }

async function write(
  query: Queries,
  { config }: { config: MailConfig },
  { now, ...about }: Found & { way: 'move' | 'ask'; appointment: Appointment; now: Date },
): Promise<void> {
  const { phone } = await readClinic(query)
  const { publicUrl, authSecret } = config
  const mail = (sender: Sender) =>
    writePlanChangeMail(sender, { ...about, phone, publicUrl, authSecret })
  await notifyPatient(query, config, about.appointment, mail, now)
}

/**
 * Mails a patient who was asked to choose another time while their address was not confirmed, in the caller's
 * transaction; nothing where a mail went out already.
 */
export async function writeToConfirmed(
  query: Queries,
  { config, now }: { config: MailConfig; now: Date },
  appointment: Appointment,
): Promise<void> {
  const open = await findOpenSettlement(query, appointment)
  const found = open && (await findSettlement(query, open.changeId, appointment.id))
  if (!found || !hasMail(appointment)) return
  const isFirst = await markSent(query, { ...found.settlement, sentAt: null }, now)
  if (isFirst) await write(query, { config }, { ...found, way: 'ask', appointment, now })
}

/** False where another mail was sent since the settlement was read, or the patient has answered. */
async function markSent(
  query: Queries,
  { changeId, appointmentId, sentAt }: Settlement,
  now: Date,
): Promise<boolean> {
  const marked = await query
    .updateTable('settlements')
    .set({ sentAt: now.toISOString() })
    .where('changeId', '=', changeId)
    .where('appointmentId', '=', appointmentId)
    .where('sentAt', sentAt === null ? 'is' : '=', sentAt)
    .where('answeredAt', 'is', null)
    .returning('appointmentId')
    .execute()
  return marked.length > 0
}

type Of = { changeId: string; appointmentId: string }

/** In milliseconds: a press this soon after a mail was written is a double click, or a colleague's. */
const pressedTwiceMs = 60_000

/** Mails a patient who has not answered again; within a minute of the last mail it sends nothing. */
export async function writeAgain(
  parts: BookingParts,
  { changeId, appointmentId }: Of,
): Promise<{ ok: true } | Refused<'not_found' | 'already_answered'>> {
  const { changes, clock, database, outbox } = parts
  const outcome = await database.query.transaction().execute(async (query) => {
    const found = await findSettlement(query, changeId, appointmentId)
    if (!found) return refused('not_found')
    const appointment = await holdAppointment(database, query, appointmentId)
    const { settlement } = found
    const { way, sentAt } = settlement
    const isWaiting = answerOf(settlement, appointment, false) === 'waiting'
    if (!isWaiting || way === null || way === 'cancel' || !hasMail(appointment)) {
      return refused('already_answered')
    }
    const now = clock()
    const written = { ok: true as const, day: appointment.day }
    if (isJustSent(sentAt, now)) return written
    const isMarked = await markSent(query, settlement, now)
    if (isMarked) await write(query, parts, { ...found, way, appointment, now })
    else if (await isAnswered(query, found)) return refused('already_answered')
    return written
  })
  if (!outcome.ok) return outcome
  changes.publish(outcome.day)
  outbox.wake()
  return { ok: true }
}

function isJustSent(sentAt: Instant | null, now: Date): boolean {
  return sentAt !== null && Math.abs(now.getTime() - Date.parse(sentAt)) < pressedTwiceMs
}

/** Whether an answer by phone was noted since a settlement was read. */
async function isAnswered(query: Queries, { settlement }: Found): Promise<boolean> {
  const { changeId, appointmentId } = settlement
  const now = await findSettlement(query, changeId, appointmentId)
  return now !== undefined && now.settlement.answeredAt !== null
}

/** Notes that a patient has answered by phone, or takes that back. */
export async function noteAnswer(
  { changes, clock, database }: Pick<BookingParts, 'changes' | 'clock' | 'database'>,
  { changeId, appointmentId, answered }: Of & { answered: boolean },
): Promise<{ ok: true } | Refused<'already_answered'>> {
  const noted = await database.query
    .updateTable('settlements')
    .set({ answeredAt: answered ? clock().toISOString() : null })
    .where('changeId', '=', changeId)
    .where('appointmentId', '=', appointmentId)
    .where('way', 'in', ['move', 'ask'])
    .returning('day')
    .executeTakeFirst()
  if (!noted) return refused('already_answered')
  changes.publish(noted.day)
  return { ok: true }
}
