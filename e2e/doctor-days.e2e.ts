import type { Page } from '@playwright/test'
import type { BookingCalendar } from '../contract/clinic/clinic.ts'
import { type Day, formatDay } from '../contract/date.ts'
import { expectAccessible } from './setup/accessible.ts'
import { bookButton, openForm, postBooking } from './setup/booking.ts'
import { earlyInMonth, nextOpenDay, readCalendar, showMonth, spokenDay } from './setup/calendar.ts'
import { summary } from './setup/changes.ts'
import { addDoctor } from './setup/doctors.ts'
import { signUpIn, tokenOf } from './setup/patient.ts'
import { admin, type Portal } from './setup/server.ts'
import { expect, test } from './setup/test.ts'

// Another journey's doctor would also be free.
test.use({ settings: { CLINIC_NAME: 'Days Dental' } })
// One worker takes them all: each would start such a portal of its own.
test.describe.configure({ mode: 'default' })

type Doctors = { treatment: string; free: string; away: string }

/** Two doctors of one treatment: one is always free, the other away for two days and on the last of the month. */
async function addDoctors(page: Page, portal: Portal, { treatment, free, away }: Doctors) {
  const calendar = await readCalendar(page.request)
  const first = earlyInMonth(calendar)
  const off = nextOpenDay(calendar, first)
  const offToo = nextOpenDay(calendar, off)
  const back = nextOpenDay(calendar, offToo)
  const last = lastOpenDay(calendar, back)
  const timeOff = [
    { from: off, to: offToo, reason: '' },
    { from: last, to: last, reason: '' },
  ]
  const desk = page.context().request
  await desk.post('/api/auth/sign-in/email', { data: admin })
  const token = await tokenOf(desk, admin.email)
  await addDoctor(desk, portal, token, { name: free, treatment })
  const doctor = await addDoctor(desk, portal, token, { name: away, treatment, timeOff })
  return { first, off, offToo, back, last, afterwards: nextOpenDay(calendar, last), doctor }
}

/** The last open day of the month of a day. */
function lastOpenDay(calendar: BookingCalendar, day: Day): Day {
  const next = nextOpenDay(calendar, day)
  return next.slice(0, 7) === day.slice(0, 7) ? lastOpenDay(calendar, next) : day
}

/** What is free on a day with one doctor. */
const isTimesOfDoctor = ({ pathname, searchParams }: URL) =>
  pathname === '/available' && searchParams.has('doctor')

const failed = { status: 500, json: { code: 'internal', message: 'Please try again.' } }

const earliestOf = (page: Page) =>
  page.getByRole('radio', { name: '8:00 AM - 8:30 AM', exact: true })
const failureOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The free times did not load' })

test('the reschedule calendar shows the full days of the chosen doctor and leads to the next free day', async ({
  page,
  portal,
  visit,
  expectFailures,
}) => {
  expectFailures(/500/)
  const treatment = 'Cavity Protection'
  const doctors = { treatment, free: 'Ida Moss', away: 'Jon Park' }
  const { first, off, offToo, back } = await addDoctors(await visit(), portal, doctors)

  const patient = await signUpIn(page.context(), portal)
  const slot = '10:00 AM - 10:30 AM'
  const booked = await postBooking(page.request, patient, { day: first, treatment, slot })
  expect(booked.status()).toBe(200)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Reschedule' }).first().click()
  await showMonth(page, off)
  const day = (which: Day) => page.getByRole('button', { name: spokenDay(which) })
  const full = /no free times/
  await page.getByRole('radio', { name: /Any dentist/ }).check()
  for (const one of [off, offToo, back]) await expect(day(one)).not.toHaveAccessibleName(full)
  await page.getByRole('radio', { name: /Jon Park/ }).check()
  for (const one of [off, offToo]) await expect(day(one)).toHaveAccessibleName(full)
  await expect(day(back)).not.toHaveAccessibleName(full)
  await expectAccessible(page)
  await page.getByRole('radio', { name: /Ida Moss/ }).check()
  for (const one of [off, offToo, back]) await expect(day(one)).not.toHaveAccessibleName(full)

  await page.getByRole('radio', { name: /Jon Park/ }).check()
  await day(off).click()
  await expect(page.getByText(`There is no free time on ${formatDay(off)}.`)).toBeVisible()
  const send = summary(page).getByRole('button', { name: 'Reschedule this appointment' })
  await send.click()
  await expect(page.getByRole('alert')).toHaveText(
    `There is no free time on ${formatDay(off)}. Please pick another day.`,
  )
  const lookAtBack = page.getByRole('button', { name: `Look at ${formatDay(back)}` })
  await expect(lookAtBack).toBeFocused()
  await lookAtBack.click()
  // A doctor's radio button says when they are next free.
  const earliest = earliestOf(page)
  await expect(earliest).toBeVisible()
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Please choose a time first.')
  await expect(earliest).toBeFocused()

  await page.route(isTimesOfDoctor, (route) => route.fulfill(failed))
  await page.getByRole('radio', { name: /Ida Moss/ }).check()
  await expect(failureOf(page)).toBeVisible()
  await expect(earliest).toBeHidden()
})

test('the booking form shows the times of the chosen doctor alone, and leads to the next day on which they are free', async ({
  page,
  portal,
  patient,
  visit,
  expectFailures,
}) => {
  expectFailures(/500/)
  const treatment = 'Cosmetic Dentistry'
  const doctors = { treatment, free: 'Kim Lane', away: 'Leo Marsh' }
  const days = await addDoctors(await visit(), portal, doctors)
  const { off, back, last, afterwards, doctor } = days
  const earliest = earliestOf(page)
  await page.goto(`/appointment?date=${off}`)
  const form = await openForm(page, treatment)
  await expect(earliest, patient.email).toBeVisible()
  await page.route(isTimesOfDoctor, (route) => route.fulfill(failed))
  await form.getByRole('radio', { name: /Leo Marsh/ }).check()
  await expect(failureOf(page)).toBeVisible()
  await expect(earliest).toBeHidden()
  await bookButton(form).click()
  await expect(form.getByRole('button', { name: 'Try again' })).toBeFocused()
  await page.unroute(isTimesOfDoctor)
  await page.reload()
  const times = form.getByRole('group', { name: 'Time' })
  await expect(times).toContainText(`Leo Marsh is not free on ${formatDay(off)}.`)
  await form.getByRole('button', { name: `Look at ${formatDay(back)}` }).click()
  await expect(form.getByRole('textbox', { name: 'Date' })).toHaveValue(formatDay(back))
  await expect(form.getByRole('radio', { name: /Leo Marsh/ })).toBeChecked()
  await expect(earliest).toBeVisible()
  await bookButton(form).click()
  await expect(form.getByRole('alert')).toHaveText('Please choose a time first.')
  await expect(earliest).toBeFocused()

  // The free days are read month by month.
  await page.goto(`/appointment?date=${last}&doctor=${doctor}`)
  await openForm(page, treatment)
  await page.getByRole('button', { name: `Look at ${formatDay(afterwards)}` }).click()
  await expect(form.getByRole('textbox', { name: 'Date' })).toHaveValue(formatDay(afterwards))
})
