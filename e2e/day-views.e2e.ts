import type { Page } from '@playwright/test'
import { addDays, formatDay } from '../contract/date.ts'
import { StaffDay } from '../contract/schedule/staff-appointment.ts'
import { expectAccessible } from './setup/accessible.ts'
import { treatments } from './setup/booking.ts'
import {
  bookFor,
  callStaff,
  column,
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

/** How far the middle of a checkbox's text is from that of its box, in CSS pixels. Runs in the page. */
function offCentre(label: Element): number {
  const text = document.createRange()
  text.selectNodeContents(label.lastChild ?? label)
  const middles = [text, label.firstElementChild ?? label].map((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return (top + bottom) / 2
  })
  return Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))
}

test('the list shows its columns and statuses, and cancelled appointments on request; what stands above it stays where it is in the calendar and while another day loads, and both are accessible', async ({
  page,
  staff,
}) => {
  test.slow()
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
  const overview = page.getByRole('region', { name: 'How full the days are' })
  const inList = await overview.boundingBox()
  const cancelled = page.getByRole('checkbox', { name: 'Show cancelled (1)' })
  const label = page.getByText('Show cancelled (1)')
  expect(await label.evaluate(offCentre)).toBeLessThan(1)
  await cancelled.click({ force: true })
  await expect(cancelled).toBeChecked()
  await expect(line(page, 'Gone Gil'), staff.email).toContainText('Cancelled')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Arrived: Here Hal' }).click()
  await expect(line(page, 'Here Hal')).toContainText('waiting 0 min')
  await expect(page.getByRole('button', { name: 'In the chair: Here Hal' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo Arrived: Here Hal' }).click()
  await expect(line(page, 'Here Hal').getByText('Booked')).toBeVisible()
  await page.reload()
  await expect(line(page, 'Gone Gil')).toBeVisible()

  await page.getByRole('button', { name: 'Calendar', exact: true }).click()
  await expect(label).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Here Hal/ })).toBeVisible()
  expect(await overview.boundingBox()).toEqual(inList)
  const answer = Promise.withResolvers<void>()
  await page.route('**/staff/schedule?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(heading(page, formatDay(addDays(today, 1)))).toBeVisible()
  expect(await overview.boundingBox()).toEqual(inList)
  answer.resolve()
  await expect(page.getByRole('group', { name: 'View' })).toBeVisible()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await overview.getByRole('button', { name: 'Show month' }).click()
  await expect(page.getByRole('link', { name: /Here Hal/ })).toBeVisible()
  await expectAccessible(page)
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

  // How many are left on a closed day is not cut off.
  await overview.getByRole('button', { name: 'Show week' }).click()
  const left = overview.locator('[aria-current="date"] .month-count')
  for (const [width, text] of [
    [1280, 'Closed, 1'],
    [960, '1'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(left).toHaveText(text, { useInnerText: true })
    await expect.poll(() => left.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  // With the arrows, past the end of the visible part.
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

test('staff navigate from day to day, and back with the browser; on a device whose clock says that it is evening, too, a free slot of today is offered', async ({
  page,
  staff,
}) => {
  const today = await openClinic(page)
  await page.clock.setFixedTime(Date.now() + 12 * 3_600_000)
  const at = (day: string) => heading(page, formatDay(day))
  await page.goto('/dashboard/schedule?date=2026-02-30')
  await expect(page.getByText('We could not read the date'), staff.email).toBeVisible()
  await expect(at(today)).toBeVisible()
  const slot = column(page, 'Oral Surgery').getByRole('button', {
    name: 'Book Oral Surgery, 11:30 AM - 12:00 PM',
  })
  await expect(slot).toBeVisible()
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

test('on a phone the list is the default view, in which the treatment’s name has its line whatever is said of a status and a payment, and the calendar scrolls within its own box', async ({
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
  await sayMuch(page)
  await bookFor(page, { day, name: 'Lena Long', slot: '2:00 PM - 2:30 PM' })
  const lena = line(page, 'Lena Long')
  await expect(lena.getByText('Asked to choose another time')).toBeVisible()
  const sum = lena.getByText('$59 not received')
  await expect
    .poll(() => sum.evaluate((one) => one.getBoundingClientRect().right))
    .toBeLessThan(360)
  const treatment = lena.getByText('Teeth Cleaning')
  expect((await treatment.boundingBox())?.height, 'one line of text').toBeLessThan(24)
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

/** Asserts on how many sheets of paper the page is printed at most. */
async function expectSheets(page: Page, most: number): Promise<void> {
  const file = await page.pdf({ format: 'Letter', preferCSSPageSize: true })
  const sheets = file.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
  expect(sheets.length, page.url()).toBeLessThanOrEqual(most)
}

test('the list and the calendar of a day of 42 patients print in full, with their patients’ alerts, without the rest of the page, on at most two sheets', async ({
  page,
  staff,
}) => {
  const day = await freshDay(page)
  const offered = await treatments(page.request)
  for (const { name: treatment, slots } of offered) {
    for (const slot of slots.slice(0, 7)) {
      await bookFor(page, { day, treatment, slot, name: `Pia ${treatment} ${slot.slice(0, 5)}` })
    }
  }
  const { patientId } = await bookFor(page, { day, name: 'Ada Alert', slot: '4:00 PM - 4:30 PM' })
  const notes = { revision: 0, note: '', alert: 'Latex allergy' }
  const noted = await callStaff(page, 'PUT', `/staff/patients/${patientId}/notes`, notes)
  expect(noted.status(), await noted.text()).toBe(200)
  const printed = page.getByRole('link', { name: /Pia Oral Surgery/ })
  await openDay(page, day, 'view=list')
  await expect(printed, staff.email).toHaveCount(7)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: formatDay(day) })).toBeVisible()
  for (const one of await printed.all()) await expect(one).toBeVisible()
  await expect(page.getByText('Latex allergy')).toBeVisible()
  for (const name of ['Main', 'Dashboard']) {
    await expect(page.getByRole('navigation', { name })).toBeHidden()
  }
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Notes' })).toBeVisible()
  await expectSheets(page, 2)

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Calendar', exact: true }).click()
  await page.emulateMedia({ media: 'print' })
  const calendar = page.getByRole('region', { name: 'Calendar of the day' })
  await expect(calendar.getByRole('link', { name: /Pia Oral Surgery/ })).toHaveCount(7)
  for (const one of await printed.all()) await expect(one).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
  const isCut = await calendar.evaluate(
    (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1,
  )
  expect(isCut).toBe(false)
  await expectSheets(page, 1)

  // With text of twice the size each row still has room for a name.
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const cell = printed.first()
  const room = await cell.evaluate((one) => one.scrollHeight - one.clientHeight)
  expect(room).toBeLessThanOrEqual(1)
})
