import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { confirmAddress, signUp } from './setup/patient.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

test('what an admin does can be read and searched', async ({ page, portal, request, staff }) => {
  const patient = await signUp(request)
  confirmAddress(portal, patient)
  const { email } = patient
  await page.goto(`/dashboard/users?search=${email}`)
  await page.getByRole('button', { name: 'Make admin' }).click()
  await expect(page.getByText('Successfully made an admin')).toBeVisible()
  await page.goto('/dashboard/audit')
  await expect(page.getByRole('columnheader')).toHaveText([
    'When',
    'Who',
    'What',
    'About',
    'Detail',
    'From',
    'Outcome',
  ])
  await page.getByRole('searchbox', { name: 'Search the audit' }).fill(email)
  await expect(page).toHaveURL(`/dashboard/audit?search=${encodeURIComponent(email)}`)
  const row = rowOf(page, 'Made a user an admin')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(staff.email)
  await expect(row).toContainText(email)
  await expect(row).toContainText('127.0.0.1')
  await expect(row.getByText('Done')).toBeVisible()
  await expectAccessible(page)
})

test('a look at the audit is itself in it, not finished while it is read', async ({
  page,
  staff,
}) => {
  await page.goto('/dashboard/audit')
  const newest = page.getByRole('row').nth(1)
  await expect(newest).toContainText('Looked at the audit')
  await expect(newest.getByText('Not finished'), staff.email).toBeVisible()
})

test('outcomes are told apart by words', async ({ page, staff }) => {
  const entry = {
    at: '2026-06-05T13:30:00.000Z',
    actor: staff.email,
    action: 'Removed a user',
    subject: 'a-rather-long-name.with.many.parts@some.department.of.patients.example',
    detail: '',
    address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  }
  const rows = [200, 409, 500, null].map((status) => ({ ...entry, _id: `${status}`, status }))
  await page.route('**/staff/audit*', (route) => route.fulfill({ json: { rows, next: null } }))
  await page.goto('/dashboard/audit')
  for (const text of ['Done', 'Refused', 'Failed', 'Not finished']) {
    await expect(page.getByRole('cell', { name: text, exact: true })).toBeVisible()
  }
  await expect(page.getByText('Jun 5, 2026, 9:30 AM EDT')).toHaveCount(4)
  await expectAccessible(page)
})

test('what was done to an appointment leads to its page', async ({ page, staff }) => {
  const entry = { at: '2026-06-05T13:30:00.000Z', actor: staff.email, detail: '', address: '::1' }
  const act = { _id: '1', action: 'Moved an appointment', subject: 'a1', status: 200 }
  await page.route('**/staff/audit*', (route) =>
    route.fulfill({ json: { rows: [{ ...entry, ...act }], next: null } }),
  )
  await page.goto('/dashboard/audit')
  const link = rowOf(page, 'Moved an appointment').getByRole('link', { name: 'Appointment' })
  await expect(link).toHaveAttribute('href', '/dashboard/appointments/a1')
})

test('a search without a result says so', async ({ page, staff }) => {
  await page.route('**/staff/audit*', (route) => route.fulfill({ json: { rows: [], next: null } }))
  await page.goto('/dashboard/audit?search=nothing-like-it')
  await expect(page.getByRole('heading', { name: 'Nothing found' }), staff.email).toBeVisible()
  await expectAccessible(page)
})
