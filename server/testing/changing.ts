import { expect } from 'vitest'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { ChangeTerms, changeEndpoints } from '../../contract/appointments/change-endpoints.ts'
import { books, openTill, pay } from './paying.ts'
import { type Person, type Portal, request } from './portal.ts'

export const later = { date: '2026-06-09', slot: '10:00 AM - 10:30 AM' }
/** The clinic's own hours before the appointment of `openTill`: Monday, 8:00 in New York. */
export const mondayAtEight = new Date('2026-06-08T12:00:00Z')

/** What a patient is shown before they change an appointment. */
export async function readTerms(portal: Portal, { token }: Person, { _id }: Pick<Booking, '_id'>) {
  const response = await request(portal, 'GET', `/booking/${_id}/change`, { token })
  expect(response.status).toBe(200)
  return ChangeTerms.parse(await response.json())
}

/** Cancels as the screen does that shows these terms. */
export function cancelBy(portal: Portal, { token }: Person, terms: ChangeTerms) {
  const { booking, revision, refund } = terms
  const body = { revision, refund }
  return request(portal, 'POST', `/booking/${booking._id}/cancel`, { token, body })
}

type Target = {
  date: string
  slot: string
  treatment?: number
  price?: number
  /** Dollars back as the screen showed them. */
  returned?: number
}

/** Moves as the screen does; without a treatment to another time of the same one. */
export function moveBy(portal: Portal, { token }: Person, terms: ChangeTerms, to: Target) {
  const { booking, revision } = terms
  const other = to.treatment === undefined ? undefined : portal.treatments[to.treatment]
  const { _id: treatmentId, price } = other ?? { _id: booking.treatmentId, price: booking.price }
  const { date, slot, returned } = to
  const body = { revision, treatmentId, date, slot, price: to.price ?? price, returned }
  return request(portal, 'POST', `/booking/${booking._id}/reschedule`, { token, body })
}

export async function acceptedReschedule(response: Response) {
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return changeEndpoints.rescheduleOwn.answer.parse(body)
}

export async function acceptedCancel(response: Response) {
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return changeEndpoints.cancelOwn.answer.parse(body)
}

export async function setPolicy(
  { database }: Portal,
  policy: { cutoffMinutes?: number; refundRule?: 'before_cutoff' | 'always' | 'never' },
) {
  await database.query.updateTable('clinic').set(policy).execute()
}

/** Anyone who is signed in stays so: appointments lie further ahead than sessions last. */
export async function stayingIn({ query }: Portal['database']): Promise<void> {
  const expiresAt = '2099-01-01T00:00:00.000Z'
  await query
    .updateTable('accessTokens')
    .set({ expiresAt })
    .where('expiresAt', '<', expiresAt)
    .execute()
  await query
    .updateTable('sessions')
    .set({ expiresAt })
    .where('expiresAt', '<', expiresAt)
    .execute()
}

/** Time goes by, and everybody stays signed in. */
export async function wait({ database, time }: Portal, until: Date) {
  time.now = until
  await stayingIn(database)
}

/** The newest mail of a kind. */
export async function mailOf({ database }: Portal, kind: string) {
  return database.query
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'text', 'calendarMethod'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

/** A patient who has booked and paid, and may reschedule or cancel. */
export async function openPaid(options?: Parameters<typeof openTill>[0]) {
  const till = await openTill(options)
  await pay(till.portal, till.jane, till.booking)
  return { ...till, ...reschedulesOf(till) }
}

type Till = Awaited<ReturnType<typeof openTill>>

/** Reads the terms of the patient's appointment, reschedules it, and summarizes its payments and refunds. */
export function reschedulesOf({ portal, jane, booking }: Till) {
  const terms = () => readTerms(portal, jane, booking)
  return {
    terms,
    move: async (to: Target) => moveBy(portal, jane, await terms(), to),
    money: async () => {
      const { appointments, payments, refunds } = await books(portal)
      return {
        paid: appointments.map(({ paidCents }) => paidCents),
        payments: payments.map(({ state, amountCents }) => [state, amountCents]),
        refunds: refunds.map(({ state, amountCents }) => [state, amountCents]),
      }
    },
  }
}
