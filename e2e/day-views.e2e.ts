import type { Page } from '@playwright/test'
import { addDays, formatDay } from '../contract/date.ts'
import { StaffDay } from '../contract/schedule/staff-appointment.ts'
import { expectAccessible } from './setup/accessible.ts'
import { treatments } from './setup/booking.ts'
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
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: morning })

test('the list shows its columns and statuses, and cancelled appointments on request', async ({
  page,
  staff,
}) => {
  const today = await openClinic(page)
  const gone = await bookFor(page, { day: today, name: 'Gone Gil', slot: '8:00 AM - 8:30 AM' })
  await bookFor(page, { day: today, name: 'Here Hal', slot: '8:30 AM - 9:00 AM' })
  const reason = { revision: gone.revision, reason: 'Called in sick', refund: false }
  await callStaff(page, 'POST', `/staff/appointments/${gone._id}/cancel`, reason)
  await openDay(page, today, 'view=list')

  await expect(page.getByRole('columnheader')).toHaveText(
    ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].concat([
      'Time',
      'Patient',
      'Treatment',
      'Phone',
      'Status',
      'Payment',
      'Actions',
    ]),
  )
  await expect(line(page, 'Here Hal')).toContainText('$59 due')
  await expect(line(page, 'Gone Gil')).toHaveCount(0)
  const cancelled = page.getByRole('checkbox', { name: 'Show cancelled (1)' })
  await cancelled.click({ force: true })
  await expect(cancelled).toBeChecked()
  await expect(line(page, 'Gone Gil'), staff.email).toContainText('Cancelled')

  await page.getByRole('button', { name: 'Arrived: Here Hal' }).click()
  await expect(line(page, 'Here Hal')).toContainText('waiting 0 min')
  await expect(page.getByRole('button', { name: 'In the chair: Here Hal' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo Arrived: Here Hal' }).click()
  await expect(line(page, 'Here Hal').getByText('Booked')).toBeVisible()
  await page.reload()
  await expect(line(page, 'Gone Gil')).toBeVisible()
})

test('what stands above the day is where it was in the calendar, in the list and while another day loads', async ({
  page,
  staff,
}) => {
  const day = await freshDay(page)
  const gone = await bookFor(page, { day, name: 'Dee Gone' })
  const reason = { revision: gone.revision, reason: 'Called in sick', refund: false }
  await callStaff(page, 'POST', `/staff/appointments/${gone._id}/cancel`, reason)
  await openDay(page, day, 'view=list')
  const place = () => page.getByRole('region', { name: 'How full the days are' }).boundingBox()
  const inList = await place()
  const cancelled = page.getByText('Show cancelled (1)')
  const offCentre = await cancelled.evaluate((label) => {
    const text = document.createRange()
    text.selectNodeContents(label.lastChild ?? label)
    const middles = [text, label.firstElementChild ?? label].map((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return (top + bottom) / 2
    })
    return Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))
  })
  expect(offCentre).toBeLessThan(1)

  await page.getByRole('button', { name: 'Calendar', exact: true }).click()
  await expect(cancelled, staff.email).toHaveCount(0)
  expect(await place()).toEqual(inList)
  const answer = Promise.withResolvers<void>()
  await page.route('**/staff/schedule?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(heading(page, formatDay(addDays(day, 1)))).toBeVisible()
  expect(await place()).toEqual(inList)
  answer.resolve()
  await expect(page.getByRole('group', { name: 'View' })).toBeVisible()
})

test('the month shows the occupancy of its days and why a day is closed', async ({
  page,
  staff,
  expectFailures,
}) => {
  // Two rules ask staff for confirmation.
  expectFailures(/409/)
  const day = await freshDay(page)
  await bookFor(page, { day, name: 'Mona Month' })
  const closed = await freshDay(page, addDays(day, 25))
  const closure = { from: closed, to: closed, reason: 'Team day' }
  expect((await callStaff(page, 'POST', '/staff/closures', closure)).status()).toBe(200)
  await openDay(page, day, 'view=list')
  const overview = page.getByRole('region', { name: 'How full the days are' })
  const link = (date: string, text: string) =>
    overview.getByRole('link', { name: `${formatDay(date)}, ${text}` })
  await expect(link(day, '1 of 96 booked')).toHaveAttribute('aria-current', 'date')

  await overview.getByRole('button', { name: 'Show month' }).click()
  const turn = overview.getByRole('button', { name: 'Next month' })
  if (closed.slice(0, 7) !== day.slice(0, 7)) await turn.click()
  await link(closed, 'Closed: Team day').click()
  await expect(heading(page, formatDay(closed))).toBeVisible()
  await expect(page.getByRole('heading', { name: /The clinic is closed/ })).toBeVisible()
  await expect(page.getByText('Closed: Team day. Nobody is booked.'), staff.email).toBeVisible()
  await page.getByRole('button', { name: 'Book for a patient' }).click()
  const form = page.getByRole('dialog', { name: 'Book for a patient' })
  await form.getByLabel('Time').selectOption('Another time')
  await form.getByLabel('Starts at').fill('12:15')
  await form.getByLabel('Name').fill('Emma Urgent')
  await form.getByRole('button', { name: 'Book Appointment' }).click()
  const question = page.getByRole('alertdialog', { name: 'Book it anyway?' })
  await expect(question).toContainText('12:15 PM - 12:45 PM is none of the times')
  await question.getByRole('button', { name: 'Book it anyway' }).click()
  await expect(question).toContainText('The clinic is closed on')
  await question.getByRole('button', { name: 'Book it anyway' }).click()
  await expect(form).toBeHidden()
  await expect(line(page, 'Emma Urgent')).toContainText('12:15')

  // With the arrows, past the end of the visible part.
  await overview.getByRole('button', { name: 'Show week' }).click()
  await overview.locator('[aria-current="date"]').focus()
  // The last of them may be in a month that is only then shown.
  for (let n = 1; n <= 8; n += 1) {
    await page.keyboard.press('ArrowRight')
    const next = overview.getByRole('link', { name: formatDay(addDays(closed, n)) })
    await expect(next).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`date=${addDays(closed, 8)}`))
})

