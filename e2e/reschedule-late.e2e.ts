import type { APIRequestContext } from '@playwright/test'
import { bookPaid, cancelButton, expectOutcome } from './setup/changes.ts'
import { byHistory } from './setup/screens.ts'
import { admin, changing } from './setup/server.ts'
import { expect, test } from './setup/test.ts'

test.use({ settings: changing })

/** Every slot is within the longest cut-off, which is 14 days. */
async function setPolicy(request: APIRequestContext, origin: string): Promise<void> {
  await request.post('/api/auth/sign-in/email', { data: admin })
  const address = `/users/${encodeURIComponent(admin.email)}`
  const exchange = { data: { email: admin.email }, headers: { origin } }
  const { token } = await (await request.put(address, exchange)).json()
  const usual = await (await request.get('/policy')).json()
  const policy = { ...usual, cutoffMinutes: 14 * 24 * 60, refundRule: 'before_cutoff' }
  const headers = { authorization: `Bearer ${token}`, origin }
  const answer = await request.put('/staff/policy', { data: policy, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('after the cut-off an appointment can be cancelled without a refund, but not rescheduled', async ({
  page,
  patient,
  portal,
  request,
}) => {
  await setPolicy(request, portal.origin)
  const booking = await bookPaid(page, patient, 'Cosmetic Dentistry', 3)
  await page.goto('/dashboard')
  await expect(page.getByText('Too late to reschedule online')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Reschedule: / })).toHaveCount(0)
  await byHistory(page, `/dashboard/appointment/${booking._id}/reschedule`)
  await expect(
    page.getByText('It is too late to reschedule this appointment online.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Cancel it instead' }).click()

  await expect(page.getByText(/It was booked less than 14 days ahead/)).toBeVisible()
  await expect(page.getByText('the $79 that you paid does not go back')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reschedule it instead' })).toHaveCount(0)
  await expect(cancelButton(page)).toHaveText('Cancel without a refund')
  await cancelButton(page).click()
  await expectOutcome(page, 'Your appointment is cancelled')
  await expect(page.getByText('As shown before, nothing goes back.')).toBeVisible()
  await byHistory(page, `/dashboard/receipt/${booking._id}`)
  await expect(page.getByRole('article')).toContainText('Amount paid $79')
  await expect(page.getByRole('article')).not.toContainText('Refunded')
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeHidden()
})
