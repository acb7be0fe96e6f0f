import type { Page } from '@playwright/test'
import { formatDay } from '../contract/date.ts'
import { StaffDay } from '../contract/schedule/staff-appointment.ts'
import { bookButton, card, chooseSlot, openForm } from './setup/booking.ts'
import {
  bookFor,
  column,
  freshDay,
  heading,
  line,
  morning,
  openClinic,
  openDay,
} from './setup/day.ts'
import { signUpIn } from './setup/patient.ts'
import { signInAdmin, staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: morning })

test('changes on one staff screen appear on another without a reload, one that happens while an appointment is being opened, too', async ({
  page,
  staff,
  visit,
  portal,
}) => {
  const day = await freshDay(page)
  await openDay(page, day, 'view=calendar')
  const other = await visit()
  await signInAdmin(other.context(), portal)
  await openDay(other, day, 'view=list')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  let loads = 0
  other.on('framenavigated', () => {
    loads += 1
  })

  await column(page, 'Oral Surgery')
    .getByRole('button', { name: 'Book Oral Surgery, 2:00 PM - 2:30 PM' })
    .click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Lilo Live')
  await form.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(line(other, 'Lilo Live'), staff.email).toContainText('Oral Surgery')
  const overview = other.getByRole('region', { name: 'How full the days are' })
  await expect(
    overview.getByRole('link', { name: `${formatDay(day)}, 1 of 96 booked` }),
  ).toBeVisible()

  await other.getByRole('link', { name: 'Lilo Live' }).click()
  await expect(heading(other, 'Lilo Live')).toBeVisible()
  const read = Promise.withResolvers<void>()
  const paid = Promise.withResolvers<void>()
  await page.route(
    '**/staff/appointments/*',
    async (route) => {
      const response = await route.fetch()
      read.resolve()
      await paid.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.getByRole('link', { name: /Lilo Live/ }).click()
  await read.promise
  await other.getByRole('button', { name: 'Cash' }).click()
  const historyOn = (one: Page) => one.getByRole('region', { name: 'History' })
  await expect(historyOn(other)).toContainText('Paid at the desk')
  paid.resolve()
  await expect(historyOn(page)).toContainText('Paid at the desk')
  await expect(page.getByText('Paid at the desk', { exact: true }).first()).toBeVisible()

  await other.getByRole('button', { name: 'Take this payment back' }).click()
  await other.getByRole('button', { name: /^Take back \$/ }).click()
  await expect(historyOn(page)).toContainText('Payment at the desk taken back')
  await expect(page.getByRole('button', { name: 'Cash' })).toBeVisible()
  expect(loads).toBeLessThanOrEqual(1)
})

test('staff see a patient’s new booking without losing scroll position and focus', async ({
  page,
  staff,
  visit,
  portal,
}) => {
  const day = await freshDay(page)
  await bookFor(page, { day, name: 'Fay First' })
  await openDay(page, day, 'view=list')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const link = page.getByRole('link', { name: 'Fay First' })
  await link.focus()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const before = await scrolled()

  const patientPage = await visit()
  const patient = await signUpIn(patientPage.context(), portal)
  await patientPage.goto(`/appointment?date=${day}`)
  await expect(card(patientPage, 'Teeth Cleaning')).toContainText('15 spaces Available')
  await openForm(patientPage, 'Teeth Cleaning')
  await chooseSlot(patientPage, '8:00 AM - 8:30 AM')
  await bookButton(patientPage).click()

  await expect(line(page, patient.name), staff.email).toContainText('8:00 AM')
  await expect(link).toBeFocused()
  expect(await scrolled()).toBe(before)
})

/** From now on, the server's days have no slot. Returns how to end that. */
async function takeAllSlots(page: Page) {
  const path = '**/staff/schedule?*'
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const day = StaffDay.parse(await response.json())
    const columns = day.columns.map((one) => ({ ...one, slots: [] }))
    await route.fulfill({ response, json: { ...day, columns } })
  })
  return () => page.unroute(path)
}

test('an address whose patient cannot be used says so, and offers to stop booking for them; who comes from a patient to a full day is shown no dialog when a slot becomes free', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/404/)
  const today = await openClinic(page)
  const book = page.getByRole('button', { name: 'Book for a patient' })
  await page.goto('/dashboard/schedule?patient=nobody&view=list')
  const note = page.getByRole('status').filter({ hasText: 'This patient’s record' })
  await expect(note).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await book.click()
  await expect(page.getByRole('dialog', { name: 'Book for a patient' })).toBeVisible()

  const { patientId } = await bookFor(page, {
    day: today,
    name: 'Fay First',
    slot: '2:00 PM - 2:30 PM',
  })
  const restore = await takeAllSlots(page)
  await page.goto(`/dashboard/schedule?patient=${patientId}&view=list`)
  await expect(page.getByText('Booking for Fay First.')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(book).toHaveCount(0)
  await restore()
  await bookFor(page, { day: today, name: 'Sue Second', slot: '2:30 PM - 3:00 PM' })
  await expect(book).toBeVisible()
  await expect(page.getByRole('dialog'), staff.email).toHaveCount(0)
})

test('without the event stream the page shows that it is not live, and updates when the tab is shown; with it, what is typed for a booking remains when the last slot of the day is taken', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/staff\/live|ERR_FAILED/)
  const day = await freshDay(page)
  await page.route('**/staff/live', (route) => route.abort())
  await openDay(page, day, 'view=list')
  await expect(page.getByText('Not live, reconnecting…')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Nobody is booked/ })).toBeVisible()
  await bookFor(page, { day, name: 'Cat Caughtup' })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(line(page, 'Cat Caughtup'), staff.email).toBeVisible()

  await page.unroute('**/staff/live')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await bookFor(page, { day, name: 'Liv Again', slot: '11:00 AM - 11:30 AM' })
  await expect(line(page, 'Liv Again')).toBeVisible()

  await page.getByRole('button', { name: 'Book for a patient' }).click()
  const form = page.getByRole('dialog', { name: 'Book for a patient' })
  await form.getByLabel('Name').fill('Ida Late')
  const restore = await takeAllSlots(page)
  await bookFor(page, { day, name: 'Quick Quinn', slot: '2:00 PM - 2:30 PM' })
  await expect(form.getByLabel('Time').locator('option:checked')).toHaveText(/no longer free/)
  await expect(form.getByLabel('Name')).toHaveValue('Ida Late')
  await restore()
  await bookFor(page, { day, name: 'Fred Free', slot: '11:30 AM - 12:00 PM' })
  await expect(form.getByLabel('Time').locator('option:checked')).toHaveText(/^8:00 AM/)
  await form.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(line(page, 'Ida Late')).toContainText('8:00 AM')
})
