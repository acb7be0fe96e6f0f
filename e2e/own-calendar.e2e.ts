import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { startOf } from '../server/clock.ts'
import { readEntries } from '../server/testing/calendar.ts'
import { expectAccessible } from './setup/accessible.ts'
import { postBooking } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { type Patient, signUp } from './setup/patient.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

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

test('an appointment can be added to any calendar at the clinic’s local time; links that fail to load can be retried, and the file is offered without them; a patient’s private calendar feed is created, read, renewed and revoked', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/50\d/)
  const start = await bookEight(page.request, patient, 'Teeth Orthodontics')
  const links = /\/booking\/[^/]+\/calendar$/
  await page.route(links, (route) => route.fulfill({ status: 503 }))
  await page.goto('/dashboard/calendar')
  const open = page.getByRole('button', { name: /^Add to calendar: Teeth Orthodontics/ })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add to calendar' })
  const download = dialog.getByRole('link', { name: /Downloads a calendar file/ })
  await expect(dialog.getByRole('alert')).toContainText('did not load')
  await expect(download).toBeVisible()
  await page.unroute(links)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const google = dialog.getByRole('link', { name: /Google Calendar/ })
  const instant = new Date(start).toISOString()
  const compact = instant.slice(0, 19).replace(/[-:]/g, '')
  await expect(google).toHaveAttribute('href', new RegExp(`dates=${compact}Z`))
  const outlook = dialog.getByRole('link', { name: /Outlook/ })
  await expect(outlook).toHaveAttribute('href', new RegExp(encodeURIComponent(instant)))
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await download.click()
  const file = await (await downloading).path()
  expect(readEntries(await readFile(file, 'utf8')).entries).toMatchObject([{ start }])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await page.getByRole('link', { name: 'My Appointments' }).click()
  await page.getByRole('link', { name: 'Add them to your own calendar' }).click()
  // Of their own appointments alone.
  await expect(page.getByRole('button', { name: 'Create a link' })).toHaveCount(1)
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

test('staff can subscribe to the calendar of the whole clinic', async ({
  page,
  request,
  staff,
}) => {
  const patient = await signUp(request)
  await bookEight(request, patient, 'Teeth Cleaning')
  await page.goto('/dashboard/calendar')
  const clinic = page.getByRole('region', { name: 'Subscribe to the clinic’s appointments' })
  await clinic.getByRole('button', { name: 'Create a link' }).click()
  const feed = await fetchFeed(await address(page).inputValue())
  expect(
    readEntries(feed.text).entries.map(({ summary }) => summary),
    staff.email,
  ).toContain(`${patient.name}: Teeth Cleaning`)
  await expectAccessible(page)
})
