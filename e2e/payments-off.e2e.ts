import { paymentRefusals } from '../contract/payments/refusals.ts'
import { bookUnpaid, payButton } from './setup/paying.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

test('without card payments, both screens say to pay at the clinic', async ({
  page,
  patient,
  expectFailures,
}) => {
  // What a portal with PAYMENTS=off answers: server/payments/open-payment.test.ts.
  const settings = { provider: 'off', testMode: false }
  await page.route('**/payments/settings', (route) => route.fulfill({ json: settings }))
  const booking = await bookUnpaid(page.request, patient)
  await page.goto('/dashboard')
  await expect(page.getByRole('cell', { name: 'Pay at the clinic' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay' })).toBeHidden()
  await byHistory(page, `/dashboard/payment/${booking._id}`)
  await expect(page.getByRole('heading', { name: 'Pay at the clinic' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Please pay $59 at the front desk')
  await expect(payButton(page)).toBeHidden()

  // A card may have been charged before they were switched off.
  expectFailures(/409/)
  const { message } = paymentRefusals.payment_begun
  const begun = { status: 409, json: { code: 'payment_begun', message } }
  await page.route('**/create-payment-intent', (route) => route.fulfill(begun))
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Please do not pay again')
  await expect(page.getByRole('main')).not.toContainText('front desk')
  await page.route('**/booking', async (route) => {
    const [own] = await (await route.fetch()).json()
    await route.fulfill({ json: [{ ...own, paymentBegun: true }] })
  })
  await byHistory(page, '/dashboard')
  await expect(page.getByRole('cell', { name: 'Card payment begun' })).toBeVisible()
  await expect(page.getByText('Do not pay again, please ask the clinic.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Pay at the clinic' })).toHaveCount(0)
})
