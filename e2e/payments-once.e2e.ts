import type { Page } from '@playwright/test'
import { messages } from '../contract/fixed-texts.ts'
import {
  bookUnpaid,
  expectPaid,
  openPayment,
  payButton,
  readBooking,
  typeCard,
} from './setup/paying.ts'
import { expect, test } from './setup/test.ts'

const confirmations = '**/sandbox/confirm'

/** Counts what the page asks the provider to charge. */
function countConfirmations(page: Page) {
  const count = { now: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/sandbox/confirm') count.now += 1
  })
  return count
}

const alreadyPaid = (page: Page) =>
  page.getByRole('heading', { name: 'This appointment is already paid' })

test('two presses on Pay in the same moment pay once', async ({ page, patient }) => {
  await openPayment(page, await bookUnpaid(page.request, patient))
  const confirmed = countConfirmations(page)
  await typeCard(page, '4242424242424242')
  await payButton(page).dblclick()
  await expectPaid(page)
  expect(confirmed.now).toBe(1)
})

/** Keeps the provider waiting until it is let go. */
async function holdConfirmation(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(confirmations, async (route) => {
    await held
    await route.continue()
  })
  return () => letGo()
}

test('while it is being paid, Pay is disabled and Enter does nothing', async ({
  page,
  patient,
}) => {
  await openPayment(page, await bookUnpaid(page.request, patient))
  const confirmed = countConfirmations(page)
  const letGo = await holdConfirmation(page)
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(payButton(page)).toBeDisabled()
  await page.getByLabel('Security code').press('Enter')
  letGo()
  await expectPaid(page)
  expect(confirmed.now).toBe(1)
})

test('a page left while it is being paid still tells the clinic', async ({ page, patient }) => {
  const { _id } = await bookUnpaid(page.request, patient)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: messages.pay, exact: true }).click()
  const letGo = await holdConfirmation(page)
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(payButton(page)).toBeDisabled()
  await page.goBack()
  await expect(page.getByRole('link', { name: messages.pay, exact: true })).toBeVisible()
  const told = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  letGo()
  expect((await told).status()).toBe(200)
  expect(await readBooking(page, _id)).toMatchObject({ paid: true })
})

test('a tab closed right after the confirmation: paid without it, and the truth is shown later', async ({
  page,
  context,
  patient,
  readMail,
}) => {
  const booking = await bookUnpaid(page.request, patient)
  await openPayment(page, booking)
  // The browser never gets to tell the clinic.
  await page.route(`**/booking/${booking._id}`, () => {})
  await typeCard(page, '4242424242424242')
  const answered = page.waitForResponse(confirmations)
  await payButton(page).click()
  await answered
  await page.close()

  await readMail(patient.email, 'receipt')
  const later = await context.newPage()
  await later.goto(`/dashboard/payment/${booking._id}`)
  await expect(alreadyPaid(later)).toBeVisible()
  const { paid, transactionId } = await readBooking(later, booking._id)
  expect(paid).toBe(true)
  await expect(later.getByText(transactionId ?? '')).toBeVisible()
})

test('the clinic not reached after the yes: said so, tried again, no invitation to pay', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/ERR_FAILED|ERR_CONNECTION|503/)
  const booking = await bookUnpaid(page.request, patient)
  await openPayment(page, booking)
  let tries = 0
  await page.route(`**/booking/${booking._id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return await route.continue()
    tries += 1
    if (tries === 1) return await route.abort()
    const json = { code: 'payment_unverified', message: 'Not just now.' }
    return tries === 2 ? await route.fulfill({ status: 503, json }) : await route.continue()
  })
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Your payment went through' })).toBeFocused()
  await expect(payButton(page)).toBeHidden()
  await expectPaid(page)
  expect(tries).toBe(3)
})

test('an answer that was lost after the charge: checked, and found paid', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/ERR_FAILED/)
  await openPayment(page, await bookUnpaid(page.request, patient))
  await page.route(confirmations, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expectPaid(page)
})

test('a confirmation that never arrived: checked, found unpaid, and paid at the next try', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/ERR_FAILED|409/)
  await openPayment(page, await bookUnpaid(page.request, patient))
  await page.route(confirmations, (route) => route.abort(), { times: 1 })
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'We are checking your payment' })).toBeFocused()
  await expect(payButton(page)).toBeHidden()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toHaveText('The payment did not go through. You have not been charged.')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(payButton(page)).toBeFocused()
  await payButton(page).press('Enter')
  await expectPaid(page)
})

test('going back, forward and reloading after paying shows the truth', async ({
  page,
  patient,
}) => {
  const booking = await bookUnpaid(page.request, patient)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: messages.pay, exact: true }).click()
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  const transactionId = await expectPaid(page)
  await page.goBack()
  await expect(page.getByText(transactionId)).toBeVisible()
  await expect(page.getByRole('link', { name: messages.pay, exact: true })).toBeHidden()
  await page.goForward()
  await expect(alreadyPaid(page)).toBeVisible()
  await page.reload()
  await expect(alreadyPaid(page)).toBeVisible()
  expect(await readBooking(page, booking._id)).toMatchObject({ paid: true, transactionId })
})

test('two tabs with the same payment pay it once', async ({ page, context, patient }) => {
  const booking = await bookUnpaid(page.request, patient)
  const other = await context.newPage()
  await openPayment(page, booking)
  await openPayment(other, booking)
  await typeCard(page, '4242424242424242')
  await typeCard(other, '5555555555554444')
  await Promise.all([payButton(page).click(), payButton(other).click()])
  expect(await expectPaid(page)).toBe(await expectPaid(other))
})
