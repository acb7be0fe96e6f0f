import { messages } from '../contract/fixed-texts.ts'
import { signUpIn } from './setup/patient.ts'
import {
  answerRefusal,
  bookUnpaid,
  expectPaid,
  openPayment,
  payButton,
  typeCard,
} from './setup/paying.ts'
import { expect, test } from './setup/test.ts'

const intents = '**/create-payment-intent'

test("somebody else's appointment and an unknown one are not shown", async ({
  page,
  visit,
  portal,
  patient,
  expectFailures,
}) => {
  expectFailures(/40[34]/)
  const booking = await bookUnpaid(page.request, patient)
  const stranger = await visit()
  const { email } = await signUpIn(stranger.context(), portal.origin)
  for (const screen of ['payment', 'receipt']) {
    await stranger.goto(`/dashboard/${screen}/${booking._id}`)
    const title = 'This appointment belongs to somebody else'
    await expect(stranger.getByRole('heading', { name: title })).toBeVisible()
    await expect(stranger.getByRole('main')).toContainText(email)
    await expect(stranger.getByRole('main')).not.toContainText('Teeth Cleaning')
    await stranger.goto(`/dashboard/${screen}/nothing`)
    const unknown = 'We do not know this appointment'
    await expect(stranger.getByRole('heading', { name: unknown })).toBeVisible()
  }
})

const screens = {
  appointment_cancelled: 'This appointment was cancelled',
  appointment_over: 'This appointment is over',
  nothing_due: 'There is nothing to pay',
  payment_returned: 'Your money is on its way back',
}
for (const [code, title] of Object.entries(screens)) {
  test(`${code} has its own screen, with the price and no way to pay`, async ({
    page,
    patient,
    expectFailures,
  }) => {
    expectFailures(/409/)
    const booking = await bookUnpaid(page.request, patient)
    await answerRefusal(page, intents, 409, code)
    await page.goto(`/dashboard/payment/${booking._id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your appointment' })).toContainText('$59')
    await expect(payButton(page)).toBeHidden()
  })
}

test('the price has changed: not charged, and looked at again', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/409/)
  const booking = await bookUnpaid(page.request, patient)
  await page.route(
    `**/booking/${booking._id}`,
    (route) => route.fulfill({ json: { ...booking, price: 49, due: 49 } }),
    { times: 1 },
  )
  await page.goto(`/dashboard/payment/${booking._id}`)
  await page.getByRole('button', { name: 'See the new price' }).click()
  await expect(page.getByText('Price: $59').last()).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
})

test('the payment cannot be opened: said, Pay stays disabled, what was typed stays', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/503/)
  const booking = await bookUnpaid(page.request, patient)
  await answerRefusal(page, intents, 503, 'provider_unavailable')
  await page.goto(`/dashboard/payment/${booking._id}`)
  await typeCard(page, '4242424242424242')
  await expect(payButton(page)).toBeDisabled()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('not been charged')
  await page.unroute(intents)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
  await expectPaid(page)
})

test('offline and back', async ({ page, context, patient, expectFailures }) => {
  expectFailures(/ERR_INTERNET_DISCONNECTED/)
  const booking = await bookUnpaid(page.request, patient)
  await openPayment(page, booking)
  await page.getByRole('link', { name: 'My Appointments' }).click()
  const link = page.getByRole('link', { name: messages.pay, exact: true })
  await expect(link).toBeVisible()
  await context.setOffline(true)
  await link.click()
  await expect(page.getByRole('alert')).toContainText('You are offline')
  await context.setOffline(false)
  await expect(payButton(page)).toBeEnabled()

  await typeCard(page, '4242424242424242')
  await context.setOffline(true)
  await payButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('not been charged')
  await context.setOffline(false)
  await payButton(page).click()
  await expectPaid(page)
})

test('a session that ended leads to the sign-in, and back to the payment', async ({
  page,
  portal,
  patient,
  expectFailures,
}) => {
  expectFailures(/401/)
  const booking = await bookUnpaid(page.request, patient)
  await openPayment(page, booking)
  await typeCard(page, '4242424242424242')
  const headers = { origin: portal.origin }
  await page.request.post('/api/auth/sign-out', { data: {}, headers })
  await payButton(page).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Fpayment%2F/)
  await page.getByRole('textbox', { name: 'Email' }).fill(patient.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(patient.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${booking._id}`)
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expectPaid(page)
})
