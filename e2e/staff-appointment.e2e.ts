import type { Page } from '@playwright/test'
import type { Booking } from '../contract/appointments/appointment.ts'
import { addDays, formatDay } from '../contract/date.ts'
import {
  type StaffAppointment,
  StaffAppointmentDetails,
} from '../contract/schedule/staff-appointment.ts'
import { countLines, expectAccessible } from './setup/accessible.ts'
import {
  bookFor,
  callStaff,
  freshDay,
  heading,
  line,
  morning,
  openClinic,
  openDay,
} from './setup/day.ts'
import { signUpIn } from './setup/patient.ts'
import { bookUnpaid, payByCard } from './setup/paying.ts'
import { byHistory } from './setup/screens.ts'
import { signInAdmin, staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: morning })

const history = (page: Page) => page.getByRole('region', { name: 'History' })

async function openDetails(page: Page, { _id, patientName }: StaffAppointment): Promise<void> {
  await page.goto(`/dashboard/appointments/${_id}`)
  await expect(heading(page, patientName)).toBeVisible()
  await expect(history(page)).toBeVisible()
}

test('arrived, completed and paid at the desk are each recorded in the history; a payment and taking it back give the focus to the heading, and are refused after somebody else was first', async ({
  page,
  staff,
  visit,
  portal,
  expectFailures,
}) => {
  expectFailures(/409/)
  const today = await openClinic(page)
  const slot = '4:30 PM - 5:00 PM'
  const made = await bookFor(page, { day: today, name: 'Dana Done', slot })
  await openDetails(page, made)
  const press = (label: string) => page.getByRole('button', { name: label, exact: true })
  await press('Arrived').click()
  await expect(history(page)).toContainText(`Arrived by the clinic, ${staff.email}`)
  await press('Completed').click()
  await expect(press('Completed')).toHaveAttribute('aria-pressed', 'true')
  await press('Cash').press('Enter')
  await expect(page.getByText('Paid at the desk', { exact: true }).first()).toBeVisible()
  await expect(heading(page, 'Dana Done')).toBeFocused()
  await expect(history(page)).toContainText('Paid at the desk')

  await press('Take this payment back').press('Enter')
  const asked = page.getByRole('alertdialog', { name: 'Take this payment back?' })
  await asked.getByRole('button', { name: 'Take back $59' }).press('Enter')
  await expect(asked).toBeHidden()
  await expect(heading(page, 'Dana Done')).toBeFocused()
  const said = page.getByRole('status').filter({ hasText: '$59 taken back, and due again' })
  await expect(said).toBeVisible()
  await expect(page.getByText('$59 due')).toBeVisible()
  await expect(history(page)).toContainText('Payment at the desk taken back')

  const other = await visit()
  await signInAdmin(other.context(), portal)
  await openDetails(other, made)
  const takeBack = (one: Page) => one.getByRole('button', { name: 'Take this payment back' })
  const isPaid = Promise.withResolvers<void>()
  await page.route('**/staff/appointments/*/desk-payment', async (route) => {
    await isPaid.promise
    await route.fallback()
  })
  await page.getByRole('button', { name: 'Cash' }).press('Enter')
  await other.getByRole('button', { name: 'Other' }).click()
  await expect(takeBack(page)).toBeVisible()
  isPaid.resolve()
  const refusal = 'Somebody has changed this appointment meanwhile. Please look again.'
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await expect(heading(page, 'Dana Done')).toBeFocused()

  await takeBack(page).click()
  await takeBack(other).click()
  await other.getByRole('button', { name: 'Take back $59' }).click()
  await expect(history(page).getByText('Payment at the desk taken back')).toHaveCount(2)
  await asked.getByRole('button', { name: 'Take back $59' }).click()
  await expect(asked.getByRole('alert')).toBeVisible()
})

