import type { Page } from '@playwright/test'
import { type Booking, BookingAccepted } from '../contract/appointments/appointment.ts'
import { addDays, type Day, formatDay } from '../contract/date.ts'
import { expectAccessible } from './setup/accessible.ts'
import { postBooking } from './setup/booking.ts'
import { nextOpenDay, openDay, readCalendar } from './setup/calendar.ts'
import { bookFor } from './setup/day.ts'
import { confirmAddress, signUpIn } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { changing } from './setup/server.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: changing })

const slot = '1:00 PM - 1:30 PM'

async function openOpening(page: Page): Promise<void> {
  await page.goto('/dashboard/businessHours')
  await expect(page.getByRole('button', { name: 'Save business hours' })).toBeVisible()
}

async function close(page: Page, from: Day, to: Day, reason: string): Promise<void> {
  await page.getByLabel('First day').fill(from)
  await page.getByLabel('Last day').fill(to)
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await page.getByRole('button', { name: 'Close days' }).click()
}

function rowOf(page: Page, day: Day) {
  return page.getByRole('row').filter({ hasText: formatDay(day) })
}

/** Wherever its patient meets an appointment on a closed day, it says so and leads to another time. */
async function expectImpossible(page: Page, booking: Booking): Promise<void> {
  const { _id } = booking
  const sorry = page.getByText('We are sorry: the clinic is closed on that day.')
  const to = (name: string | RegExp) => page.getByRole('link', { name })
  const reschedule = `/dashboard/appointment/${_id}/reschedule`
  await page.goto('/dashboard')
  await expect(sorry).toHaveCount(2)
  await expect(to('Reschedule').first()).toHaveAttribute('href', reschedule)
  await expect(to(/^Reschedule: Oral Surgery/)).toHaveAttribute('href', reschedule)
  await expect(to(/^Pay/)).toHaveCount(0)
  await expectAccessible(page)
  const open = async (address: string, title: string) => {
    await byHistory(page, address)
    await expect(page).toHaveTitle(`${title} · Changing Dental`)
    await expect(sorry).toBeVisible()
  }
  for (const [address, title] of [
    [`/appointment?booked=${_id}`, 'Appointment'],
    ['/dashboard/calendar', 'My Calendar'],
    [`/dashboard/payment/${_id}`, 'Payment'],
    [`/dashboard/waitlist?appointment=${_id}`, 'My Waitlist'],
  ] as const) {
    await open(address, title)
    await expect(to('Choose another time')).toHaveAttribute('href', reschedule)
    await expect(to(/^Pay/)).toHaveCount(0)
    await expectAccessible(page)
  }
  for (const [change, title] of [
    ['reschedule', 'Reschedule an appointment'],
    ['cancel', 'Cancel an appointment'],
  ] as const) {
    await open(`/dashboard/appointment/${_id}/${change}`, title)
    // In the menu, and beside the button.
    await expect(to('My Appointments')).toHaveCount(2)
    await expect(to(/^Keep /)).toHaveCount(0)
  }
  await expectBegun(page, booking)
}

/** Once it has begun, no other time can be chosen, and it leads to the clinic. */
async function expectBegun(page: Page, booking: Booking): Promise<void> {
  const { today } = await readCalendar(page.request)
  const date = formatDay(addDays(today, -1))
  const one = `**/booking/${booking._id}`
  await page.route(one, (route) =>
    route.fulfill({ json: { ...booking, date, impossible: 'closed', paymentBegun: false } }),
  )
  await byHistory(page, `/dashboard/payment/${booking._id}`)
  await expect(page.getByText(/the clinic is closed on that day. Please call us at/)).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:/)
  await expect(main.getByRole('link', { name: 'Choose another time' })).toHaveCount(0)
  await page.unroute(one)
}

