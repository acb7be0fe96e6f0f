import { bookUnpaid, payButton } from './setup/paying.ts'
import { expect, test } from './setup/test.ts'

test('without card payments, both screens say to pay at the clinic', async ({ page, patient }) => {
  // What a portal with PAYMENTS=off answers: server/payments/open-payment.test.ts.
  const settings = { provider: 'off', testMode: false }
  await page.route('**/payments/settings', (route) => route.fulfill({ json: settings }))
  const booking = await bookUnpaid(page.request, patient)
  await page.goto('/dashboard')
  await expect(page.getByRole('cell', { name: 'Pay at the clinic' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay' })).toBeHidden()
  await page.goto(`/dashboard/payment/${booking._id}`)
  await expect(page.getByRole('heading', { name: 'Pay at the clinic' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Please pay $59 at the front desk')
  await expect(payButton(page)).toBeHidden()
})
