import type { APIRequestContext } from '@playwright/test'
import * as z from 'zod/mini'
import { type Day, formatDay } from '../contract/date.ts'
import { expectAccessible } from './setup/accessible.ts'
import { chooseSlot, treatments } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { readMail } from './setup/mailbox.ts'
import { newPatient, type Patient, tokenOf } from './setup/patient.ts'
import { linkTo } from './setup/reminders.ts'
import type { Portal } from './setup/server.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

// A clinic of its own: a chair or a doctor of another journey would be free as well.
test.use({ settings: { CLINIC_NAME: 'Absence Dental' } })

const treatment = 'Cavity Protection'
const slots = ['10:00 AM - 10:30 AM', '11:00 AM - 11:30 AM'] as const

/** Two doctors with hours, and appointments of the first; by HTTP, which other tests cover. */
async function bookCleo(
  request: APIRequestContext,
  { origin }: Portal,
  { token, day, patients }: { token: string; day: Day; patients: readonly Patient[] },
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const chosen = (await treatments(request)).find(({ name }) => name === treatment)
  const hours = Array.from({ length: 7 }, () => [{ start: 480, end: 1020 }])
  const none = { chairs: [], exceptions: [], timeOff: [], blocks: [] }
  const ids: string[] = []
  for (const name of ['Cleo Diaz', 'Dan Evans']) {
    const email = `${name.split(' ')[0]}@clinic.example`
    const doctor = { name, email, specialty: treatment, img: `${origin}/icon-192.png` }
    const added = await request.post('/doctors', { data: doctor, headers })
    const { insertedId } = z.object({ insertedId: z.string() }).parse(await added.json())
    const weeks = [{ from: '2026-01-01', days: hours }]
    const data = { ...none, weeks, treatments: [chosen?._id], confirmed: true }
    await request.put(`/staff/doctors/${insertedId}/schedule`, { data, headers })
    ids.push(insertedId)
  }
  const [doctor = ''] = ids
  for (const [place, patient] of patients.entries()) {
    const who = { patient: patient.email, patientName: patient.name, phone: '718 555 0100' }
    const what = { treatmentId: chosen?._id, date: formatDay(day), price: chosen?.price, doctor }
    const data = { ...who, ...what, slot: slots[place] }
    const booked = await request.post('/staff/appointments', { data, headers })
    expect(booked.status(), await booked.text()).toBe(200)
  }
  return doctor
}

test('a doctor is ill: one patient accepts by the mail, one chooses, and staff see both', async ({
  page,
  portal,
  staff,
  visit,
  expectFailures,
}) => {
  // Who is affected is asked about first.
  expectFailures(/409/)
  const patients = [newPatient('Ann Lee'), newPatient('Ben Ortiz')] as const
  const day = openDay(await readCalendar(page.request), 5)
  const token = await tokenOf(page.request, staff.email)
  await bookCleo(page.request, portal, { token, day, patients })

  await page.goto('/dashboard/manageDoctor')
  await page.getByRole('link', { name: 'Enter that Cleo Diaz is away' }).click()
  await page.getByLabel('First day').fill(day)
  await expect(page.getByLabel('Last day')).toHaveValue(day)
  await page.getByRole('button', { name: 'Show who is affected' }).click()
  await expect(page.getByRole('heading', { name: '2 patients are affected' })).toBeFocused()
  const choiceOf = (name: string) => page.getByLabel(`What becomes of the appointment of ${name}`)
  await expect(choiceOf('Ann Lee')).toContainText('Dan Evans, same time')
  await choiceOf('Ben Ortiz').selectOption('Let the patient choose another time')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enter the absence and settle 2 appointments' }).click()
  await expect(page.getByRole('heading', { name: 'Cleo Diaz is away' })).toBeVisible()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expect(row('Ann Lee')).toContainText('with Dan Evans')
  await expect(row('Ann Lee')).toContainText('Not yet')
  await expectAccessible(page)

  const [ann, ben] = patients
  const patient = await visit()
  const moved = await readMail(portal.dataDir, ann.email, 'appointment-displaced')
  await patient.goto(linkTo(moved, 'This suits me'))
  await expect(patient.getByText(/It was: .*with Cleo Diaz/)).toBeVisible()
  await expectAccessible(patient)
  await expect(row('Ann Lee')).toContainText('Not yet')
  await patient.getByRole('button', { name: 'This suits me' }).click()
  await expect(patient.getByRole('heading', { name: 'Thank you, it is settled' })).toBeVisible()
  await expect(row('Ann Lee')).toContainText('Accepted')

  const asked = await readMail(portal.dataDir, ben.email, 'appointment-displaced')
  await patient.goto(linkTo(asked, 'Choose another time'))
  await expect(patient.getByText(/we had to change this appointment/)).toBeVisible()
  await chooseSlot(patient, '2:00 PM - 2:30 PM')
  await patient.getByRole('button', { name: /^Reschedule/ }).click()
  await expect(row('Ben Ortiz')).toContainText('Chose another time')
  await expect(row('Ben Ortiz')).toContainText('2:00 PM - 2:30 PM')
})