/** A day is closed on the page, after a failure that keeps the typed values, and opened again. */
async function expectClosedAndOpened(page: Page): Promise<void> {
  // Further ahead than any journey books: a day with appointments would ask for confirmation first.
  const day = openDay(await readCalendar(page.request), 100)
  await page.getByRole('button', { name: 'Close days' }).click()
  await expect(page.getByLabel('First day')).toBeFocused()
  await expect(page.getByLabel('First day')).toHaveAccessibleDescription('Choose the first day')
  const calls = '**/staff/closures'
  await page.route(calls, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Please try again.' } }),
  )
  await close(page, day, day, 'Staff outing')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'We cannot answer just now. Please try again shortly.',
  )
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Staff outing')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Close days' }).click()
  await expect(page.getByRole('status').getByText('1 day is closed')).toBeVisible()
  const row = rowOf(page, day)
  await expect(row).toContainText('Staff outing')
  await expect(row).toContainText('None')
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('')
  await expectAccessible(page)
  await row.getByRole('button', { name: `Open again: ${formatDay(day)}` }).click()
  const question = page.getByRole('alertdialog', { name: `Open ${formatDay(day)} again?` })
  await expect(question).toContainText('Staff outing')
  await question.getByRole('button', { name: `Open ${formatDay(day)}` }).click()
  await expect(row).toHaveCount(0)
  const { closures } = await readCalendar(page.request)
  expect(closures.map((one) => one.day)).not.toContain(day)
}

