import type { Context } from 'hono'
import type { PaymentRefusal } from '../../contract/payments/refusals.ts'
import { type Appointment, dueOf, isOwn } from '../appointments/appointment.ts'
import { findById, findLastRead, listUnpaid } from '../appointments/find-appointment.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../identity/caller.ts'
import { type PaymentParts, whyNotPayable } from './payment.ts'

type Payable =
  | { ok: true; appointment: Appointment }
  | { ok: false; reason: PaymentRefusal | 'not_found' | 'forbidden' }

type PaymentInput = {
  caller: Caller
  appointmentId: string | undefined
  /** By the call itself; else the id is that of the screen which makes it. */
  isNamed: boolean
  priceCents: number
}

/**
 * The appointment that a patient may pay for now: theirs, live, not over, and as much is due as they
 * were shown. Without an id, their one appointment for which so much is due.
 */
export async function findPayable(parts: PaymentParts, input: PaymentInput): Promise<Payable> {
  const { appointmentId, isNamed, caller, priceCents } = input
  if (appointmentId === undefined) return findByPrice(parts, input)
  const appointment = await findById(parts.database.query, appointmentId)
  if (!appointment) return { ok: false, reason: 'not_found' }
  if (!isOwn(appointment, caller)) return { ok: false, reason: 'forbidden' }
  const reason = whyNotPayable(appointment, parts)
  if (reason) return { ok: false, reason }
  // A client that names no appointment knows the price of one, and not that a part of it is paid.
  const isPrice = !isNamed && appointment.priceCents === priceCents
  const isAsShown = isPrice || dueOf(appointment) === priceCents
  return isAsShown ? { ok: true, appointment } : { ok: false, reason: 'price_differs' }
}

async function findByPrice(
  parts: PaymentParts,
  { caller, priceCents }: PaymentInput,
): Promise<Payable> {
  const unpaid = await listUnpaid(parts.database.query, caller.email, priceCents)
  const [appointment, another] = unpaid.filter(
    (one) => isOwn(one, caller) && whyNotPayable(one, parts) === null,
  )
  if (!appointment) return { ok: false, reason: 'none_of_that_price' }
  return another ? { ok: false, reason: 'several_of_that_price' } : { ok: true, appointment }
}

const paymentScreen = /^\/dashboard\/payment\/([^/]+)\/?$/

/**
 * The appointment whose payment screen makes a call that names none: by the address of the page, else
 * the one that the session read last. A hint, and nothing that proves anything.
 */
export async function findAskingScreen(
  { config, database }: Pick<Deps, 'config' | 'database'>,
  http: Context,
  sessionId: string,
): Promise<string | undefined> {
  const page = URL.parse(http.req.header('referer') ?? '')
  const isOurs = page?.origin === new URL(config.publicUrl).origin
  const [, named] = (isOurs && paymentScreen.exec(page.pathname)) || []
  return named ?? findLastRead(database.query, sessionId)
}