test('staff navigate from day to day, and back with the browser', async ({ page, staff }) => {
  const today = await openClinic(page)
  const at = (day: string) => heading(page, formatDay(day))
  await page.goto('/dashboard/schedule?date=2026-02-30')
  await expect(page.getByText('We could not read the date'), staff.email).toBeVisible()
  await expect(at(today)).toBeVisible()
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(at(addDays(today, 1))).toBeVisible()
  await page.getByRole('button', { name: 'Next day' }).click()
  await page.getByRole('button', { name: 'Previous day' }).click()
  await expect(at(addDays(today, 1))).toBeVisible()
  await page.goBack()
  await expect(at(addDays(today, 2))).toBeVisible()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(at(today)).toBeVisible()
  await page.getByRole('button', { name: 'List' }).click()
  await expect(page).toHaveURL(/view=list/)
})

test('on a phone the list is the default view, and the calendar scrolls within its own box', async ({
  page,
  staff,
}) => {
  const day = await freshDay(page)
  await bookFor(page, { day, name: 'Phoebe Phone' })
  await page.setViewportSize({ width: 360, height: 740 })
  await openDay(page, day)
  const phoebe = line(page, 'Phoebe Phone')
  await expect(phoebe, staff.email).toBeVisible()
  expect((await phoebe.boundingBox())?.height, 'two lines of text').toBeLessThan(64)
  for (const text of ['10:00 AM', 'Teeth Cleaning', 'Booked', '$59 due']) {
    await expect(phoebe.getByText(text)).toBeInViewport()
  }
  await page.getByRole('button', { name: 'Calendar' }).click()
  const box = page.getByRole('region', { name: 'Calendar of the day' })
  await expect(box).toBeVisible()
  const inside = await box.evaluate((one) => one.scrollWidth > one.clientWidth)
  const outside = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect({ inside, outside }).toEqual({ inside: true, outside: false })
  const { x = 0, width = 0 } = (await box.boundingBox()) ?? {}
  expect(x + width, 'as far from the right side as from the left').toBeCloseTo(360 - x, 0)
  await box.evaluate((one) => one.scrollTo({ left: one.scrollWidth }))
  const time = await page.getByText('9:00 AM', { exact: true }).boundingBox()
  expect(time?.x).toBeGreaterThanOrEqual((await box.boundingBox())?.x ?? Infinity)
  // A desktop screen has room for the six treatments.
  await page.setViewportSize({ width: 1440, height: 900 })
  const isCut = () => box.evaluate((one) => one.scrollWidth > one.clientWidth)
  await expect.poll(isCut).toBe(false)
})

