import type { APIRequestContext, Page } from '@playwright/test'
import * as z from 'zod/mini'
import { addDays, formatDay } from '../contract/date.ts'
import { Chair } from '../contract/doctors/schedule.ts'
import { expectAccessible } from './setup/accessible.ts'
import { bookButton, chooseSlot, openForm, treatments } from './setup/booking.ts'
import { openDay, pickDay, readCalendar } from './setup/calendar.ts'
import { addDoctor, addProfile } from './setup/doctors.ts'
import { signUpIn, tokenOf } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { holdUntilPainted, shiftOf, watchShifts } from './setup/shifts.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

// Doctors' hours change what every patient is offered: a separate portal.
test.use({ settings: { CLINIC_NAME: 'Working Dental' } })
// One worker takes them all: each would start such a portal of its own.
test.describe.configure({ mode: 'default' })

const slot = '9:30 AM - 10:00 AM'

/** Somebody else names the only chair, and has it take one treatment. */
async function saveChair(request: APIRequestContext, token: string, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const listed = await request.get('/staff/chairs', { headers })
  const [chair] = z.array(Chair).parse(await listed.json())
  const chosen = (await treatments(request)).find((one) => one.name === 'Teeth Cleaning')
  const { _id: id, archived, revision } = Chair.parse(chair)
  const data = { name, treatments: [chosen?._id], archived, revision, confirmed: false }
  const saved = await request.put(`/staff/chairs/${id}`, { data, headers })
  expect(saved.status(), await saved.text()).toBe(200)
}

/** Adds a chair, and renames it while somebody else changes it, too. */
async function addChair(page: Page, token: string): Promise<void> {
  await page.goto('/dashboard/chairs')
  await page.getByRole('button', { name: 'Add a chair' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('First chair')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await page.getByRole('button', { name: 'Save chair' }).click()
  await expect(page.getByRole('row', { name: /First chair All treatments/ })).toBeVisible()

  await page.getByRole('button', { name: 'Edit First chair' }).click()
  await saveChair(page.request, token, 'Corner chair')
  await page.getByRole('textbox', { name: 'Name' }).fill('Window chair')
  await page.getByRole('button', { name: 'Save chair' }).click()
  const meanwhile = page.getByRole('status').filter({ hasText: 'Somebody else has saved this' })
  await expect(meanwhile).toContainText('Name: they saved Corner chair.')
  await expect(meanwhile).toContainText('Treatments is now Teeth Cleaning.')
  await page.getByRole('button', { name: 'Save chair' }).click()
  await expect(page.getByRole('row', { name: /Window chair Teeth Cleaning/ })).toBeVisible()
}

/** Opens the booking form on a phone, where nothing in it moves when the doctors' next free times arrive. */
async function openOnPhone(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/available/doctors/next*', async (route) => {
    await held.promise
    await route.continue()
  })
  const before = page.viewportSize()
  await page.setViewportSize({ width: 375, height: 900 })
  const form = await openForm(page, 'Teeth Cleaning')
  const doctors = form.getByRole('group', { name: 'With whom?' })
  await expect(doctors.getByRole('radio')).toHaveCount(3)
  const height = async () => (await doctors.boundingBox())?.height
  const unread = await height()
  held.resolve()
  await expect(doctors.getByText('Earliest: ')).toBeVisible()
  expect(await height()).toBe(unread)
  if (before) await page.setViewportSize(before)
  return form
}

