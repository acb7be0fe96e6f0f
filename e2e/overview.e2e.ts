import type { Page } from '@playwright/test'
import { addDays, type Day } from '../contract/date.ts'
import { Overview, type PracticeReport } from '../contract/reports/endpoints.ts'
import { expectAccessible } from './setup/accessible.ts'
import { bookFree } from './setup/booking.ts'
import { readCalendar } from './setup/calendar.ts'
import { callStaff } from './setup/day.ts'
import { signUp } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

const titles = [
  'Appointments a day',
  'Times filled by treatment',
  'Money collected and outstanding',
  'No-shows',
]

/** A clinic of some size. Each day differs, and the sums are easy to state. */
function busyClinic(today: string): Overview {
  const days = Array.from({ length: 45 }, (_, place) => ({
    day: addDays(today, place - 30),
    appointments: 10 + (place % 5),
    noShows: place < 30 && place % 6 === 0 ? 1 : 0,
    cancelled: place % 3,
    taken: place <= 30 ? 780 + 10 * place : 0,
    collected: place <= 30 ? 800 + 10 * place : 0,
    outstanding: place > 30 ? 900 : 59.5,
  }))
  const treatments = Array.from({ length: 12 }, (_, place) => ({
    name: `Treatment with a rather long name, number ${place + 1}`,
    booked: 20 * place,
    capacity: 400,
  }))
  return { today, days, byDoctors: false, treatments }
}

/** The clinic's appointments in the next 14 days, read outside of the page. */
async function readComing(page: Page) {
  const answer = await callStaff(page, 'GET', '/staff/overview')
  const { today, days } = Overview.parse(await answer.json())
  const coming = days.filter(({ day }) => day > today)
  return {
    appointments: coming.reduce((sum, { appointments }) => sum + appointments, 0),
    outstanding: coming.reduce((sum, { outstanding }) => sum + outstanding, 0),
  }
}

async function openOverview(page: Page): Promise<void> {
  await page.goto('/dashboard/overview')
  await expect(page.getByRole('figure')).toHaveCount(titles.length)
}

/** Each plot of a clinic of some size has a summary in words and a table. */
async function expectSummaries(page: Page, today: Day): Promise<void> {
  await page.route('**/staff/overview', (route) => route.fulfill({ json: busyClinic(today) }))
  await openOverview(page)
  const appointments = page.getByRole('figure', { name: 'Appointments a day' })
  await expect(appointments).toContainText(
    '360 appointments in the last 30 days, 10 today, 170 in the next 14.',
  )
  await expect(page.getByRole('figure', { name: 'No-shows' })).toContainText('5 of 370')
  for (const title of titles) {
    const figure = page.getByRole('figure', { name: title })
    await figure.getByText('Show as a table').click()
    await expect(figure.getByRole('table', { name: title })).toBeVisible()
    if (title === titles[0]) await expect(figure.getByRole('row')).toHaveCount(46)
    // One of them stays open for axe.
    if (title !== titles[1]) await figure.getByText('Show as a table').click()
  }
  // One mark for today in each plot of days; none in the plot of treatments.
  await expect(page.locator('svg text').filter({ hasText: 'Today' })).toHaveCount(3)
  await expectAccessible(page)
}

test('each plot has a summary in words and a table; the overview is accessible without data, includes a new appointment in its figures, shows a month of money, and exports a range of days as CSV; the report shows hours and money by doctor and chair for the period in the address', async ({
  page,
  request,
  staff,
}) => {
  const { today } = await readCalendar(request)
  await expectSummaries(page, today)
  const days = busyClinic(today).days.map(({ day }) => ({
    day,
    appointments: 0,
    noShows: 0,
    cancelled: 0,
    taken: 0,
    collected: 0,
    outstanding: 0,
  }))
  const empty: Overview = { today, days, byDoctors: false, treatments: [] }
  await page.route('**/staff/overview', (route) => route.fulfill({ json: empty }))
  await page.reload()
  await expect(
    page.getByText('Nobody missed an appointment in the last 30 days and today.'),
  ).toBeVisible()
  await expectAccessible(page)

  const before = await readComing(page)
  const patient = await signUp(request)
  await bookFree(request, patient, {
    days: 3,
    treatment: 'Oral Surgery',
    slot: '8:00 AM - 8:30 AM',
  })
  await page.unroute('**/staff/overview')
  await page.reload()
  await expect(page.getByRole('figure', { name: 'Appointments a day' }), staff.email).toContainText(
    `, ${before.appointments + 1} in the next 14.`,
  )
  const due = (before.outstanding + 109).toLocaleString('en-US')
  await expect(page.getByText(`and $${due} to come`)).toBeVisible()
  await expectMonthAndFiles(page, today)
  await expectReport(page, today)
})

