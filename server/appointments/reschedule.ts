import type { ChangeRefusal } from '../../contract/appointments/change-refusals.ts'
import type { Day } from '../../contract/date.ts'
import type { BookingRefusal } from '../../contract/errors.ts'
import type { AppointmentEvent } from '../../contract/events.ts'
import { paths } from '../../contract/page-paths.ts'
import type { StaffRefusal } from '../../contract/schedule/refusals.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import type { Sender } from '../notifications/notification.ts'
import { giveBack, lacksProvider } from '../payments/refunds/refund.ts'
import { testCentsOf } from '../payments/test-payments.ts'
import { followChange } from '../waitlist/follow-change.ts'
import { readHold, withdrawOffers } from '../waitlist/withdraw-offers.ts'
import {
  type AnyRefusal,
  type Appointment,
  type ChangeInput,
  type ChangeOutcome,
  cardCentsOf,
  dueOf,
  isHeld,
  isHoldRace,
  isPairRace,
  type OnRevision,
  type RefusedByHold,
  type RescheduleTarget,
  refusalOf,
  refused,
} from './appointment.ts'
import { explainRefusal } from './book.ts'
import {
  changeAppointment,
  findUnchanged,
  findUnchangedOwn,
  refuseLate,
  unchanged,
} from './change-appointment.ts'
import { findById } from './find-appointment.ts'
import { noteEvent } from './history.ts'
import { notifyPatient, writeRescheduledMail } from './mails.ts'
import { changePair, NotMoved, type PairInput, pairAtItsTime } from './pairs/change-pair.ts'
import { isHeldFromAll, passedBy } from './pairs/wanted-pair.ts'
import { holdsSlot } from './queries.ts'
import { dayParams } from './slot-rules.ts'
import { storeReschedule } from './store-appointment.ts'
import { readTerms, type Terms } from './terms.ts'

type StaffInput = PairInput & { day: Day; slot: string }

/**
 * Staff reschedule an appointment to another time of its treatment, under the rules of a booking of
 * theirs: to some only until they decide to pass over them. Price, payment and history stay, its status
 * goes, and the mail to the patient names both times. At its own time only doctor or chair change.
 */
export async function rescheduleByStaff(
  parts: BookingParts,
  input: StaffInput,
): Promise<ChangeOutcome | RefusedByHold> {
  const { id, day, slot, despite, doctor, chair } = input
  const at = { ...dayParams(day, parts.clinicTime()), heedsLead: 0 as const, slot, doctor, chair }
  const move = (query: Queries) => storeMove(query, parts, input, at)
  const isRace = (error: unknown) => isPairRace(error) || isHoldRace(error, despite)
  const outcome = await changeAppointment<StaffRefusal | AnyRefusal>(
    parts,
    move,
    readMoveRule,
    isRace,
  )
  if (outcome.ok) return outcome
  const reason = await explainReschedule(parts, input, { ...at, despite }, outcome.reason)
  const { query } = parts.database
  const current = await findById(query, id)
  if (!current) return refused(reason)
  const isThere = current.day === day && current.slot === slot
  const wanted = isThere
    ? pairAtItsTime(current, input)
    : { ...at, treatmentId: current.treatmentId, despite, except: id }
  const isInTheWay = reason === 'slot_held' || (await isHeldFromAll(query, wanted, reason))
  const held = isInTheWay && (await readHold(query, wanted, parts.clock()))
  if (held) return { ...refused('slot_held'), held }
  return refused(reason === 'slot_held' ? 'slot_taken' : reason)
}

function readMoveRule(error: unknown): StaffRefusal | AnyRefusal | null {
  if (error instanceof NotMoved) return error.reason
  return isHeld(error) ? 'slot_held' : refusalOf(error)
}

async function storeMove(
  query: Queries,
  parts: BookingParts,
  input: StaffInput,
  at: Omit<RescheduleTarget, 'treatmentId'>,
): Promise<ChangeOutcome> {
  const { id, actor, day, slot, despite = [] } = input
  const found = await findUnchanged(query, input)
  if (!found.ok) return found
  const { appointment: before } = found
  const now = parts.clock()
  if (before.cancelledAt !== null) return refused('appointment_cancelled')
  if (before.day < parts.clinicTime().today) return refused('appointment_over')
  if (before.day === day && before.slot === slot) return changePair(query, parts, input, before)
  if (before.status === 'completed') return refused('visit_completed')

  const to = { ...at, treatmentId: before.treatmentId }
  const wanted = { ...to, despite, except: id }
  if (despite.includes('hold')) await withdrawOffers(query, parts, wanted)
  const after = await storeReschedule(query, input, to, await passedBy(query, wanted))
  if (!after) throw new NotMoved((await refuseLate(query, id)).reason)
  const event = { appointmentId: id, at: now.toISOString(), actor: actor.email }
  await noteEvent(query, { ...event, ...movedEvent(before, after) })
  const mail = (sender: Sender) => writeRescheduledMail(sender, { before, after })
  await notifyPatient(query, parts.config, after, mail, now)
  const days = await followChange(query, parts, before, after)
  return { ok: true, appointment: after, refunds: [], days: [after.day, before.day, ...days] }
}

type PatientInput = ChangeInput & {
  treatmentId: string
  day: Day
  slot: string
  /** Of another treatment, as the patient was shown it; the same one keeps its price. */
  priceCents: number
  /** The id of a doctor; absent for the same one if free, else another. */
  doctor?: string | undefined
  /** What goes back to the card, as the patient was shown it; absent where they were shown nothing. */
  shownCents?: number | undefined
}

/**
 * A patient reschedules an appointment, until the cut-off and under the rules of a booking: the new
 * slot is taken and the old one free in one transaction. What was paid stays paid: a dearer treatment
 * leaves the difference due, that of a cheaper one goes back to the card where the clinic's rule gives
 * back.
 */