/** Shows all as paid in test mode, and as asked to choose another time. */
async function sayMuch(page: Page) {
  await page.route('**/staff/schedule?*', async (route) => {
    const response = await route.fetch()
    const day = StaffDay.parse(await response.json())
    const appointments = day.appointments.map((one) => ({ ...one, paid: 'card', paidInTest: 59 }))
    const asked = appointments.map(({ _id }) => _id)
    await route.fulfill({ response, json: { ...day, appointments, asked } })
  })
}

test('on a phone what is said of a status and a payment leaves the treatment’s name its line', async ({
  page,
  staff,
}) => {
  const day = await freshDay(page)
  await bookFor(page, { day, name: 'Lena Long' })
  await sayMuch(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await openDay(page, day, 'view=list')
  const lena = line(page, 'Lena Long')
  await expect(lena.getByText('Asked to choose another time'), staff.email).toBeVisible()
  const sum = lena.getByText('$59 not received')
  await expect
    .poll(() => sum.evaluate((one) => one.getBoundingClientRect().right))
    .toBeLessThan(360)
  const treatment = lena.getByText('Teeth Cleaning')
  expect((await treatment.boundingBox())?.height, 'one line of text').toBeLessThan(24)
})

test('the list and the calendar print in full, without the rest of the page', async ({
  page,
  staff,
}) => {
  const day = await freshDay(page)
  await bookFor(page, { day, name: 'Pia Print' })
  await openDay(page, day, 'view=list')
  await expect(line(page, 'Pia Print'), staff.email).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: formatDay(day) })).toBeVisible()
  await expect(line(page, 'Pia Print')).toBeVisible()
  for (const name of ['Main', 'Dashboard']) {
    await expect(page.getByRole('navigation', { name })).toBeHidden()
  }
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Notes' })).toBeVisible()

  await openDay(page, day, 'view=calendar')
  const calendar = page.getByRole('region', { name: 'Calendar of the day' })
  await expect(calendar.getByRole('link', { name: /Pia Print/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
  const isCut = await calendar.evaluate(
    (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1,
  )
  expect(isCut).toBe(false)

  // With text of twice the size each row still has room for a name.
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const cell = calendar.getByRole('link', { name: /Pia Print/ })
  const room = await cell.evaluate((one) => one.scrollHeight - one.clientHeight)
  expect(room).toBeLessThanOrEqual(1)
})

test('a day of 42 patients prints on at most two sheets', async ({ page, staff }) => {
  const day = await freshDay(page)
  const offered = await treatments(page.request)
  for (const { name: treatment, slots } of offered) {
    for (const slot of slots.slice(0, 7)) {
      await bookFor(page, { day, treatment, slot, name: `Pia ${treatment} ${slot.slice(0, 5)}` })
    }
  }
  for (const [view, most] of [
    ['list', 2],
    ['calendar', 1],
  ] as const) {
    await openDay(page, day, `view=${view}`)
    await expect(page.getByRole('link', { name: /Pia Oral Surgery/ }), staff.email).toHaveCount(7)
    const file = await page.pdf({ format: 'Letter', preferCSSPageSize: true })
    const sheets = file.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    expect(sheets.length, view).toBeLessThanOrEqual(most)
  }
})

test('every view of a day is accessible', async ({ page, staff }) => {
  test.slow()
  const today = await openClinic(page)
  await bookFor(page, { day: today, name: 'Ada Axe', slot: '4:00 PM - 4:30 PM' })
  await openDay(page, today, 'view=calendar&overview=month')
  await expect(page.getByRole('link', { name: /Ada Axe/ }), staff.email).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await openDay(page, today, 'view=list&cancelled=shown')
  await expect(line(page, 'Ada Axe')).toBeVisible()
  await expectAccessible(page)
})

test('the booking form and the search are accessible', async ({ page, staff }) => {
  test.slow()
  const day = await freshDay(page)
  await bookFor(page, { day, name: 'Adam Axe' })
  await openDay(page, day)
  await page.getByRole('button', { name: 'Book for a patient' }).click()
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/dashboard/schedule?search=adam')
  await expect(line(page, 'Adam Axe'), staff.email).toBeVisible()
  await expectAccessible(page)
  // Two halves of one character are no search, and the characters that turn a text are no part of one.
  await page.goto(`/dashboard/schedule?search=${encodeURIComponent('🦷')}`)
  await expect(page.getByRole('button', { name: 'Book for a patient' })).toBeVisible()
  await page.goto(`/dashboard/schedule?search=${encodeURIComponent('\u202dadam\u202c')}`)
  await expect(line(page, 'Adam Axe')).toBeVisible()
})