/** The month of the money plot is in the address, back returns to the current days, and a range of days is exported. */
async function expectMonthAndFiles(page: Page, today: Day): Promise<void> {
  const period = page.getByLabel('Period')
  await expect(period).toHaveValue('')
  const month = await period.locator('option').nth(2).innerText()
  await period.focus()
  await period.selectOption(month)
  const money = page.getByRole('figure', { name: 'Money collected and outstanding' })
  await expect(money).toContainText(`was collected in ${month}, refunds taken off.`)
  await expect(page).toHaveURL(/\?month=\d{4}-\d{2}$/)
  await expect(period).toBeFocused()
  await page.reload()
  await expect(money).toContainText(`was collected in ${month}`)
  await page.goBack()
  await expect(money).toContainText('in the last 30 days and today')
  await expect(period).toHaveValue('')

  await expect(page.getByLabel('From')).toHaveValue(addDays(today, -30))
  await page.getByLabel('To', { exact: true }).fill(addDays(today, 20))
  const files = page.getByRole('region', { name: 'Export as CSV' })
  for (const kind of ['Appointments', 'Payments']) {
    const button = files.getByRole('button', { name: kind, exact: true })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    expect(await download.failure()).toBeNull()
  }
  await page.getByLabel('To', { exact: true }).fill(addDays(today, -40))
  const to = page.getByLabel('To', { exact: true })
  await expect(to).toHaveAccessibleDescription('The last day lies before the first')
  await expect(files.getByRole('button', { name: 'Payments', exact: true })).toBeDisabled()
}

/** A clinic with doctors, regardless of other journeys' changes. */
const practice: Omit<PracticeReport, 'from' | 'to' | 'today'> = {
  cutoffMinutes: 1440,
  doctors: [
    {
      ...{ _id: 'ada', name: 'Dr. Ada Moss', appointments: 60, offered: 9000, booked: 6750 },
      ...{ missed: 150, cancelledLate: 90, collected: 4200.5, returned: 200 },
    },
    {
      ...{ _id: null, name: null, appointments: 3, offered: 0, booked: 90 },
      ...{ missed: 0, cancelledLate: 0, collected: 177, returned: 0 },
    },
  ],
  chairs: [
    {
      ...{ _id: 'one', name: 'Chair 1', appointments: 60, offered: 9000, booked: 6750 },
      ...{ missed: 150, cancelledLate: 90 },
    },
  ],
}

/** The report shows hours and money by doctor and chair for the period in the address. */
async function expectReport(page: Page, today: Day): Promise<void> {
  await page.route('**/staff/practice*', (route) => {
    const asked = new URL(route.request().url()).searchParams
    const from = asked.get('from') ?? addDays(today, -30)
    return route.fulfill({ json: { ...practice, today, from, to: asked.get('to') ?? today } })
  })
  await byHistory(page, '/dashboard/reports')
  const hours = page.getByRole('figure', { name: 'Hours by doctor' })
  await expect(hours).toContainText(
    '114 of 150 hours are booked, 76%; lost to no-shows and late cancellations: 4 h.',
  )
  await expect(hours.getByRole('row', { name: 'Dr. Ada Moss' })).toContainText('75%')
  await expect(hours.getByRole('row', { name: 'Without a doctor' })).toContainText('–')
  await expect(page.getByRole('figure', { name: 'Money by doctor' })).toContainText(
    '$4,177.50 was kept: $4,377.50 collected, $200 refunded.',
  )
  await expect(page.getByText('less than 24 hours before their begin')).toBeVisible()
  await expectAccessible(page)

  const to = page.getByLabel('To', { exact: true })
  const entries = await page.evaluate(() => history.length)
  await to.fill(addDays(today, -40))
  await expect(to).toHaveAccessibleDescription('The last day lies before the first')
  await page.reload()
  await expect(to).toHaveAccessibleDescription('The last day lies before the first')
  await to.fill(addDays(today, 61))
  await expect(to).toHaveAccessibleDescription('')
  await expect(page.getByLabel('Period').locator('option:checked')).toHaveText(
    'Days of your choice',
  )
  await expect(page).toHaveURL(new RegExp(`to=${addDays(today, 61)}`))
  expect(await page.evaluate(() => history.length)).toBe(entries)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toBe(
    `practice-${addDays(today, -30)}-${addDays(today, 61)}.csv`,
  )
}
