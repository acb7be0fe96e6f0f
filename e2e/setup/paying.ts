import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { Booking } from '../../contract/appointments/appointment.ts'
import { messages } from '../../contract/fixed-texts.ts'
import { PaymentSecret } from '../../contract/payments/endpoints.ts'
import { CardToken, SandboxIntent } from '../../contract/payments/sandbox.ts'
import { bookFree } from './booking.ts'
import { accessToken } from './identity.ts'
import { type Patient, tokenOf } from './patient.ts'

const treatment = 'Teeth Cleaning'
/** Every second day, so that an appointment shifted by a closed day meets no other. */
let days = 1

/** An unpaid appointment, booked by HTTP. */
export async function bookUnpaid(request: APIRequestContext, patient: Patient): Promise<Booking> {
  days += 2
  return bookFree(request, patient, { days, treatment, slot: '9:00 AM - 9:30 AM' })
}

export async function openPayment(page: Page, { _id }: Booking): Promise<void> {
  await page.goto(`/dashboard/payment/${_id}`)
  await expect(payButton(page)).toBeEnabled()
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: new RegExp(`^${messages.pay}( \\$[\\d.]+)?$`) })
}

/** Fills in a card, like a browser's autofill. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
}

/** Pays by HTTP, as the payment screen does. */
export async function payByCard(
  request: APIRequestContext,
  { name, email }: Patient,
  { _id, price }: Booking,
): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(request, email)}` }
  const send = async (method: string, path: string, data: object) => {
    const answer = await request.fetch(path, { method, headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
    return await answer.json()
  }
  const intent = await send('POST', '/create-payment-intent', { price, appointment: _id })
  const { clientSecret } = PaymentSecret.parse(intent)
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' }
  const billing = { name, email }
  const method = CardToken.parse(
    await send('POST', '/sandbox/payment_methods', { ...card, billing }),
  )
  const confirmation = { clientSecret, paymentMethod: method.id }
  const { id } = SandboxIntent.parse(await send('POST', '/sandbox/confirm', confirmation))
  await send('PATCH', `/booking/${_id}`, { appointment: _id, transactionId: id })
}

/** The confirmation of the payment, with its transaction. */
export async function expectPaid(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: messages.paymentDone })).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  return await page.getByText(/^pi_\w+$/).innerText()
}

/** The stored appointment, read outside of the page. */
export async function readBooking(page: Page, id: string): Promise<Booking> {
  return Booking.parse(await (await get(page, `/booking/${id}`)).json())
}

export async function expectUnpaid(page: Page, id: string): Promise<void> {
  expect(await readBooking(page, id)).toMatchObject({ paid: false, transactionId: null })
}

async function get(page: Page, path: string) {
  return await page.request.get(path, {
    headers: { authorization: `Bearer ${await accessToken(page)}` },
  })
}

/** Answers a call with a refusal that a test cannot cause otherwise. */
export async function answerRefusal(page: Page, path: string, status: number, code: string) {
  await page.route(path, (route) => route.fulfill({ status, json: { code, message: code } }))
}