test('weekly closed days, booking window and minimum notice are saved; a day is closed, after a failure that keeps the typed values, and reopened', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/503/)
  const before = await readCalendar(page.request)
  await openOpening(page)
  await expect(page.getByRole('checkbox', { name: 'Sunday' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Saturday' }).press('Space')
  const bookingWindow = page.getByRole('textbox', { name: 'Booking window in days' })
  await bookingWindow.fill('731')
  await page.getByRole('button', { name: 'Save business hours' }).click()
  await expect(bookingWindow).toBeFocused()
  await expect(bookingWindow).toHaveAccessibleDescription(/Write a number of days from 0 to 730/)
  await page.getByRole('link', { name: 'Messages' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(bookingWindow).toHaveValue('731')
  await bookingWindow.fill('90')
  await page.getByRole('textbox', { name: 'Hours' }).fill('1')
  await page.getByRole('textbox', { name: 'Minutes' }).fill('30')
  await page.getByRole('button', { name: 'Save business hours' }).click()
  await expect(page.getByRole('status').getByText('Business hours saved')).toBeVisible()
  const after = await readCalendar(page.request)
  expect(after.closedWeekdays, staff.email).toEqual([0, 6])
  expect(after.lastDay < before.lastDay).toBe(true)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Minutes' })).toHaveValue('30')
  await page.getByRole('checkbox', { name: 'Saturday' }).uncheck({ force: true })
  await page.getByRole('textbox', { name: 'Booking window in days' }).fill('180')
  await page.getByRole('textbox', { name: 'Hours' }).fill('')
  await page.getByRole('textbox', { name: 'Minutes' }).fill('')
  await page.getByRole('button', { name: 'Save business hours' }).click()
  await expect(page.getByRole('status').getByText('Business hours saved').first()).toBeVisible()
  await expectClosedAndOpened(page)
})

test('closing a day asks its patients to choose another time, and the rest is settled on that day’s page', async ({
  page,
  portal,
  staff,
  visit,
  readMail,
  expectFailures,
}) => {
  expectFailures(/409/)
  const patientPage = await visit()
  const patient = await signUpIn(patientPage.context(), portal)
  confirmAddress(portal, patient)
  const day = openDay(await readCalendar(page.request), 120)
  const answer = await postBooking(patientPage.request, patient, {
    day,
    treatment: 'Oral Surgery',
    slot,
  })
  const { booking } = BookingAccepted.parse(await answer.json())
  await bookFor(page, { day, name: 'Rose Bell', slot })
  await openOpening(page)
  await close(page, day, day, 'Burst pipe')
  const dialog = page.getByRole('alertdialog', { name: 'Close these days?' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').first()).toContainText(`${formatDay(day)}, ${slot}`)
  const ask = dialog.getByRole('radio', { name: 'Ask the patients to choose another time' })
  await expect(ask).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Cancel them all' }).check()
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Burst pipe')
  await page.getByRole('button', { name: 'Close days' }).click()
  await expect(ask).toBeChecked()
  await dialog.getByRole('button', { name: 'Close. Ask about 2 appointments' }).click()
  const outcome = page.getByRole('alertdialog', { name: 'The days are closed' })
  await expect(outcome.getByRole('status')).toHaveText('Asked about 1 appointment, 1 to call about')
  await expect(outcome.getByRole('listitem').first()).toContainText('No e-mail: call 718 555 0100')
  await expect(outcome.getByRole('listitem').last()).toContainText(patient.name)
  await expectAccessible(page)
  await outcome.getByRole('button', { name: 'Done' }).click()
  const row = rowOf(page, day)
  await expect(row).toContainText('for 1 the patient was asked and has not chosen yet')
  const mail = await readMail(patient.email, 'clinic-closed')
  expect(mail.text).toContain('Burst pipe')
  await expectImpossible(patientPage, booking)

  await row.getByRole('link', { name: `2 appointments on ${formatDay(day)}` }).click()
  await page.getByRole('button', { name: 'Settle these appointments' }).click()
  const settling = page.getByRole('alertdialog', { name: `Appointments on ${formatDay(day)}` })
  await settling.getByRole('radio', { name: 'Cancel them all' }).check()
  await settling.getByRole('button', { name: 'Cancel 2 appointments' }).click()
  await expect(settling.getByRole('status')).toHaveText('2 cancelled, 1 to call about')
  await settling.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Nobody is booked'), staff.email).toBeVisible()
})

test('closing more days settles the appointments that were listed, and leaves what was left on a day that was closed before', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/409/)
  const calendar = await readCalendar(page.request)
  const first = openDay(calendar, 170)
  const second = nextOpenDay(calendar, first)
  for (const day of [first, second]) await bookFor(page, { day, name: 'Lena Left', slot })
  await openOpening(page)
  await close(page, first, first, 'Burst pipe')
  const question = page.getByRole('alertdialog', { name: 'Close these days?' })
  await question.getByRole('radio', { name: 'Leave them for now' }).check()
  await question.getByRole('button', { name: 'Close, and leave the appointments' }).click()
  await expect(rowOf(page, first)).toContainText('1 appointment')

  await close(page, first, second, 'Still no water')
  await expect(question.getByRole('listitem')).toHaveCount(1)
  await question.getByRole('radio', { name: 'Cancel them all' }).check()
  await question.getByRole('button', { name: 'Close. Cancel the appointment' }).click()
  const outcome = page.getByRole('alertdialog', { name: 'The days are closed' })
  await expect(outcome.getByRole('status')).toHaveText('1 appointment cancelled, 1 to call about')
  await expect(outcome.getByRole('listitem')).toContainText(formatDay(second))
  await outcome.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, first)).toContainText('1 appointment')
  await expect(rowOf(page, second), staff.email).toContainText('None')
})

test('closing the dialog, or the way back, ends what it settles, and the late answer appears under no other day and opens no dialog; closing the tab asks first', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/409/)
  const calendar = await readCalendar(page.request)
  const first = openDay(calendar, 140)
  const second = nextOpenDay(calendar, first)
  for (const day of [first, second]) await bookFor(page, { day, name: 'Lee Late', slot })
  await openOpening(page)
  await close(page, first, second, 'Burst pipe')
  const question = page.getByRole('alertdialog', { name: 'Close these days?' })
  await question.getByRole('radio', { name: 'Leave them for now' }).check()
  await question.getByRole('button', { name: 'Close, and leave the appointments' }).click()
  await expect(rowOf(page, second)).toContainText('1 appointment')

  const answered = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  await page.route(
    '**/staff/closures/settle',
    async (route) => {
      isHeld.resolve()
      await answered.promise
      await route.continue()
    },
    { times: 1 },
  )
  const settle = async (day: Day) => {
    await rowOf(page, day)
      .getByRole('button', { name: /^Settle/ })
      .click()
    return page.getByRole('alertdialog', { name: `Appointments on ${formatDay(day)}` })
  }
  const before = await settle(first)
  await before.getByRole('radio', { name: 'Cancel them all' }).check()
  await before.getByRole('button', { name: 'Cancel the appointment' }).click()
  await isHeld.promise
  await page.keyboard.press('Escape')
  await expect(before).toBeHidden()

  const dialog = await settle(second)
  await expect(dialog.getByRole('radio', { name: 'Ask the patients' })).toBeChecked()
  const ask = dialog.getByRole('button', { name: 'Ask the patient' })
  // Until the earlier call has ended, no other is begun.
  await expect(ask).toBeDisabled()
  answered.resolve()
  await expect(ask).toBeEnabled()
  const sent = page.waitForRequest('**/staff/closures/settle')
  await ask.click()
  expect((await sent).postDataJSON(), staff.email).toMatchObject({ from: second, way: 'ask' })
  await expect(dialog.getByRole('status')).toHaveText('1 to call about')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectToStayClosed(page, openDay(calendar, 150))
  await expectEndedByWayBack(page, openDay(calendar, 160))
})

