import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { startOf } from '../server/clock.ts'
import { readEntries } from '../server/testing/calendar.ts'
import { expectAccessible } from './setup/accessible.ts'
import { postBooking } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { logIn } from './setup/identity.ts'
import type { Patient } from './setup/patient.ts'
import { admin } from './setup/server.ts'
import { expect, test } from './setup/test.ts'

/** Books eight o'clock a week from now; returns the instant of its start. */
async function bookEight(request: APIRequestContext, patient: Patient, treatment: string) {
  const calendar = await readCalendar(request)
  const day = openDay(calendar, 7)
  const answer = await postBooking(request, patient, { day, treatment, slot: '8:00 AM - 8:30 AM' })
  expect(answer.status()).toBe(200)
  return startOf(day, 480, calendar.timeZone)
}

/** The answer to a caller who only knows the address. */
async function fetchFeed(address: string) {
  const response = await fetch(address)
  return { status: response.status, text: await response.text() }
}

const address = (page: Page) => page.getByRole('textbox', { name: 'Your private link' })

test('an appointment can be added to any calendar at the clinic’s local time', async ({
  page,
  patient,
}) => {
  const start = await bookEight(page.request, patient, 'Teeth Orthodontics')
  await page.goto('/dashboard/calendar')
  const open = page.getByRole('button', { name: /^Add to calendar: Teeth Orthodontics/ })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add to calendar' })
  const google = dialog.getByRole('link', { name: /Google Calendar/ })
  const instant = new Date(start).toISOString()
  const compact = instant.slice(0, 19).replace(/[-:]/g, '')
  await expect(google).toHaveAttribute('href', new RegExp(`dates=${compact}Z`))
  const outlook = dialog.getByRole('link', { name: /Outlook/ })
  await expect(outlook).toHaveAttribute('href', new RegExp(encodeURIComponent(instant)))
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: /Downloads a calendar file/ }).click()
  const file = await (await downloading).path()
  expect(readEntries(await readFile(file, 'utf8')).entries).toMatchObject([{ start }])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

test('calendar links that fail to load can be retried, and the file is offered without them', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/50\d/)
  await bookEight(page.request, patient, 'Oral Surgery')
  const links = /\/booking\/[^/]+\/calendar$/
  await page.route(links, (route) => route.fulfill({ status: 503 }))
  await page.goto('/dashboard/calendar')
  await page.getByRole('button', { name: /^Add to calendar/ }).click()
  await expect(page.getByRole('alert')).toContainText('did not load')
  await expect(page.getByRole('link', { name: /Downloads a calendar file/ })).toBeVisible()
  await page.unroute(links)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: /Google Calendar/ })).toBeVisible()
})

test('a private calendar feed is created, read, renewed and revoked', async ({ page, patient }) => {
  const start = await bookEight(page.request, patient, 'Pediatric Dental')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Add them to your own calendar' }).click()
  await page.getByRole('button', { name: 'Create a link' }).click()
  await expect(address(page)).toBeFocused()
  const first = await address(page).inputValue()
  const subscribe = page.getByRole('link', { name: 'Subscribe' })
  await expect(subscribe).toHaveAttribute('href', first.replace('http:', 'webcal:'))
  const feed = await fetchFeed(first)
  expect(feed.status).toBe(200)
  expect(readEntries(feed.text).entries).toMatchObject([{ start }])
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByText('We keep no copy of it')).toBeVisible()
  await expect(address(page)).toBeHidden()
  await page.getByRole('button', { name: 'Create a new link' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('button', { name: 'Create a new link' }).click()
  await expect(asked).toBeHidden()
  const second = await address(page).inputValue()
  expect([(await fetchFeed(first)).status, (await fetchFeed(second)).status]).toEqual([404, 200])

  await page.getByRole('button', { name: 'Delete the link' }).click()
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Delete the link' }).click()
  await expect(page.getByText('The link no longer works')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create a link' })).toBeFocused()
  expect((await fetchFeed(second)).status).toBe(404)
})

test('staff can subscribe to the calendar of the whole clinic, and patients are not offered it', async ({
  page,
  patient,
  visit,
}) => {
  await bookEight(page.request, patient, 'Teeth Cleaning')
  await page.goto('/dashboard/calendar')
  await expect(page.getByRole('button', { name: 'Create a link' })).toHaveCount(1)
  const staff = await visit()
  await staff.goto('/login')
  await logIn(staff, admin)
  await expect(staff.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await staff.goto('/dashboard/calendar')
  const clinic = staff.getByRole('region', { name: 'Subscribe to the clinic’s appointments' })
  await clinic.getByRole('button', { name: 'Create a link' }).click()
  const feed = await fetchFeed(await address(staff).inputValue())
  expect(readEntries(feed.text).entries.map(({ summary }) => summary)).toContain(
    `${patient.name}: Teeth Cleaning`,
  )
  await expectAccessible(staff)
})