test('rescheduling to another day notifies the patient, a time that is taken first is refused in the form, and a time of staff’s own needs a confirmation', async ({
  page,
  staff,
  readMail,
  expectFailures,
}) => {
  expectFailures(/409/)
  const day = await freshDay(page)
  const to = await freshDay(page, addDays(day, 40))
  const patient = `mo-${day}@patients.example`
  const made = await bookFor(page, { day, name: 'Mo Mover', patient })
  await openDetails(page, made)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reschedule', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Reschedule this appointment' })
  const move = form.getByRole('button', { name: 'Reschedule', exact: true })
  await expect(move).toBeDisabled()
  await expect(form.getByLabel('New time')).toBeVisible()
  await expectAccessible(page)
  while (!(await form.getByRole('button', { name: spoken(to) }).isVisible())) {
    await form.getByRole('button', { name: 'Next', exact: true }).first().click()
  }
  const marked = form.getByRole('button', { name: spoken(to) })
  await expect(marked, 'a day with free times').toHaveAttribute('data-mark', 'room')
  await form.getByRole('button', { name: spoken(to) }).click()
  await form.getByLabel('New time').selectOption('2:30 PM - 3:00 PM')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await move.click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('link', { name: formatDay(to) }), staff.email).toBeVisible()
  await expect(page.getByText('2:30 PM - 3:00 PM').first()).toBeVisible()
  await expect(history(page)).toContainText('Rescheduled')
  expect((await readMail(patient, 'appointment-moved')).text).toContain(formatDay(to))

  await page.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await form.getByLabel('New time').selectOption('11:00 AM - 11:30 AM')
  await bookFor(page, { day: to, name: 'Quick Quinn', slot: '11:00 AM - 11:30 AM' })
  await expect(form.getByText('This time is no longer free')).toBeVisible()
  await move.click()
  await expect(form.getByText('Somebody else has just taken this time.')).toBeVisible()
  await form.getByLabel('New time').selectOption('11:30 AM - 12:00 PM')
  await move.click()
  await expect(form).toBeHidden()
  await expect(page.getByText('11:30 AM - 12:00 PM').first()).toBeVisible()

  // Outside the treatment's times, after a confirmation.
  await page.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await form.getByLabel('New time').selectOption('Another time')
  await form.getByLabel('Starts at').fill('12:15')
  await move.click()
  const question = page.getByRole('alertdialog', { name: 'Reschedule it anyway?' })
  await expect(question).toContainText('12:15 PM - 12:45 PM is none of the times')
  await question.getByRole('button', { name: 'Reschedule it anyway' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('12:15 PM - 12:45 PM').first()).toBeVisible()
})

