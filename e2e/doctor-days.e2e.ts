import { type Day, formatDay } from '../contract/date.ts'
import { expectAccessible } from './setup/accessible.ts'
import { bookButton, openForm, postBooking } from './setup/booking.ts'
import { earlyInMonth, nextOpenDay, readCalendar, showMonth, spokenDay } from './setup/calendar.ts'
import { summary } from './setup/changes.ts'
import { addDoctor } from './setup/doctors.ts'
import { signUpIn, tokenOf } from './setup/patient.ts'
import { admin } from './setup/server.ts'
import { expect, test } from './setup/test.ts'

// Another journey's doctor would also be free.
test.use({ settings: { CLINIC_NAME: 'Days Dental' } })

const treatment = 'Cavity Protection'

test('the reschedule page and the booking form show when the chosen doctor is full, and lead to the next free day', async ({
  page,
  portal,
  visit,
  expectFailures,
}) => {
  expectFailures(/500/)
  const calendar = await readCalendar(page.request)
  const first = earlyInMonth(calendar)
  const off = nextOpenDay(calendar, first)
  const offToo = nextOpenDay(calendar, off)
  const back = nextOpenDay(calendar, offToo)
  const desk = (await visit()).context().request
  await desk.post('/api/auth/sign-in/email', { data: admin })
  const token = await tokenOf(desk, admin.email)
  const timeOff = [{ from: off, to: offToo, reason: '' }]
  await addDoctor(desk, portal, token, { name: 'Ida Moss', treatment })
  await addDoctor(desk, portal, token, { name: 'Jon Park', treatment, timeOff })

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
  const earliest = page.getByRole('radio', { name: '8:00 AM - 8:30 AM', exact: true })
  await expect(earliest).toBeVisible()
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Please choose a time first.')
  await expect(earliest).toBeFocused()

  const failure = page.getByRole('alert').filter({ hasText: 'The free times did not load' })
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await page.route(isTimesOfDoctor, (route) => route.fulfill(failed))
  await page.getByRole('radio', { name: /Ida Moss/ }).check()
  await expect(failure).toBeVisible()
  await expect(earliest).toBeHidden()
  await page.unroute(isTimesOfDoctor)
  await tryAgain.click()
  await expect(earliest).toBeVisible()

  await page.goto(`/appointment?date=${off}`)
  const form = await openForm(page, treatment)
  await expect(earliest).toBeVisible()
  await page.route(isTimesOfDoctor, (route) => route.fulfill(failed))
  await form.getByRole('radio', { name: /Jon Park/ }).check()
  await expect(failure).toBeVisible()
  await expect(earliest).toBeHidden()
  await bookButton(form).click()
  await expect(tryAgain).toBeFocused()
  await page.unroute(isTimesOfDoctor)
  await tryAgain.click()
  const times = form.getByRole('group', { name: 'Time' })
  await expect(times).toContainText(`Jon Park is not free on ${formatDay(off)}.`)
  await lookAtBack.click()
  await expect(form.getByRole('textbox', { name: 'Date' })).toHaveValue(formatDay(back))
  await expect(form.getByRole('radio', { name: /Jon Park/ })).toBeChecked()
  await expect(earliest).toBeVisible()
  await bookButton(form).click()
  await expect(form.getByRole('alert')).toHaveText('Please choose a time first.')
  await expect(earliest).toBeFocused()
})

/** What is free on a day with one doctor. */
const isTimesOfDoctor = ({ pathname, searchParams }: URL) =>
  pathname === '/available' && searchParams.has('doctor')

const failed = { status: 500, json: { code: 'internal', message: 'Please try again.' } }
