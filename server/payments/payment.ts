import type { Selectable } from 'kysely'
import type { Reason } from '../../contract/payments/refund-reasons.ts'
import type { PaymentRefusal } from '../../contract/payments/refusals.ts'
import { type Appointment, dueOf } from '../appointments/appointment.ts'
import { findImpossible } from '../appointments/find-impossible.ts'
import { type Instant, startOf } from '../clock.ts'
import type { Tables } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { PaymentProvider } from './provider.ts'

export type Payment = Selectable<Tables['payments']>

export type DeskPayment = Selectable<Tables['deskPayments']>

export type Refund = Selectable<Tables['refunds']>

/** What operations on payments work with. */
export type PaymentParts = Pick<
  Deps,
  'config' | 'database' | 'clock' | 'log' | 'outbox' | 'changes'
> & {
  payments: PaymentProvider
}

/** What refunds work with, also where the clinic takes no cards: of what was paid in test mode no money goes back. */
export type RefundParts = Omit<PaymentParts, 'payments'> & {
  payments?: PaymentProvider | undefined
}

/** What a provider collected, exactly as we had ordered it. */
export type Charge = {
  intentId: string
  card: { brand: string; last4: string } | null
  chargedAt: Instant
}

export type Settlement = { ok: true } | { ok: false; reason: PaymentRefusal }

/** Whether no real money moved. Where this was not stored, the clinic's mode of now says it. */
export function isTest(
  { testMode }: Pick<Payment, 'testMode'>,
  clinic: Pick<PaymentProvider, 'testMode'> | undefined,
): boolean {
  return testMode === null ? (clinic?.testMode ?? false) : testMode === 1
}

type Made = Pick<Payment, 'provider' | 'testMode'>
/** What is asked of the provider in use. */
export type InUse = Pick<PaymentProvider, 'name' | 'testMode'>

/** Whether no real money moved and it cannot be found: another provider's test, or live keys or no cards are in use. */
export function isTestOfAnother({ provider, testMode }: Made, inUse: InUse | undefined): boolean {
  return testMode === 1 && !(inUse?.testMode && provider === inUse.name)
}

/** Whether it takes another provider, or live keys instead of test keys, to give real money back. */
export function isOutOfReach({ provider, testMode }: Made, inUse: InUse | undefined): boolean {
  return provider !== inUse?.name || (testMode === 0 && inUse.testMode)
}

/** Whether real money may have been paid by it, which takes another provider, live keys or any to be found. */
export function mayBePaidElsewhere(
  payment: Pick<Payment, 'provider' | 'testMode' | 'intentId'>,
  inUse: InUse | undefined,
): boolean {
  return payment.intentId !== null && payment.testMode !== 1 && isOutOfReach(payment, inUse)
}

/** Whether a payment that the keys in use do not find was made with live ones: its mode was not stored then. */
export function isOfLiveKeys({ testMode }: Pick<Made, 'testMode'>, inUse: InUse): boolean {
  return testMode === null && inUse.testMode
}

/** Who gives money back and why. */
export type Cause = {
  actor: string
  reason: Reason
  now: Date
  /** The mail about what happened says it, so that there is one mail, however many payments go back. */
  isAnnounced?: boolean
}

/** Why a refund was made, as it is stored. */
export function reasonOf({ reasonCode, reason }: Pick<Refund, 'reasonCode' | 'reason'>): Reason {
  return reasonCode === null ? { text: reason } : { code: reasonCode }
}

/** `null` for an appointment that its patient may pay for now. */
export async function whyNotPayable(
  appointment: Appointment,
  { clock, config, database }: Pick<PaymentParts, 'clock' | 'config' | 'database'>,
): Promise<PaymentRefusal | null> {
  if (appointment.cancelledAt !== null) return 'appointment_cancelled'
  if (dueOf(appointment) === 0) return appointment.paidAt === null ? 'nothing_due' : 'already_paid'
  const isMissed = appointment.status === 'no_show'
  const isPast = isMissed || isOver(appointment, clock(), config.clinicTimeZone)
  if (isPast) return 'appointment_over'
  const impossible = await findImpossible(database.query, [appointment])
  return impossible.size > 0 ? 'appointment_impossible' : null
}

/** Whether an appointment's end had passed at an instant, by the clinic's clock. */
export function isOver(appointment: Appointment, at: Date, timeZone: string): boolean {
  const lastMinute = startOf(appointment.day, appointment.endMinute - 1, timeZone)
  return lastMinute + 60_000 <= at.getTime()
}
