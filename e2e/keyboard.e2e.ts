import { addDays, type Day, formatDay, weekdayOf } from '../contract/date.ts'
import { bookButton } from './setup/booking.ts'
import { dayButton, firstFreeDay, openDay, readCalendar } from './setup/calendar.ts'
import { expectFocusIn, tabTo, typeInto } from './setup/keyboard.ts'
import { newPatient } from './setup/patient.ts'
import { expect, test } from './setup/test.ts'

test('a new patient gets from the home page to a booked appointment by keyboard alone', async ({
  page,
  request,
}) => {
  const patient = newPatient()
  const calendar = await readCalendar(request)
  const today = await firstFreeDay(request)
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the main content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Get Started' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login?from=%2Fappointment')
  await tabTo(page, page.getByRole('link', { name: 'Create an account' }))
  await page.keyboard.press('Enter')
  await typeInto(page, 'Name', patient.name)
  await typeInto(page, 'Email', patient.email)
  await typeInto(page, 'Password', patient.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/appointment')

  // The arrow keys move through the calendar, past the days on which the clinic is closed.
  await tabTo(page, dayButton(page, today))
  const day = openDay({ ...calendar, today }, 7)
  await page.keyboard.press('ArrowDown')
  await expect(dayButton(page, day)).toBeFocused()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: `Available Services on ${formatDay(day)}` })
  await expect(heading).toBeVisible()

  const opener = page.getByRole('button', { name: 'Book Appointment' }).first()
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await expect(form).toBeVisible()
  await expectFocusIn(form)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await typeInto(page, 'Phone', '718 555 0100')
  await tabTo(page, form.getByRole('radio', { name: '8:00 AM - 8:30 AM' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, bookButton(form))
  await page.keyboard.press('Enter')
  const set = `Appointment set on ${formatDay(day)} at 8:30 AM - 9:00 AM`
  await expect(page.getByRole('status').filter({ hasText: set })).toBeVisible()
  await expect(form).toBeHidden()
  // The booked appointment has the focus, and the next actions follow it.
  await expect(page.getByRole('heading', { name: 'Your appointment is booked' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Close' }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Pay \$\d+ now$/ })).toBeFocused()
})

test('the right arrow on the last day of a month focuses the first day of the next', async ({
  page,
  patient,
}) => {
  const first = await firstFreeDay(page.request)
  let month: Day = `${first.slice(0, 8)}01`
  let turns = 0
  // A month whose grid begins further left than that of the month before.
  while (weekdayOf(monthAfter(month)) >= weekdayOf(month)) {
    month = monthAfter(month)
    turns += 1
  }
  await page.goto('/appointment')
  await tabTo(page, dayButton(page, first))
  for (let turn = 0; turn < turns; turn += 1) await page.keyboard.press('PageDown')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(dayButton(page, monthAfter(month)), patient.email).toBeFocused()
})

function monthAfter(month: Day): Day {
  return `${addDays(month, 31).slice(0, 8)}01`
}
