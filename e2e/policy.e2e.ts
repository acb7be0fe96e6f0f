import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { expectLevel } from './setup/screens.ts'
import { changing } from './setup/server.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: changing })

const save = (page: Page) => page.getByRole('button', { name: 'Save policy' })
const notice = (page: Page) => page.getByRole('group', { name: 'Notice' })
const read = (page: Page) => page.getByRole('figure', { name: 'Patients read', exact: true })

/** Staff change the policy and see the text that patients read. */
async function expectSaved(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Policy', exact: true }).click()
  await notice(page).getByLabel('Hours').fill('48')
  await notice(page).getByLabel('Minutes').fill('0')
  await page.getByRole('radio', { name: 'Always all of it' }).check()
  await expect(read(page)).toContainText('until 2 days before it begins')
  await expect(read(page)).toContainText('always goes back to your card in full')
  await page.getByRole('radio', { name: 'Nothing', exact: true }).check()
  await expect(read(page)).toContainText('does not go back when you cancel or reschedule')
  while (await page.getByRole('button', { name: 'Remove reminder 1' }).isVisible()) {
    await page.getByRole('button', { name: 'Remove reminder 1' }).click()
  }
  await expect(page.getByText('No reminders are sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a reminder' }).click()
  await page.getByLabel('Reminder 1', { exact: true }).fill('3')
  await page.getByLabel('Unit of reminder 1').selectOption({ label: 'hours before' })
  await page.getByRole('group', { name: 'Earlier slots' }).getByLabel('Hours').fill('1')
  await page.getByLabel('Minutes after the beginning').fill('15')
  const limits = page.getByRole('group', { name: 'Limits' })
  await limits.getByLabel('Unpaid appointments before the e-mail is confirmed').fill('1')
  await expect(limits).toContainText('you can hold one unpaid appointment. Each is yours')
  await save(page).click()
  await expect(page.getByRole('status').getByText('Policy saved')).toBeVisible()

  const policy = await (await page.request.get('/policy')).json()
  expect(policy).toMatchObject({
    cutoffMinutes: 2880,
    refundRule: 'never',
    reminderMinutes: [180],
    offerMinutes: 60,
    lateMinutes: 15,
    unprovedAppointments: 1,
  })
  await page.reload()
  await expect(notice(page).getByLabel('Hours')).toHaveValue('48')
  await expect(page.getByRole('radio', { name: 'Nothing', exact: true })).toBeChecked()
  await expect(page.getByLabel('Reminder 1', { exact: true })).toHaveValue('3')
}

test('staff change the policy and see the text that patients read; an invalid value is reported at its field, typed text stays, and unsaved changes are left only after a question, by every way of the page', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/503/)
  await expectSaved(page)
  const hours = notice(page).getByLabel('Hours')
  await hours.fill('400')
  await page.getByRole('button', { name: 'Add a reminder' }).click()
  const first = page.getByLabel('Reminder 1', { exact: true })
  await expectLevel(first, page.getByRole('button', { name: 'Remove reminder 1' }))
  await first.fill('many')
  await save(page).click()
  await expect(hours).toBeFocused()
  await expect(notice(page)).toContainText('Write hours from 0 to 336')
  await expect(page.getByText('Write a whole number')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove reminder 1' }).click()
  await hours.fill('36')
  await expect(notice(page)).not.toContainText('Write hours')
  await page.route('**/staff/policy', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Please try later.' } }),
  )
  await save(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'We cannot answer just now. Please try again shortly.',
  )
  await expect(hours).toHaveValue('36')

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const keepWriting = async () => {
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await expect(hours, staff.email).toHaveValue('36')
  }
  await hours.blur()
  await page.keyboard.press('u')
  await keepWriting()
  await page.getByRole('link', { name: 'Overview' }).click()
  await keepWriting()
  const find = page.getByRole('combobox', { name: 'Find a patient' })
  const toAppointments = page.getByRole('option', { name: 'Search appointments' })
  await find.fill('nobody-of-this-name')
  await toAppointments.click()
  await keepWriting()
  // Leads nowhere else: there is nothing to ask.
  await page.getByRole('link', { name: 'Policy', exact: true }).click()
  await expect(hours).toHaveValue('36')
  await find.press('ArrowDown')
  await toAppointments.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  const found = page.getByRole('heading', { name: /nobody-of-this-name/ })
  await expect(found).toBeVisible()

  await page.getByRole('link', { name: 'Policy', exact: true }).click()
  await hours.fill('36')
  const goBack = () => page.evaluate(() => history.back())
  await goBack()
  await keepWriting()
  await goBack()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(found).toBeVisible()
})
