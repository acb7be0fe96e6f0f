import type { Page } from '@playwright/test'
import { queryHeader } from '../contract/endpoint.ts'
import { countLines, expectAccessible } from './setup/accessible.ts'
import { confirmAddress, signUpIn } from './setup/patient.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

/** Outcomes are shown as text, days as dates, appointments and patients link to their pages, and an empty result is reported. */
async function expectOutcomes(page: Page): Promise<void> {
  const actor = 'rosa.delgado@harborstreet.example'
  const entry = {
    at: '2026-06-05T13:30:00.000Z',
    actor,
    action: 'user_removed',
    subject: 'a-rather-long-name.with.many.parts@some.department.of.patients.example',
    data: null,
    address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  }
  const moved = {
    ...entry,
    _id: '1',
    action: 'appointment_rescheduled',
    subject: 'a1',
    status: 200,
  }
  const day = { ...moved, _id: '2', action: 'day_read', subject: '2026-06-08' }
  const week = { ...day, _id: '3', action: 'doctor_week_read', subject: '2026-06-08, Dr. Ada Chen' }
  const days = { ...day, _id: '4', action: 'days_closed', subject: '2026-06-08 to 2026-06-10' }
  const looks = {
    ...day,
    _id: '5',
    action: 'patient_looks_read',
    subject: 'p1',
    patientName: 'Vera Cruz',
  }
  const named = { ...looks, _id: '7', patientName: 'y'.repeat(100) }
  const typed = {
    ...day,
    _id: '6',
    action: 'appointments_searched',
    subject: '',
    data: { search: 'x'.repeat(200) },
  }
  const rows = [200, 409, 500, null].map((status) => ({ ...entry, _id: `${status}`, status }))
  await page.route('**/staff/audit*', (route) =>
    route.fulfill({
      json: { rows: [moved, day, week, days, looks, typed, named, ...rows], next: null },
    }),
  )
  await page.reload()
  for (const text of ['Refused', 'Failed', 'Not finished']) {
    await expect(page.getByRole('cell', { name: text, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('cell', { name: 'Done', exact: true })).toHaveCount(8)
  await expect(page.getByText('Jun 5, 2026, 9:30 AM EDT')).toHaveCount(11)
  const link = rowOf(page, 'Rescheduled an appointment').getByRole('link', { name: 'Appointment' })
  await expect(link).toHaveAttribute('href', '/dashboard/appointments/a1')
  await expect(page.getByRole('link', { name: 'Vera Cruz' })).toHaveAttribute(
    'href',
    '/dashboard/patients/p1',
  )
  await expect(rowOf(page, 'Looked at a day')).toContainText('Jun 8, 2026')
  await expect(rowOf(page, 'Closed days')).toContainText('Jun 8, 2026 – Jun 10, 2026')
  await expect(rowOf(page, 'Looked at a doctor’s week')).toContainText('Jun 8, 2026, Dr. Ada Chen')
  await expect(rowOf(page, 'Searched the appointments')).toContainText('x'.repeat(200))
  const outside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(outside), 'a long word breaks').toBe(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 820, height: 900 })
  const [time, who] = [page.getByText('9:30 AM EDT').first(), page.getByText(actor).first()]
  expect(await time.evaluate(countLines), 'a whole time').toBe(1)
  expect(await who.evaluate(countLines), 'an address wraps after its @ alone').toBe(2)
  expect(await page.evaluate(outside)).toBe(0)

  await page.route('**/staff/audit*', (route) =>
    route.request().headers()[queryHeader]?.includes('search=')
      ? route.fulfill({ json: { rows: [], next: null } })
      : route.fallback(),
  )
  await page.goto('/dashboard/audit?search=nothing-like-it')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all entries' }).click()
  await expect(rowOf(page, 'Closed days')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search the audit' })).toBeFocused()
}

test('an admin’s actions can be read and searched, including views of the audit; outcomes are shown as text, days as dates, appointments and patients link to their pages, and an empty result is reported', async ({
  page,
  portal,
  staff,
  visit,
}) => {
  const other = await visit()
  const patient = await signUpIn(other.context(), portal)
  confirmAddress(portal, patient)
  const { email } = patient
  await page.goto(`/dashboard/users?search=${email}`)
  await page.getByRole('button', { name: 'Make admin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make admin' }).click()
  await expect(page.getByText('Successfully made an admin')).toBeVisible()
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('columnheader')).toHaveText([
    'When',
    'Who',
    'What',
    'About',
    'Detail',
    'From',
    'Outcome',
  ])
  const found = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/staff/audit')
  await page.getByRole('searchbox', { name: 'Search the audit' }).fill(email)
  await found
  const row = rowOf(page, 'Made a user an admin')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(staff.email)
  await expect(row).toContainText(email)
  await expect(row).toContainText('127.0.0.1')
  await expect(row.getByText('Done')).toBeVisible()
  await expectAccessible(page)

  // The first view: another one soon after would not be recorded again.
  await other.goto('/dashboard/audit')
  const newest = other.getByRole('row').nth(1)
  await expect(newest).toContainText('Looked at the audit')
  await expect(newest).toContainText(email)
  await expect(newest.getByText('Just now')).toBeVisible()
  await expectOutcomes(page)
})