/** A dialog that was closed while the days it closed were settled stays closed. */
async function expectToStayClosed(page: Page, day: Day): Promise<void> {
  await bookFor(page, { day, name: 'Lee Late', slot })
  const answered = Promise.withResolvers<void>()
  await page.route('**/staff/closures/settle', async (route) => {
    await answered.promise
    await route.continue()
  })
  await close(page, day, day, 'Burst pipe')
  const question = page.getByRole('alertdialog', { name: 'Close these days?' })
  await question.getByRole('radio', { name: 'Cancel them all' }).check()
  await question.getByRole('button', { name: 'Close. Cancel the appointment' }).click()
  const outcome = page.getByRole('alertdialog', { name: 'The days are closed' })
  await expect(outcome).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(outcome).toBeHidden()
  answered.resolve()
  await expect(rowOf(page, day)).toContainText('None')
  await expect(outcome).toBeHidden()
  await page.unroute('**/staff/closures/settle')
}

/** The way back ends what is being settled, and closing the tab asks first. */
async function expectEndedByWayBack(page: Page, day: Day): Promise<void> {
  await bookFor(page, { day, name: 'Lee Late', slot })
  await close(page, day, day, 'Burst pipe')
  const question = page.getByRole('alertdialog', { name: 'Close these days?' })
  await question.getByRole('radio', { name: 'Leave them for now' }).check()
  await question.getByRole('button', { name: 'Close, and leave the appointments' }).click()
  await expect(rowOf(page, day)).toContainText('1 appointment')

  await rowOf(page, day)
    .getByRole('link', { name: /^1 appointment on/ })
    .click()
  await expect(page.getByText('Lee Late').first()).toBeVisible()
  await page.getByRole('link', { name: 'Business hours' }).click()
  const answered = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/staff/closures/settle', async (route) => {
    sent += 1
    isHeld.resolve()
    await answered.promise
    const next = sent === 1 ? '0' : null
    await route.fulfill({ json: { settled: [], left: 1, next } })
  })
  await rowOf(page, day)
    .getByRole('button', { name: /^Settle/ })
    .click()
  await page.getByRole('button', { name: 'Ask the patient' }).click()
  await isHeld.promise
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()

  await page.goBack()
  await expect(page.getByText('Lee Late').first()).toBeVisible()
  // The day is read again once what was settled has ended.
  const isRead = page.waitForRequest((one) => one.url().includes('/staff/schedule?'))
  answered.resolve()
  await isRead
  expect(sent).toBe(1)
}
