import type { ChangeRefusal } from '../../contract/appointments/change-refusals.ts'
import { findClosing } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import type { Sender } from '../notifications/notification.ts'
import type { Cause } from '../payments/payment.ts'
import { giveBack, lacksProvider } from '../payments/refunds/refund.ts'
import { testCentsOf } from '../payments/test-payments.ts'
import { followChange } from '../waitlist/follow-change.ts'
import {
  type Appointment,
  type Changed,
  type ChangeInput,
  type ChangeOutcome,
  cardCentsOf,
  type MoneyBack,
  refused,
} from './appointment.ts'
import {
  changeAppointment,
  findUnchanged,
  findUnchangedOwn,
  refuseLate,
} from './change-appointment.ts'
import { findById } from './find-appointment.ts'
import { noteEvent } from './history.ts'
import { notifyPatient, writeCancelledMail } from './mails.ts'
import { storeChange } from './store-appointment.ts'
import { readTerms, type Terms } from './terms.ts'

/**
 * Staff cancel an appointment until its day ends; its slot is free at once. What was paid by card goes
 * back if that is asked for; what was paid at the desk stays recorded until it is given back there.
 */
export async function cancelByStaff(
  parts: BookingParts,
  input: ChangeInput & { reason: string; refund: boolean },
): Promise<ChangeOutcome> {
  return changeAppointment(parts, async (query) => {
    const found = await findUnchanged(query, input)
    if (!found.ok) return found
    const { appointment } = found
    const { cancelledAt, day, status, deskCents: atDesk } = appointment
    if (cancelledAt !== null) return refused('appointment_cancelled')
    if (day < parts.clinicTime().today) return refused('appointment_over')
    if (status === 'completed') return refused('visit_completed')
    const card = cardCentsOf(appointment)
    const [toCard, kept] = input.refund ? [card, 0] : [0, card]
    if (await lacksProvider(query, parts.payments, appointment, toCard)) {
      return refused('refund_unavailable')
    }
    const cause = { actor: input.actor.email, reason: { text: input.reason }, now: parts.clock() }
    return storeCancelling(query, parts, appointment, { cause, money: { toCard, atDesk, kept } })
  })
}

/**
 * A patient cancels: the slot is free at once, and by the clinic's rule the card's money goes back.
 * Refused where what goes back is no longer what they were shown (`refundCents`).
 */
export async function cancelByPatient(
  parts: BookingParts,
  input: ChangeInput & { refundCents: number },
): Promise<ChangeOutcome<ChangeRefusal>> {
  return changeAppointment(parts, async (query) => {
    const found = await findUnchangedOwn(parts.database, query, input)
    if (!found.ok) return found
    const { appointment } = found
    const now = parts.clock()
    const terms = await readTerms(parts, query, appointment, now)
    if (terms.whyNotCancel) return refused(terms.whyNotCancel)
    if (terms.refundCents !== input.refundCents) return refused('terms_changed')
    const cause = { actor: input.actor.email, reason: { code: 'cancelled' as const }, now }
    const money = moneyBack(appointment, terms)
    return storeCancelling(query, parts, appointment, { cause, money, isByPatient: true })
  })
}

/** Other changes of an appointment that may come between its reading and its writing. */
const mostTries = 3

/**
 * Staff cancel an appointment because the clinic has closed its day: everything paid goes back. The current
 * state decides, not the state on the screen, so a concurrent change is no reason to refuse.
 */
export async function cancelOnClosedDay(
  parts: BookingParts,
  input: Pick<ChangeInput, 'id' | 'actor'>,
): Promise<ChangeOutcome<'refund_unavailable' | 'not_closed'>> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnClosedDay(parts, input)
    if (outcome.ok || outcome.reason !== 'appointment_changed' || tries === mostTries) {
      return outcome
    }
  }
}

async function tryOnClosedDay(
  parts: BookingParts,
  { id, actor: { email: actor } }: Pick<ChangeInput, 'id' | 'actor'>,
): Promise<ChangeOutcome<'refund_unavailable' | 'not_closed'>> {
  return changeAppointment(parts, async (query) => {
    const appointment = await findById(query, id)
    if (!appointment) return refused('not_found')
    const { cancelledAt, day, status, deskCents: atDesk } = appointment
    if (cancelledAt !== null) return refused('appointment_cancelled')
    const closing = await findClosing(query, day)
    if (!closing || status !== 'booked') return refused('not_closed')
    const toCard = cardCentsOf(appointment)
    if (await lacksProvider(query, parts.payments, appointment, toCard)) {
      return refused('refund_unavailable')
    }
    const { reason: text } = closing
    const reason = text === undefined ? { code: 'day_closed' as const } : { text }
    const cause = { actor, reason, now: parts.clock() }
    return storeCancelling(query, parts, appointment, {
      cause,
      money: { toCard, atDesk, kept: 0 },
    })
  })
}

/** What was paid at the desk is had back there, where the rule gives anything back at all. */
function moneyBack(before: Appointment, { givesBack, refundCents: toCard }: Terms): MoneyBack {
  if (!givesBack) return { toCard: 0, atDesk: 0, kept: before.paidCents }
  return { toCard, atDesk: before.paidCents - cardCentsOf(before), kept: 0 }
}

type Cancelling = {
  cause: Cause
  money: MoneyBack
  /** Then neither the history nor the mail names a reason. */
  isByPatient?: boolean
  /** False where the patient's address is unconfirmed. */
  isMailed?: boolean
}

/** Cancels an appointment in the caller's transaction, which has decided that it may be. */
export async function storeCancelling(
  query: Queries,
  parts: BookingParts,
  before: Appointment,
  { cause, money, isByPatient = false, isMailed = true }: Cancelling,
): Promise<Changed | Awaited<ReturnType<typeof refuseLate>>> {
  const { id: appointmentId, day } = before
  const { actor, now } = cause
  const at = now.toISOString()
  const reason = isByPatient ? null : cause.reason
  const testCents = await testCentsOf(query, parts.payments, appointmentId)
  const stored = await storeChange(query, before, { cancelledAt: at })
  if (!stored) return refuseLate(query, appointmentId)
  await noteEvent(query, { appointmentId, at, actor, kind: 'cancelled', data: { reason } })
  const { appointment, refunds } = await giveBack(query, stored, {
    ...{ cents: money.toCard, isAnnounced: isMailed },
    ...cause,
  })
  if (isMailed) {
    const mail = (sender: Sender) =>
      writeCancelledMail(sender, before, { reason, money, testCents })
    await notifyPatient(query, parts.config, appointment, mail, now)
  }
  const days = await followChange(query, parts, before, appointment)
  return { ok: true, appointment, refunds, days: [day, ...days] }
}