function spoken(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

test('cancelling requires a reason, which is sent to the patient, and shows another user’s change before it goes through', async ({
  page,
  staff,
  readMail,
  expectFailures,
}) => {
  expectFailures(/409/)
  const day = await freshDay(page)
  const patient = `cam-${day}@patients.example`
  const made = await bookFor(page, { day, name: 'Cam Cancelled', patient })
  // Without live updates, this page still shows the appointment as it was.
  await page.route('**/staff/live', (route) => route.fulfill({ status: 204 }))
  await openDetails(page, made)
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  const form = page.getByRole('alertdialog', { name: 'Cancel this appointment?' })
  await expect(form.getByText(`reads it in an e-mail to ${patient}`)).toBeVisible()
  const confirm = form.getByRole('button', { name: 'Cancel the appointment of Cam Cancelled' })
  await confirm.click()
  const reason = form.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(/Please give a reason/)
  await expectAccessible(page)
  await reason.fill('The dentist is ill')
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  for (const close of ['Close', 'Go back']) {
    await form.getByRole('button', { name: close }).click()
    await leaving.getByRole('button', { name: 'Keep writing' }).click()
  }
  await expect(reason).toHaveValue('The dentist is ill')
  const move = { revision: made.revision, date: day, slot: '1:00 PM - 1:30 PM' }
  await callStaff(page, 'POST', `/staff/appointments/${made._id}/reschedule`, move)
  await confirm.click()
  await expect(form.getByText(/Somebody has changed this appointment meanwhile/)).toBeVisible()
  await expect(form.getByText(/1:00 PM/)).toBeVisible()
  await expect(reason).toHaveValue('The dentist is ill')
  await confirm.click()
  await expect(form).toBeHidden()
  await expect(heading(page, 'Cam Cancelled')).toBeFocused()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(history(page), staff.email).toContainText('The dentist is ill')
  await expect(page.getByRole('button', { name: 'Reschedule', exact: true })).toHaveCount(0)
  const mail = await readMail(patient, 'appointment-cancelled')
  expect(mail.text).toContain('The dentist is ill')
})

/** While card payments are off, a cancellation offers no refund of real money, and takes a test payment off the record. */
async function expectOff(page: Page, booking: Booking): Promise<void> {
  // What a portal with PAYMENTS=off answers, before and after the payment counts as a test.
  const settings = { provider: 'off', testMode: false }
  await page.route('**/payments/settings', (route) => route.fulfill({ json: settings }))
  let paidInTest = booking.price
  await page.route(`**/staff/appointments/${booking._id}`, async (route) => {
    const response = await route.fetch()
    const answer = StaffAppointmentDetails.parse(await response.json())
    const appointment = { ...answer.appointment, paidInTest }
    await route.fulfill({ response, json: { ...answer, appointment } })
  })
  const openCancel = async () => {
    await page.goto(`/dashboard/appointments/${booking._id}`)
    await page.getByRole('button', { name: 'Cancel appointment' }).click()
    return page.getByRole('alertdialog', { name: 'Cancel this appointment?' })
  }
  const tested = await openCancel()
  await expect(tested.getByLabel('Take the test payment off the record')).toBeChecked()
  await expect(tested).toContainText('no card was charged, so no money goes back')

  paidInTest = 0
  const form = await openCancel()
  const stays = `$${booking.price} stay paid by card: card payments are switched off`
  await expect(form).toContainText(stays)
  await expect(form.getByRole('checkbox')).toHaveCount(0)
  await form.getByLabel('Reason').fill('The dentist is ill')
  const cancelling = page.waitForRequest(`**/staff/appointments/${booking._id}/cancel`)
  await form.getByRole('button', { name: /^Cancel the appointment of/ }).click()
  expect((await cancelling).postDataJSON()).toMatchObject({ refund: false })
  await expect(form).toBeHidden()
}

test('a card payment is refunded with a reason, and a dialog that is open elsewhere says so; while card payments are off, a cancellation offers no refund of real money, and takes a test payment off the record', async ({
  page,
  staff,
  visit,
  portal,
}) => {
  await freshDay(page)
  const patientPage = await visit()
  const patient = await signUpIn(patientPage.context(), portal)
  const booking = await bookUnpaid(patientPage.request, patient)
  const another = await bookUnpaid(patientPage.request, patient)
  for (const one of [booking, another]) await payByCard(patientPage.request, patient, one)

  await page.goto(`/dashboard/appointments/${booking._id}`)
  await expect(page.getByText('Paid by card').first(), staff.email).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const number = page.getByRole('main').locator('dd').getByText(/^pi_/)
  await expect(number).toBeVisible()
  expect(await number.evaluate(countLines)).toBe(1)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const form = page.getByRole('alertdialog', { name: 'Refund this payment?' })
  await form.getByLabel('Reason').fill('A kindness')
  const other = await visit()
  await signInAdmin(other.context(), portal)
  await other.goto(`/dashboard/appointments/${booking._id}`)
  await other.getByRole('button', { name: 'Refund', exact: true }).click()
  const late = other.getByRole('alertdialog')
  await late.getByLabel('Reason').fill('The same kindness')
  await form.getByRole('button', { name: `Refund $${booking.price}` }).click()
  await expect(form).toBeHidden()
  await expect(late.getByRole('alert')).toContainText('has been given back already')
  await expect(late.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await expect(late.getByLabel('Reason')).toHaveValue('The same kindness')
  await expect(page.getByText('Refunded.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await expectOff(page, another)
})

test('an unknown appointment and a day that does not load are reported, and loading can be retried', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/404|ERR_FAILED/)
  const day = await freshDay(page)
  await page.goto('/dashboard/appointments/nothing')
  await expect(page.getByRole('heading', { name: 'There is no such appointment' })).toBeVisible()
  // A stream that opens reloads the day, possibly before the button is pressed.
  await page.route('**/staff/live', (route) => route.fulfill({ status: 204 }))
  await page.route('**/staff/schedule?*', (route) => route.abort())
  await byHistory(page, `/dashboard/schedule?date=${day}`)
  await expect(page.getByRole('heading', { name: 'This day did not load' })).toBeVisible()
  await page.unroute('**/staff/schedule?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'This day did not load' })).toBeHidden()
  await page.unroute('**/staff/live')
  await openDay(page, day, 'view=list')
  await bookFor(page, { day, name: 'Back Again' })
  await expect(line(page, 'Back Again'), staff.email).toBeVisible()
})
