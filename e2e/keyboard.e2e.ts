import { formatDay } from '../contract/date.ts'
import { dayButton, openDay, readCalendar } from './setup/calendar.ts'
import { expectFocusIn, tabTo, typeInto } from './setup/keyboard.ts'
import { newPatient } from './setup/patient.ts'
import { expect, test } from './setup/test.ts'

test('from the home page to a booked appointment by keyboard alone', async ({ page, request }) => {
  const patient = newPatient()
  const calendar = await readCalendar(request)
  const today = openDay(calendar, 0)
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

  // The arrows walk the calendar, past the days on which the clinic is closed.
  await tabTo(page, dayButton(page, today))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const day = openDay({ ...calendar, today }, 7)
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
  await tabTo(page, form.getByRole('button', { name: 'Submit' }))
  await page.keyboard.press('Enter')
  const set = `Appointment set on ${formatDay(day)} at 8:30 AM - 9:00 AM`
  await expect(page.getByRole('status').filter({ hasText: set })).toBeVisible()
  await expect(form).toBeHidden()
  await expect(opener).toBeFocused()
})
