import type { APIRequestContext, Page, Route } from '@playwright/test'
import { type Day, formatDay } from '../contract/date.ts'
import { expectAccessible } from './setup/accessible.ts'
import { chooseSlot, treatments } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { addDoctor } from './setup/doctors.ts'
import { readMail } from './setup/mailbox.ts'
import { newPatient, type Patient, tokenOf } from './setup/patient.ts'
import { linkTo } from './setup/reminders.ts'
import type { Portal } from './setup/server.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

// A separate portal: another journey's chair or doctor would also be free.
test.use({ settings: { CLINIC_NAME: 'Absence Dental' } })

const treatment = 'Cavity Protection'
const slots = ['10:00 AM - 10:30 AM', '11:00 AM - 11:30 AM'] as const

/** Two doctors with hours, and appointments of the first; by HTTP, since other tests cover the screens. */
async function bookCleo(
  request: APIRequestContext,
  portal: Portal,
  { token, day, patients }: { token: string; day: Day; patients: readonly Patient[] },
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const chosen = (await treatments(request)).find(({ name }) => name === treatment)
  const doctor = await addDoctor(request, portal, token, { name: 'Cleo Diaz', treatment })
  await addDoctor(request, portal, token, { name: 'Dan Evans', treatment })
  for (const [place, patient] of patients.entries()) {
    const who = { patient: patient.email, patientName: patient.name, phone: '718 555 0100' }
    const what = { treatmentId: chosen?._id, date: formatDay(day), price: chosen?.price, doctor }
    const data = { ...who, ...what, slot: slots[place] }
    const booked = await request.post('/staff/appointments', { data, headers })
    expect(booked.status(), await booked.text()).toBe(200)
  }
}

/** Answers that none of the decisions could be carried out. */
async function refuseAll(route: Route, day: Day): Promise<void> {
  const { choices } = route.request().postDataJSON()
  const place = { treatment, date: formatDay(day), slot: slots[0], patientName: '', phone: '' }
  const refused = { ...place, failed: 'doctor_unavailable', mailed: false, refund: 0, atDesk: 0 }
  const settled = choices.map((one: { appointment: string }) => {
    return { ...refused, _id: one.appointment }
  })
  await route.fulfill({ json: { settled } })
}

/** Who enters an absence, or settles it, just after somebody else did reads that nothing of it was done. */
async function expectOvertaken(page: Page, { token, day }: { token: string; day: Day }) {
  await page.goto('/dashboard/manageDoctor')
  await page.getByRole('link', { name: 'Enter that Dan Evans is away' }).click()
  await page.getByLabel('First day').fill(day)
  const checked = page.waitForRequest(/\/absences$/)
  await page.getByRole('button', { name: 'Show who is affected' }).click()
  await expect(page.getByRole('heading', { name: '2 appointments are affected' })).toBeFocused()
  // Somebody else enters the same absence meanwhile.
  const data = { ...(await checked).postDataJSON(), confirmed: true }
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.post((await checked).url(), { data, headers })).ok()).toBe(true)
  await page.getByRole('button', { name: 'Enter the absence and settle 2 appointments' }).click()
  await expect(page.getByRole('heading', { name: 'Working hours of Dan Evans' })).toBeVisible()
  const overtaken =
    '2 of these appointments have changed meanwhile. What you chose for them was not done.'
  const message = page.getByText(overtaken)
  await expect(message).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await expect(message).toBeHidden()

  await page.getByRole('link', { name: /^Dan Evans is away/ }).click()
  await page.getByLabel('For all patients').selectOption('Cancel with full refund')
  // Somebody else settles the same appointments meanwhile.
  await page.route(
    /plan-changes\/[^/]+\/settle/,
    async (route) => {
      const { choices } = route.request().postDataJSON()
      const asked = choices.map((one: object) => ({ ...one, way: 'ask' }))
      const data = { choices: asked }
      expect((await page.request.post(route.request().url(), { data, headers })).ok()).toBe(true)
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Settle 2 appointments' }).click()
  await expect(message).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dan Evans is away' })).toBeFocused()
  await expect(page.getByText('2 not yet')).toBeVisible()
}

test('when a doctor is absent, one patient accepts by mail, another chooses a new time, and staff see both', async ({
  page,
  portal,
  staff,
  visit,
  expectFailures,
}) => {
  // The affected appointments are shown first, for confirmation; settling fails once.
  expectFailures(/409|503/)
  const patients = [newPatient('Ann Lee'), newPatient('Ben Ortiz')] as const
  const day = openDay(await readCalendar(page.request), 5)
  const token = await tokenOf(page.request, staff.email)
  await bookCleo(page.request, portal, { token, day, patients })

  await page.goto('/dashboard/manageDoctor')
  await page.getByRole('link', { name: 'Enter that Cleo Diaz is away' }).click()
  await page.getByLabel('First day').fill(day)
  await expect(page.getByLabel('Last day')).toHaveValue(day)
  await page.getByRole('button', { name: 'Show who is affected' }).click()
  await expect(page.getByRole('heading', { name: '2 appointments are affected' })).toBeFocused()
  const choiceOf = (name: string) => page.getByLabel(`What becomes of the appointment of ${name}`)
  await expect(choiceOf('Ann Lee')).toContainText('Same time, Dan Evans')
  await choiceOf('Ben Ortiz').selectOption('Let the patient choose another time')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Working hours of Cleo Diaz' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep writing' }).click()
  const seen = Promise.withResolvers<void>()
  const settle = /plan-changes\/[^/]+\/settle/
  const refuse = (route: Route) => refuseAll(route, day)
  await page.route(settle, refuse, { times: 1 })
  const fail = async (route: Route) => {
    await seen.promise
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not just now' } })
  }
  await page.route(settle, fail, { times: 1 })
  await page.getByRole('button', { name: 'Enter the absence and settle 2 appointments' }).click()
  const progress = page.getByRole('status').getByText('0 of 2 done')
  expect((await progress.boundingBox())?.width, 'to be seen').toBeGreaterThan(40)
  seen.resolve()
  await expect(page.getByRole('alert')).toHaveText(/^We cannot answer just now/)
  await page.getByRole('button', { name: 'Settle 2 appointments' }).click()
  await expect(page.getByText('2 appointments could not be settled.')).toBeVisible()
  await choiceOf('Ben Ortiz').selectOption('Let the patient choose another time')
  await page.getByRole('button', { name: 'Settle 2 appointments' }).click()
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

  await page.route(/plan-changes\/[^/]+$/, (route) => {
    const address = new URL(route.request().url())
    address.searchParams.set('limit', '1')
    return route.continue({ url: String(address) })
  })
  await page.reload()
  await expect(row('Ann Lee')).toBeVisible()
  await expect(row('Ben Ortiz')).toHaveCount(0)
  await expect(page.getByText('1 chose another time')).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages of appointments' })
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(row('Ben Ortiz')).toBeVisible()

  await page.unrouteAll()
  await expectOvertaken(page, { token, day })
})
