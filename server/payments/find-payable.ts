import type { PaymentRefusal } from '../../contract/payment-refusals.ts'
import type { Appointment } from '../appointments/book-appointment.ts'
import { dueOf } from '../appointments/count-paid.ts'
import { isOwn } from '../appointments/find-own.ts'
import { findById, listUnpaid } from '../appointments/queries.ts'
import { startOf } from '../clock.ts'
import type { Caller } from '../identity/find-caller.ts'
import type { PaymentParts } from './provider.ts'

type Payable =
  | { ok: true; appointment: Appointment }
  | { ok: false; reason: PaymentRefusal | 'not_found' | 'forbidden' }

/**
 * The appointment that a patient may pay for now: theirs, live, not over, and as much is due as they
 * were shown. Without an id, their one appointment for which so much is due.
 */
export async function findPayable(
  parts: PaymentParts,
  wish: { caller: Caller; appointmentId: string | undefined; priceCents: number },
): Promise<Payable> {
  if (wish.appointmentId === undefined) return findByPrice(parts, wish)
  const appointment = await findById(parts.database.query, wish.appointmentId)
  if (!appointment) return { ok: false, reason: 'not_found' }
  if (!isOwn(appointment, wish.caller)) return { ok: false, reason: 'forbidden' }
  const reason = whyNotPayable(appointment, parts)
  if (reason) return { ok: false, reason }
  const same = dueOf(appointment) === wish.priceCents
  return same ? { ok: true, appointment } : { ok: false, reason: 'price_differs' }
}

/** `null` for an appointment that its patient may pay for now. */
export function whyNotPayable(
  appointment: Appointment,
  { clock, config }: Pick<PaymentParts, 'clock' | 'config'>,
): PaymentRefusal | null {
  if (appointment.cancelledAt !== null) return 'appointment_cancelled'
  if (dueOf(appointment) === 0) return appointment.paidAt === null ? 'nothing_due' : 'already_paid'
  return isOver(appointment, clock(), config.clinicTimeZone) ? 'appointment_over' : null
}

/** Whether an appointment's end had passed at an instant, by the clinic's clock. */
export function isOver(appointment: Appointment, at: Date, timeZone: string): boolean {
  const lastMinute = startOf(appointment.day, appointment.endMinute - 1, timeZone)
  return lastMinute + 60_000 <= at.getTime()
}

async function findByPrice(
  parts: PaymentParts,
  { caller, priceCents }: { caller: Caller; priceCents: number },
): Promise<Payable> {
  const unpaid = await listUnpaid(parts.database.query, caller.email, priceCents)
  const [appointment, another] = unpaid.filter(
    (one) => isOwn(one, caller) && whyNotPayable(one, parts) === null,
  )
  if (!appointment) return { ok: false, reason: 'none_of_that_price' }
  return another ? { ok: false, reason: 'several_of_that_price' } : { ok: true, appointment }
}
