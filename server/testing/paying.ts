import { expect } from 'vitest'
import { Booking } from '../../contract/appointments/appointment.ts'
import { PaymentSecret } from '../../contract/payments/endpoints.ts'
import { CardToken, SandboxIntent } from '../../contract/payments/sandbox.ts'
import { createSandbox, type Sandbox } from '../payments/sandbox/sandbox.ts'
import { openTestDatabase } from './database/database.ts'
import {
  booked,
  fridayMorning,
  openPortal,
  type Person,
  type Portal,
  request,
  signIn,
} from './portal.ts'

const visa = '4242424242424242'

/** A portal with a patient who has booked, and a sandbox that delivers no events by default. */
export async function openTill(
  options: Parameters<typeof openPortal>[0] & {
    deliveries?: Parameters<typeof createSandbox>[1]
    line?: (sandbox: Sandbox) => Sandbox
    input?: Parameters<typeof booked>[2]
  } = {},
) {
  const { deliveries = () => [], line = (sandbox: Sandbox) => sandbox, input, ...rest } = options
  const database = rest.database ?? (await openTestDatabase())
  let time = { now: rest.now ?? fridayMorning }
  const sandbox = line(createSandbox({ database, clock: () => time.now }, deliveries))
  const portal = await openPortal({ payments: sandbox, ...rest, database })
  time = portal.time
  const jane = await signIn(portal)
  const booking = await booked(portal, jane, input)
  return { portal, sandbox, jane, booking }
}

/** Opens the payment screen: the server's part of it. */
export function openScreen(
  portal: Portal,
  person: Person,
  booking: Pick<Booking, '_id' | 'price'>,
) {
  const body = { price: booking.price, appointment: booking._id }
  return request(portal, 'POST', '/create-payment-intent', { token: person.token, body })
}

export async function secretOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return PaymentSecret.parse(await response.json()).clientSecret
}

/** What a browser does with a card and the sandbox; answers the sandbox's last answer. */
export async function tryCard(
  portal: Portal,
  { token, name, email }: Person,
  clientSecret: string,
  number = visa,
) {
  const card = {
    number,
    expMonth: 12,
    expYear: 2034,
    cvc: number.startsWith('37') ? '1234' : '123',
  }
  const body = { ...card, billing: { name, email } }
  const made = await request(portal, 'POST', '/sandbox/payment_methods', { token, body })
  if (made.status !== 200) return made
  const { id } = CardToken.parse(await made.json())
  const confirmation = { clientSecret, paymentMethod: id }
  return request(portal, 'POST', '/sandbox/confirm', { token, body: confirmation })
}

/** Charges a card; our server has not been notified yet. Returns the transaction id. */
export async function charge(
  portal: Portal,
  person: Person,
  { _id, price }: Pick<Booking, '_id' | 'price'>,
): Promise<string> {
  const clientSecret = await secretOf(await openScreen(portal, person, { _id, price }))
  const confirmed = await tryCard(portal, person, clientSecret)
  const { id, status } = SandboxIntent.parse(await confirmed.json())
  expect(status).toBe('succeeded')
  return id
}

/** The browser's word that a transaction has paid. */
export function report(
  portal: Portal,
  { token }: Person,
  appointment: string,
  transactionId: string,
) {
  const body = { appointment, transactionId }
  return request(portal, 'PATCH', `/booking/${appointment}`, { token, body })
}

/** Pays as a browser does, to the end; `price` where a difference is due. */
export async function pay(
  portal: Portal,
  person: Person,
  { _id, price: whole }: Pick<Booking, '_id' | 'price'>,
  price = whole,
): Promise<Booking> {
  const response = await report(portal, person, _id, await charge(portal, person, { _id, price }))
  expect(response.status).toBe(200)
  return Booking.parse(await response.json())
}

export async function cancel({ database, time }: Portal, id: string): Promise<void> {
  await database.query
    .updateTable('appointments')
    .set({ cancelledAt: time.now.toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Everything that a payment may change, for "changes nothing" and "once". */
export async function books({ database }: Portal) {
  const { query } = database
  const mails = await query.selectFrom('outbox').select('kind').orderBy('id').execute()
  return {
    appointments: await query.selectFrom('appointments').selectAll().orderBy('id').execute(),
    payments: await query.selectFrom('payments').selectAll().orderBy('id').execute(),
    refunds: await query.selectFrom('refunds').selectAll().orderBy('id').execute(),
    events: await query.selectFrom('appointmentEvents').selectAll().orderBy('id').execute(),
    mails: mails.map(({ kind }) => kind).filter((kind) => kind === 'receipt' || kind === 'refund'),
  }
}
