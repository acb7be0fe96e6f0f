import type { ChangeTerms } from '../../contract/appointments/change-endpoints.ts'
import type { ChangeRefusal } from '../../contract/appointments/change-refusals.ts'
import type { Policy } from '../../contract/clinic/policy.ts'
import { readClosed, readPolicy } from '../clinic/read-clinic.ts'
import { startOf } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import { findOpenSettlement } from '../doctors/plan-changes/find-open.ts'
import { lacksProvider } from '../payments/refunds/refund.ts'
import { testCentsOf } from '../payments/test-payments.ts'
import { type Appointment, cardCentsOf } from './appointment.ts'
import { showAppointment } from './show-appointment.ts'

type Rules = Pick<Policy, 'cutoffMinutes' | 'refundRule'>

/** What of an appointment the rules look at. */
export type Considered = Pick<
  Appointment,
  'day' | 'startMinute' | 'status' | 'cancelledAt' | 'paidCents' | 'deskCents'
>

/** What a patient may do with an appointment at an instant, and what it brings back. */
export type Terms = {
  /** Epoch milliseconds. */
  cutoffAt: number
  beginsAt: number
  whyNotCancel: ChangeRefusal | null
  whyNotReschedule: ChangeRefusal | null
  /** Whether money goes back by the clinic's rule on cancelling now, or on changing to a cheaper treatment. */
  givesBack: boolean
  /** Integer cents that would go back to the card then. */
  refundCents: number
}

type Circumstances = {
  now: Date
  timeZone: string
  /** What was paid by card can go back: the clinic takes cards, or it was paid in test mode. */
  canGiveBack: boolean
  /** The clinic has closed the appointment's day, or has taken its doctor or chair away. */
  isWaived: boolean
}

/**
 * The clinic's rules, applied to one appointment. Its patient may reschedule it until the cut-off and cancel
 * it until it begins. The cut-off is `cutoffMinutes` of elapsed time before the start, also if clocks change
 * in between. Neither is possible once staff have set a status: the patient has arrived or was a no-show. If
 * the clinic has closed the day, or has taken the doctor away and waits for the patient's answer, there is no
 * cut-off, and everything goes back.
 */
export function explainTerms(
  appointment: Considered,
  { cutoffMinutes, refundRule }: Rules,
  { now, timeZone, canGiveBack, isWaived }: Circumstances,
): Terms {
  const beginsAt = startOf(appointment.day, appointment.startMinute, timeZone)
  const cutoffAt = isWaived ? beginsAt : beginsAt - cutoffMinutes * 60_000
  const isLate = now.getTime() >= cutoffAt
  const isInTime = refundRule === 'before_cutoff' && !isLate
  const givesBack = isWaived || refundRule === 'always' || isInTime
  const refundCents = givesBack ? cardCentsOf(appointment) : 0
  const hasBegun = now.getTime() >= beginsAt || appointment.status !== 'booked'
  const whyNeither = whyOver(appointment, hasBegun)
  const isStuck = refundCents > 0 && !canGiveBack
  return {
    cutoffAt,
    beginsAt,
    givesBack,
    refundCents,
    whyNotReschedule: whyNeither ?? (isLate ? 'past_cutoff' : null),
    whyNotCancel: whyNeither ?? (isStuck ? 'refund_unavailable' : null),
  }
}

function whyOver({ cancelledAt }: Considered, hasBegun: boolean): ChangeRefusal | null {
  if (cancelledAt !== null) return 'appointment_cancelled'
  return hasBegun ? 'appointment_begun' : null
}

/** The clinic's rules as they stand, read for one appointment at an instant. */
export async function readTerms(
  { config, payments }: BookingParts,
  query: Queries,
  appointment: Appointment,
  now: Date,
): Promise<Terms & Rules & { isClosed: boolean; isDisplaced: boolean }> {
  const { cutoffMinutes, refundRule } = await readPolicy(query)
  const { day } = appointment
  const isClosed = (await readClosed(query, day, day))(day)
  const isDisplaced = (await findOpenSettlement(query, appointment)) !== undefined
  const cardCents = cardCentsOf(appointment)
  const canGiveBack = !(await lacksProvider(query, payments, appointment, cardCents))
  const isWaived = isClosed || isDisplaced
  const at = { now, timeZone: config.clinicTimeZone, canGiveBack, isWaived }
  const terms = explainTerms(appointment, { cutoffMinutes, refundRule }, at)
  return { ...terms, cutoffMinutes, refundRule, isClosed, isDisplaced }
}

/** The same in the wire's words, for the patient who is about to decide. */
export async function readChangeTerms(
  parts: BookingParts,
  appointment: Appointment,
): Promise<ChangeTerms> {
  const { query } = parts.database
  const terms = await readTerms(parts, query, appointment, parts.clock())
  return {
    booking: showAppointment(appointment, await testCentsOf(query, parts.payments, appointment.id)),
    revision: appointment.revision,
    closed: terms.isClosed,
    displaced: terms.isDisplaced,
    cutoffMinutes: terms.cutoffMinutes,
    refundRule: terms.refundRule,
    bookedAt: appointment.createdAt,
    cutoffAt: new Date(terms.cutoffAt).toISOString(),
    beginsAt: new Date(terms.beginsAt).toISOString(),
    whyNotCancel: terms.whyNotCancel,
    whyNotReschedule: terms.whyNotReschedule,
    paid: appointment.paidCents / 100,
    refund: terms.refundCents / 100,
    givesBack: terms.givesBack,
    paidAtDesk: appointment.deskCents > 0,
  }
}
