import type { Page } from '@playwright/test'
import { messages } from '../contract/fixed-texts.ts'
import { expectAccessible } from './setup/accessible.ts'
import { pressTwice } from './setup/booking.ts'
import { logIn } from './setup/identity.ts'
import { signUpIn } from './setup/patient.ts'
import {
  answerRefusal,
  bookUnpaid,
  expectPaid,
  openPayment,
  payButton,
  readBooking,
  typeCard,
} from './setup/paying.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

const confirmations = '**/sandbox/confirm'
const intents = '**/create-payment-intent'
const visa = '4242424242424242'

const payLink = (page: Page) => page.getByRole('link', { name: messages.pay, exact: true })

const alreadyPaid = (page: Page) =>
  page.getByRole('heading', { name: 'This appointment is already paid' })

/** Delays the provider's answer until it is released. */
async function holdConfirmation(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(confirmations, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('pressing Pay twice, and Enter during the payment, charges once; leaving the page during a payment still reports it to the clinic', async ({
  page,
  patient,
}) => {
  await openPayment(page, await bookUnpaid(page.request, patient))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const letGo = await holdConfirmation(page)
  await typeCard(page, visa)
  await pressTwice(payButton(page))
  await expect(payButton(page)).toBeDisabled()
  await page.getByLabel('Security code').press('Enter')
  letGo()
  await expectPaid(page)
  expect(asked.filter((path) => path === '/sandbox/confirm')).toHaveLength(1)

  const { _id } = await bookUnpaid(page.request, patient)
  await page.getByRole('link', { name: 'My Appointments' }).last().click()
  await payLink(page).click()
  const letGoToo = await holdConfirmation(page)
  await typeCard(page, visa)
  await payButton(page).click()
  await expect(payButton(page)).toBeDisabled()
  await page.goBack()
  await expect(payLink(page)).toBeVisible()
  const told = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  letGoToo()
  expect((await told).status()).toBe(200)
  expect(await readBooking(page, _id)).toMatchObject({ paid: true })
})

test('a reload right after the confirmation shows the payment as paid, even if the page did not report it; when the clinic is unreachable, the page says so, retries and offers no second payment', async ({
  page,
  patient,
  readMail,
  expectFailures,
}) => {
  expectFailures(/ERR_FAILED|ERR_CONNECTION|503/)
  const booking = await bookUnpaid(page.request, patient)
  await page.goto('/dashboard')
  await payLink(page).click()
  // The page never notifies the clinic.
  await page.route(`**/booking/${booking._id}`, (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  await typeCard(page, visa)
  const answered = page.waitForResponse(confirmations)
  await payButton(page).click()
  await answered
  await readMail(patient.email, 'receipt')
  await page.reload()
  await expect(alreadyPaid(page)).toBeVisible()
  const { paid, transactionId } = await readBooking(page, booking._id)
  expect(paid).toBe(true)
  await expect(page.getByText(transactionId ?? '')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByText(transactionId ?? '')).toBeVisible()
  await expect(payLink(page)).toBeHidden()
  await page.goForward()
  await expect(alreadyPaid(page)).toBeVisible()

  const next = await bookUnpaid(page.request, patient)
  await byHistory(page, `/dashboard/payment/${next._id}`)
  await expect(payButton(page)).toBeEnabled()
  let tries = 0
  await page.route(`**/booking/${next._id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return await route.continue()
    tries += 1
    if (tries === 1) return await route.abort()
    const json = { code: 'payment_unverified', message: 'Not just now.' }
    return tries === 2 ? await route.fulfill({ status: 503, json }) : await route.continue()
  })
  await typeCard(page, visa)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Your payment went through' })).toBeFocused()
  await expect(payButton(page)).toBeHidden()
  await expectPaid(page)
  expect(tries).toBe(3)
})

test('a payment that fails to open or is sent offline is reported, and typed text remains; a confirmation that was never received is found unpaid, and one with a lost response is found paid', async ({
  page,
  context,
  patient,
  expectFailures,
}) => {
  expectFailures(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|409|503/)
  const booking = await bookUnpaid(page.request, patient)
  await answerRefusal(page, intents, 503, 'provider_unavailable')
  await page.goto(`/dashboard/payment/${booking._id}`)
  await typeCard(page, visa)
  await expect(payButton(page)).toBeDisabled()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('not been charged')
  await page.unroute(intents)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeEnabled()

  await page.getByRole('link', { name: 'Back to My Appointments' }).click()
  const link = payLink(page)
  await expect(link).toBeVisible()
  await context.setOffline(true)
  await link.click()
  await expect(page.getByRole('alert')).toContainText('You are offline')
  await context.setOffline(false)
  await expect(payButton(page)).toBeEnabled()
  await typeCard(page, visa)
  await context.setOffline(true)
  await payButton(page).click()
  await expect(alert).toContainText('not been charged')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await context.setOffline(false)

  await page.route(confirmations, (route) => route.abort(), { times: 1 })
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'We are checking your payment' })).toBeFocused()
  await expect(payButton(page)).toBeHidden()
  await expect(alert).toHaveText('The payment did not go through. You have not been charged.')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(payButton(page)).toBeFocused()

  await page.route(confirmations, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await payButton(page).press('Enter')
  await expectPaid(page)
})

test('an unknown appointment or another account’s appointment is not shown', async ({
  page,
  visit,
  portal,
  patient,
  expectFailures,
}) => {
  expectFailures(/40[34]/)
  const booking = await bookUnpaid(page.request, patient)
  const stranger = await visit()
  const { email } = await signUpIn(stranger.context(), portal)
  for (const screen of ['payment', 'receipt']) {
    await byHistory(stranger, `/dashboard/${screen}/${booking._id}`)
    const title = 'This appointment belongs to somebody else'
    await expect(stranger.getByRole('heading', { name: title })).toBeVisible()
    await expect(stranger.getByRole('main')).toContainText(email)
    await expect(stranger.getByRole('main')).not.toContainText('Teeth Cleaning')
    await byHistory(stranger, `/dashboard/${screen}/nothing`)
    const unknown = 'We do not know this appointment'
    await expect(stranger.getByRole('heading', { name: unknown })).toBeVisible()
  }
  await expectAccessible(stranger)
})

const screens = {
  appointment_cancelled: 'This appointment was cancelled',
  appointment_over: 'This appointment is over',
  nothing_due: 'There is nothing to pay',
  payment_returned: 'Your money is on its way back',
}

test('an appointment that can no longer be paid has its own screen, with the price and without a pay button', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/409/)
  const booking = await bookUnpaid(page.request, patient)
  await page.goto('/dashboard')
  for (const [code, title] of Object.entries(screens)) {
    await answerRefusal(page, intents, 409, code)
    await payLink(page).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your appointment' })).toContainText('$59')
    await expect(payButton(page)).toBeHidden()
    await page.goBack()
  }
  await page.goForward()
  await expect(page.getByRole('heading', { name: screens.payment_returned })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await page.unroute(intents)
  const ofNow = { impossible: null, paymentBegun: false }
  await page.route(
    `**/booking/${booking._id}`,
    (route) => route.fulfill({ json: { ...booking, price: 49, due: 49, ...ofNow } }),
    { times: 1 },
  )
  await payLink(page).click()
  await page.getByRole('button', { name: 'See the new price' }).click()
  await expect(page.getByText('Price: $59').last()).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
})

test('an ended session redirects to the sign-in and then back to the payment', async ({
  page,
  portal,
  patient,
  expectFailures,
}) => {
  expectFailures(/401/)
  const booking = await bookUnpaid(page.request, patient)
  await openPayment(page, booking)
  await typeCard(page, visa)
  const headers = { origin: portal.origin }
  await page.request.post('/api/auth/sign-out', { data: {}, headers })
  await payButton(page).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Fpayment%2F/)
  await logIn(page, patient)
  await expect(page).toHaveURL(`/dashboard/payment/${booking._id}`)
  await typeCard(page, visa)
  await payButton(page).click()
  await expectPaid(page)
})