export async function rescheduleByPatient(
  parts: BookingParts,
  input: PatientInput,
): Promise<ChangeOutcome<ChangeRefusal>> {
  const { id, actor, treatmentId, day, slot, priceCents, doctor } = input
  const { config, payments } = parts
  const at = { ...dayParams(day, parts.clinicTime()), treatmentId, slot, doctor }
  const outcome = await changeAppointment<ChangeRefusal | 'not_found'>(parts, async (query) => {
    const found = await findUnchangedOwn(parts.database, query, input)
    if (!found.ok) return found
    const { appointment: before } = found
    const now = parts.clock()
    const terms = await readTerms(parts, query, before, now)
    if (terms.whyNotReschedule) return refused(terms.whyNotReschedule)
    if (isThere(before, input)) return unchanged(before)
    const { to, returned, kept } = planReschedule(before, { ...at, priceCents }, terms)
    const why = await whyNotReturned(query, before, { ...input, returned, payments })
    if (why) return refused(why)

    const moved = await storeReschedule(query, input, to)
    if (!moved) return refuseLate(query, id)
    const event = { appointmentId: id, at: now.toISOString(), actor: actor.email }
    await noteEvent(query, { ...event, ...movedEvent(before, moved) })
    const reason = { code: 'cheaper' as const }
    const back = { cents: returned, actor: actor.email, reason, now }
    const testCents = await testCentsOf(query, payments, id)
    const { appointment: after, refunds } = await giveBack(query, moved, back)
    const testReturned = testCents - (await testCentsOf(query, payments, id))
    const due = to.priceCents === undefined ? 0 : dueOf(after)
    const payUrl = payments && config.publicUrl + paths.payment(id)
    const test = testReturned > 0 ? testCents : 0
    const byPatient = { due, returned: returned - testReturned, test, kept, payUrl }
    const mail = (sender: Sender) => writeRescheduledMail(sender, { before, after, byPatient })
    await notifyPatient(query, config, after, mail, now)
    const days = await followChange(query, parts, before, after)
    return { ok: true, appointment: after, refunds, days: [after.day, before.day, ...days] }
  })
  if (outcome.ok) return outcome
  return refused(await explainReschedule(parts, input, { ...at, priceCents }, outcome.reason))
}

function isThere(before: Appointment, { treatmentId, day, slot, doctor }: PatientInput): boolean {
  const isSame = before.treatmentId === treatmentId && before.day === day && before.slot === slot
  return isSame && isWith(before, doctor)
}

function isWith({ doctorId }: Appointment, doctor: string | undefined): boolean {
  return doctor === undefined || doctorId === doctor
}

/** Where it moves, and integer cents that a cheaper treatment leaves over: returned, or kept by the clinic. */
type Plan = { to: RescheduleTarget; returned: number; kept: number }

function planReschedule(
  { treatmentId, paidCents }: Appointment,
  { priceCents, ...at }: RescheduleTarget & { priceCents: number },
  { givesBack }: Terms,
): Plan {
  if (at.treatmentId === treatmentId) return { to: at, returned: 0, kept: 0 }
  const to = { ...at, priceCents }
  const over = Math.max(0, paidCents - priceCents)
  return givesBack ? { to, returned: over, kept: 0 } : { to, returned: 0, kept: over }
}

/** Why what a move leaves over cannot go back as the patient was shown it. */
async function whyNotReturned(
  query: Queries,
  before: Appointment,
  {
    shownCents,
    returned,
    payments,
  }: Pick<PatientInput, 'shownCents'> & Pick<Plan, 'returned'> & Pick<BookingParts, 'payments'>,
): Promise<ChangeRefusal | null> {
  if (shownCents !== undefined && shownCents !== returned) return 'terms_changed'
  if (returned > cardCentsOf(before)) return 'desk_paid_cheaper'
  const isStuck = await lacksProvider(query, payments, before, returned)
  return isStuck ? 'refund_unavailable' : null
}

/** For the history; treatment and doctor are named where it is another one. */
export function movedEvent(before: Appointment, after: Appointment): AppointmentEvent<'moved'> {
  const isOther = before.treatmentId !== after.treatmentId
  const isWithOther = before.doctorId !== after.doctorId
  const timeOf = ({ treatment, day, slot, doctorName: doctor }: Appointment) => ({
    ...{ day, slot },
    ...(isOther && { treatment }),
    ...(isWithOther && doctor !== null && { doctor }),
  })
  return { kind: 'moved', data: { from: timeOf(before), to: timeOf(after) } }
}

/**
 * Why a move was refused: an appointment that stands as it was did not move since the new time does
 * not hold, or the price of another treatment; and a taken slot may be the patient's own.
 */
export async function explainReschedule<R extends string>(
  { database: { query } }: BookingParts,
  { id, revision }: OnRevision,
  to: Omit<RescheduleTarget, 'treatmentId'> &
    Pick<StaffInput, 'despite'> & { treatmentId?: string },
  reason: R,
): Promise<R | BookingRefusal> {
  if (reason !== 'appointment_changed' && reason !== 'slot_taken') return reason
  const current = await findById(query, id)
  if (reason === 'slot_taken') {
    const isThere = current?.day === to.day && current.slot === to.slot
    const own = current && !isThere && (await holdsSlot(query, { ...current, ...to }))
    return own ? 'already_booked' : reason
  }
  if (current?.revision !== revision) return reason
  const { treatmentId = current.treatmentId } = to
  const why = await explainRefusal(query, { ...to, treatmentId, except: id })
  return why === 'price_changed' && treatmentId === current.treatmentId ? reason : why
}
