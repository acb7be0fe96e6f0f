import { formatDay } from '../contract/date.ts'
import { bookingRefusals } from '../contract/errors.ts'
import { messages } from '../contract/fixed-texts.ts'
import {
  bookButton,
  card,
  chooseFirstSlot,
  chooseSlot,
  openForm,
  pressTwice,
} from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { expectFocusIn } from './setup/keyboard.ts'
import { signUp } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

const treatment = 'Oral Surgery'

test('the second of two patients who book the same time is refused and sees the list without that time', async ({
  page,
  visit,
  patient,
  expectFailures,
}) => {
  expectFailures(/409|available\/changes|ERR_FAILED/)
  // Far from the days that other tests of the same portal book: the free times are counted.
  const day = openDay(await readCalendar(page.request), 70)
  const slot = '10:00 AM - 10:30 AM'
  const other = await visit()
  // With an open stream, the form would report it before it is sent (live-availability.e2e.ts).
  await other.route('**/available/changes*', (route) => route.abort())
  await signUp(other.request)
  const forms = []
  for (const each of [page, other]) {
    await each.goto(`/appointment?date=${day}`)
    forms.push({ each, form: await openForm(each, treatment) })
    await chooseSlot(each, slot)
  }
  const [first, second] = forms
  if (!first || !second) throw new Error('Two forms were opened')

  await bookButton(first.form).click()
  await expect(first.each.getByText(`Appointment set on ${formatDay(day)}`)).toBeVisible()

  await bookButton(second.form).click()
  const refusal = `Already have an appointment on ${formatDay(day)} at ${slot}`
  await expect(second.each.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await expect(second.form).toBeHidden()
  await expect(card(second.each, treatment), patient.email).toContainText('15 spaces Available')
  const again = await openForm(second.each, treatment)
  await expect(again.getByRole('radio')).toHaveCount(15)
  await expect(again.getByRole('radio', { name: slot, exact: true })).toHaveCount(0)
})

test('two presses in one moment book once, a toast at the top right reports it and disappears by itself, and all actions are offered together, however late it is known that cards are taken; a treatment that is pressed twice opens one form, and its second booking on the same day is refused with the fixed text and the reason', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/409/)
  const answered = Promise.withResolvers<void>()
  await page.route('**/payments/settings', async (route) => {
    await answered.promise
    await route.continue()
  })
  const day = openDay(await readCalendar(page.request), 80)
  await page.goto(`/appointment?date=${day}`)
  const form = await openForm(page, treatment)
  const bookings: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/booking')) {
      bookings.push(request.url())
    }
  })
  await chooseFirstSlot(form)
  await pressTwice(bookButton(form))
  const toast = page.getByText(`Appointment set on ${formatDay(day)}`)
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  const { width = 0 } = page.viewportSize() ?? {}
  expect(box?.x).toBeGreaterThan(width / 2)
  expect(box?.y).toBeLessThan(200)
  const confirmed = page.getByRole('region', { name: 'Your appointment is booked' })
  await expect(confirmed.getByRole('link')).toHaveText(['Send the mail again'])
  answered.resolve()
  await expect(confirmed.getByRole('link').first()).toHaveText(/^Pay \$\d+ now$/)
  await expect(toast).toBeHidden()
  await confirmed.getByRole('link', { name: 'See My Appointments' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(bookings, patient.email).toHaveLength(1)

  await byHistory(page, `/appointment?date=${day}`)
  await pressTwice(card(page, treatment).getByRole('button', { name: messages.bookAppointment }))
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(patient.email)
  await expectFocusIn(form)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(`/appointment?date=${day}`)

  await openForm(page, treatment)
  expect(await chooseFirstSlot(form)).toBe('8:30 AM - 9:00 AM')
  await bookButton(form).click()
  const refusal = `Already have an appointment on ${formatDay(day)} at 8:30 AM - 9:00 AM`
  const refused = page.getByRole('alert').filter({ hasText: refusal })
  await expect(refused).toContainText(bookingRefusals.already_booked)
  await expect(form).toBeHidden()
})
