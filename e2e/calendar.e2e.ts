import type { Page } from '@playwright/test'
import { addDays, type Day, formatDay, weekdayOf } from '../contract/date.ts'
import { card, treatments } from './setup/booking.ts'
import {
  dayButton,
  firstFreeDay,
  nextOpenDay,
  openDay,
  pickDay,
  readCalendar,
  showMonth,
  showToday,
  spokenDay,
} from './setup/calendar.ts'
import { callStaff } from './setup/day.ts'
import { signUp } from './setup/patient.ts'
import { signInAdmin } from './setup/staff.ts'
import { expect, test } from './setup/test.ts'

test('weeks start on Sunday, and past days, Sundays and days beyond the booking window are disabled', async ({
  page,
  patient,
}) => {
  const { today, lastDay } = await readCalendar(page.request)
  await page.goto('/appointment')
  const grid = page.getByRole('grid')
  await expect(grid, patient.email).toBeVisible()
  const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  await expect(grid.locator('thead th')).toHaveText(weekdays)

  await showToday(page)
  const yesterday = addDays(today, -1)
  if (yesterday.slice(0, 7) === today.slice(0, 7)) {
    await expect(dayButton(page, yesterday)).toBeDisabled()
  }
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  const later = addDays(today, 30)
  await showMonth(page, later)
  const monthDays = Array.from({ length: 31 }, (_, place) =>
    addDays(`${later.slice(0, 7)}-01`, place),
  )
  for (const day of monthDays.filter((one) => one.slice(0, 7) === later.slice(0, 7))) {
    if (weekdayOf(day) === 0) await expect(dayButton(page, day)).toBeDisabled()
  }
  await showMonth(page, lastDay)
  const isClosed = weekdayOf(lastDay) === 0
  await expect(dayButton(page, lastDay)).toBeEnabled({ enabled: !isClosed })
  await expect(page.getByRole('button', { name: 'Next', exact: true }).first()).toBeDisabled()
  const beyond = addDays(lastDay, 1)
  if (beyond.slice(0, 7) === lastDay.slice(0, 7)) {
    await expect(dayButton(page, beyond)).toBeDisabled()
  }
})

/** The first and the last zone in which a day begins. */
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

test('the calendar shows the clinic’s current day in any browser time zone', async ({
  visit,
  request,
}) => {
  await signUp(request)
  const { cookies } = await request.storageState()
  for (const timezoneId of zones) {
    const page = await visit({ timezoneId, storageState: { cookies, origins: [] } })
    await page.goto('/appointment')
    const { today, timeZone } = await readCalendar(request)
    const first = await firstFreeDay(request)
    await expect(dayButton(page, first), timezoneId).toBeEnabled()
    await expect(
      page.getByRole('heading', { name: `Available Services on ${formatDay(first)}` }),
    ).toBeVisible()
    await showToday(page)
    await expect(page.getByRole('button', { name: `Today, ${spokenDay(today)}` })).toBeVisible()
    expect(timeZone).toBe('America/New_York')
    await expect(page.getByText(/All times are .*(EST|EDT|New York)/)).toBeVisible()
  }
})

test('a calendar that is turned while the first free day is looked for stays in that month', async ({
  page,
  patient,
}) => {
  const found = Promise.withResolvers<void>()
  await page.route('**/available/next?*', async (route) => {
    await found.promise
    await route.continue()
  })
  await page.goto('/appointment')
  const first = await firstFreeDay(page.request)
  // The first free day may be in the next month.
  const turned = openDay(await readCalendar(page.request), 70)
  await showMonth(page, turned)
  found.resolve()
  const heading = page.getByRole('heading', { name: `Available Services on ${formatDay(first)}` })
  await expect(heading, patient.email).toBeVisible()
  await expect(dayButton(page, turned)).toBeVisible()
})

test('on a full day every treatment shows that it is full, and one press leads to the next free day; a treatment pressed while its times load opens the form for the chosen day', async ({
  page,
  patient,
  portal,
  visit,
}) => {
  const calendar = await readCalendar(page.request)
  // Far from the days that other tests book on the same server.
  const day = openDay(calendar, 60)
  const staff = await visit()
  await signInAdmin(staff.context(), portal)
  await fillDay(staff, day)

  await page.goto(`/appointment?date=${day}`)
  await expect(page.getByText('Try another date')).toHaveCount(6)
  const buttons = page.getByRole('button', { name: 'Book Appointment' })
  await expect(buttons).toHaveCount(6)
  for (const button of await buttons.all()) await expect(button).toBeDisabled()

  const full = `${spokenDay(day)} selected, no free times`
  await expect(page.getByRole('button', { name: full, exact: true })).toBeVisible()

  const next = nextOpenDay(calendar, day)
  const after = nextOpenDay(calendar, next)
  await page.getByRole('button', { name: `Next free day: ${formatDay(next)}` }).click()
  const heading = page.getByRole('heading', { name: `Available Services on ${formatDay(next)}` })
  await expect(heading).toBeFocused()
  await expect(card(page, 'Oral Surgery')).toContainText('16 spaces Available')

  const held = Promise.withResolvers<void>()
  const isAvailable = ({ pathname }: URL) => pathname === '/available'
  await page.route(isAvailable, async (route) => {
    await held.promise
    await route.continue()
  })
  await pickDay(page, after)
  await expect(page.locator('.treatments')).toHaveAttribute('aria-busy', 'true')
  await card(page, 'Oral Surgery').getByRole('button', { name: 'Book Appointment' }).click()
  held.resolve()
  const form = page.getByRole('dialog', { name: 'Oral Surgery' })
  await expect(form.getByRole('textbox', { name: 'Date' })).toHaveValue(formatDay(after))
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(patient.email)
})

/** Books every slot, as staff do for callers. */
async function fillDay(staff: Page, day: Day): Promise<void> {
  for (const { _id, name, price, slots } of await treatments(staff.request)) {
    const guest = { patient: null, phone: '718 555 0100' }
    for (const slot of slots) {
      const patientName = `${name} at ${slot}`
      const data = { ...guest, patientName, treatmentId: _id, date: day, slot, price }
      const answer = await callStaff(staff, 'POST', '/staff/appointments', data)
      expect(answer.status(), await answer.text()).toBe(200)
    }
  }
}