test('staff set a doctor’s hours, a patient books the doctor, and staff reassign the visit after time off', async ({
  page,
  portal,
  staff,
  visit,
  expectFailures,
}) => {
  // Saving hours that leave an appointment without its doctor asks first.
  expectFailures(/409/)
  const token = await tokenOf(page.request, staff.email)
  const treatment = 'Teeth Cleaning'
  await addProfile(page.request, portal, token, { name: 'Bo Adams', treatment })
  const calendar = await readCalendar(page.request)
  const day = openDay(calendar, 3)

  await addChair(page, token)
  await addDoctor(page.request, portal, token, { name: 'Ada Chen', treatment })
  await page.getByRole('link', { name: 'Manage Doctors' }).click()
  await page.getByRole('link', { name: 'Working hours of Bo Adams' }).click()
  await expect(page.getByRole('main').getByRole('link').first()).toHaveText('All doctors')
  await page.getByRole('checkbox', { name: treatment }).check()
  await page.getByRole('button', { name: 'Add weekly hours' }).click()
  // Before anything is scrolled below the top bar.
  await expectAccessible(page)
  const saturday = page.getByRole('listitem').filter({ hasText: 'Saturday' })
  await saturday.getByRole('button', { name: 'Add hours: Saturday' }).click()
  await page.getByRole('button', { name: 'Save working hours' }).click()
  await expect(page.getByText('Working hours of Bo Adams saved')).toBeVisible()

  const patient = await visit()
  await signUpIn(patient.context(), portal)
  // Read before the form is open: its times would move under a finger.
  const doctors = patient.waitForResponse('**/available/doctors')
  await patient.goto('/appointment')
  await doctors
  await pickDay(patient, day)
  const form = await openOnPhone(patient)
  await expect(form.getByRole('radio', { name: /Any dentist/ })).toBeChecked()
  await form.getByRole('radio', { name: /Bo Adams/ }).check()
  await expect(form.getByRole('radio', { name: '8:00 AM - 8:30 AM' })).toBeHidden()
  await chooseSlot(patient, slot)
  await expectAccessible(patient)
  await bookButton(form).click()
  const booked = patient.getByRole('region', { name: 'Your appointment is booked' })
  await expect(booked).toContainText('With Bo Adams')

  await byHistory(patient, '/dashboard')
  await patient.getByRole('link', { name: 'Reschedule' }).first().click()
  await expect(patient.getByRole('radio', { name: /Bo Adams.*Next free/ })).toBeChecked()
  await expect(patient.getByRole('radio', { name: /Any dentist.*Earliest/ })).toBeVisible()
  await expectAccessible(patient)

  await page.getByRole('button', { name: 'Add time off' }).click()
  for (const label of ['First day', 'Last day']) await page.getByLabel(label).fill(day)
  await page.getByRole('button', { name: 'Save working hours' }).click()
  const question = page.getByRole('alertdialog', { name: 'Save these working hours?' })
  await expect(question).toContainText(formatDay(day))
  await question.getByRole('button', { name: 'Save, then settle them' }).click()
  await expect(page.getByRole('heading', { name: 'Other hours of Bo Adams' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Settle 1 appointment' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('First day')).toHaveValue(day)

  await byHistory(patient, `/appointment?date=${day}`)
  const again = await openForm(patient, 'Teeth Cleaning')
  await again.getByRole('radio', { name: /Bo Adams/ }).check()
  await expect(again.getByRole('group', { name: 'Time' })).toContainText('A time that comes free')

  const chair = { name: 'Side chair', treatments: [] }
  const headers = { authorization: `Bearer ${token}` }
  await page.request.post('/staff/chairs', { headers, data: chair })
  await byHistory(page, `/dashboard/schedule?date=${day}`)
  await page.getByRole('link', { name: 'Pat Doe' }).first().click()
  await page.getByRole('button', { name: 'Change doctor or chair' }).click()
  const change = page.getByRole('dialog', { name: 'Change doctor or chair' })
  await expect(change.getByLabel('Doctor')).toContainText('Bo Adams: off')
  await expectAccessible(page)
  await change.getByLabel('Doctor').selectOption('Ada Chen')
  await change.getByLabel('Chair').selectOption('Side chair')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Bo Adams, Window chair → Ada Chen, Side chair')).toBeVisible()
})

test('blocked times and time off that are past are folded, and a save keeps them as they were; on a phone the About page stays where it is when the doctors with hours arrive below its text', async ({
  page,
  portal,
  staff,
}) => {
  await watchShifts(page.context())
  const { today } = await readCalendar(page.request)
  const token = await tokenOf(page.request, staff.email)
  const past = (count: number) => addDays(today, -count)
  const block = { time: { start: 720, end: 780 }, reason: 'Meeting' }
  const blocks = Array.from({ length: 45 }, (_, n) => ({ ...block, day: past(45 - n) }))
  const ahead = { ...block, day: addDays(today, 1) }
  const timeOff = [
    { from: past(9), to: past(8), reason: 'Course' },
    { from: past(3), to: today, reason: 'Holidays' },
  ]
  const schedule = {
    blocks: [...blocks, ahead],
    timeOff,
    exceptions: [{ day: past(1), hours: [] }],
  }
  const treatment = 'Cavity Protection'
  const id = await addDoctor(page.request, portal, token, {
    name: 'Gil Park',
    treatment,
    ...schedule,
  })

  await page.goto(`/dashboard/doctors/${id}/hours`)
  const section = page.getByRole('region', { name: 'Blocked times' })
  await expect(section.getByLabel('Day')).toHaveValue(ahead.day)
  await expect(page.getByRole('region', { name: 'Time off' }).getByLabel('Last day')).toHaveValue(
    today,
  )
  await expect(page.getByText('Past (1)')).toHaveCount(2)
  await section.getByText('Past (45)').click()
  const lines = section.locator('details').getByRole('listitem')
  await expect(lines).toHaveCount(20)
  await expect(lines.first()).toHaveText(`${formatDay(past(1))}, 12:00 PM – 1:00 PM: Meeting`)
  for (const _ of [2, 3]) await section.getByRole('button', { name: 'Next' }).click()
  await expect(lines).toHaveCount(5)
  await expectAccessible(page)
  await section.getByLabel('Reason').fill('Lunch')
  await page.getByRole('button', { name: 'Save working hours' }).click()
  await expect(page.getByText('Working hours of Gil Park saved')).toBeVisible()
  const headers = { authorization: `Bearer ${token}` }
  const saved = await page.request.get(`/staff/doctors/${id}/schedule`, { headers })
  expect(await saved.json()).toMatchObject({
    ...schedule,
    blocks: [...blocks, { ...ahead, reason: 'Lunch' }],
  })

  for (const name of ['Hal Moss', 'Ivy Ash', 'Jo Elm', 'Kay Fir', 'Lou Oak', 'Mia Yew'])
    await addDoctor(page.request, portal, token, { name, treatment: 'Oral Surgery' })
  // High enough for the doctors below the text, whose rows must not move either.
  await page.setViewportSize({ width: 390, height: 2000 })
  await holdUntilPainted(page, '**/available/doctors')
  await page.route('**/service', async (route) => {
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await route.continue()
  })
  await page.goto('/about')
  const doctors = page.getByRole('region', { name: 'Our dentists' })
  await expect(doctors.getByText('Oral Surgery').last()).toBeVisible()
  await expect(doctors.getByRole('link', { name: 'Book with Hal Moss' })).toBeVisible()
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.01)
})
