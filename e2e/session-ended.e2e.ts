import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { bookFor, line } from './setup/day.ts'
import { addDoctor } from './setup/doctors.ts'
import { logIn } from './setup/identity.ts'
import { bookPast } from './setup/past.ts'
import { setRole, signUp, tokenOf } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import type { Portal } from './setup/server.ts'
import { expect, test } from './setup/test.ts'

// It adds a treatment and books the first free time, which other journeys count on: a separate portal.
test.use({ settings: { CLINIC_NAME: 'Ended Dental' } })
// One worker takes them all: each would start such a portal of its own.
test.describe.configure({ mode: 'default' })

/** Ends the session of the page's browser and presses Enter where the focus is; another call may learn it first. */
async function sendAfterEnd(page: Page, { origin }: Portal, focused: Locator): Promise<void> {
  await focused.focus()
  const ended = await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin } })
  expect(ended.status()).toBe(200)
  await page.keyboard.press('Enter')
}

/** The sign-in in the place of the page, at its address and with nothing of what it shows. */
async function expectHidden(page: Page, ...texts: string[]): Promise<void> {
  const { pathname } = new URL(page.url())
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused()
  await expect(page.getByText('what you typed is still here')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const shown = await page.locator('body').innerText()
  for (const text of texts) expect(shown).not.toContain(text)
  expect(new URL(page.url()).pathname).toBe(pathname)
}

test('what staff typed in a form is there again after the session ended, and is saved; a time and another doctor that they chose for an appointment are still chosen', async ({
  page,
  portal,
  patient: owner,
  expectFailures,
}) => {
  expectFailures(/401/)
  setRole(portal, owner, 'admin')
  await page.goto('/dashboard/treatments?treatment=new')
  const name = page.getByRole('textbox', { name: 'Name' })
  const save = page.getByRole('button', { name: 'Add treatment' })
  await name.fill('Gum Contouring')
  await page.getByRole('textbox', { name: 'Price in dollars' }).fill('80')
  await page.getByRole('textbox', { name: 'Minutes each' }).fill('60')
  await page.getByRole('button', { name: 'Fill the list' }).click()
  await sendAfterEnd(page, portal, save)
  await expectHidden(page, 'Gum Contouring', '4:00 PM - 5:00 PM')
  await expectAccessible(page)

  await logIn(page, { ...owner, password: 'not the password' })
  await expect(page.getByRole('alert')).toBeVisible()
  await logIn(page, owner)
  await expect(name).toHaveValue('Gum Contouring')
  await expect(save).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await save.click()
  await expect(page.getByRole('status').getByText('Gum Contouring was added')).toBeVisible()

  const treatment = 'Oral Surgery'
  const token = await tokenOf(page.request, owner.email)
  for (const doctor of ['Uma Stern', 'Vic Lund']) {
    await addDoctor(page.request, portal, token, { name: doctor, treatment })
  }
  const day = openDay(await readCalendar(page.request), 26)
  const { _id, doctor } = await bookFor(page, { day, treatment, name: 'Olga Other' })
  await byHistory(page, `/dashboard/appointments/${_id}`)
  await page.getByRole('button', { name: 'Reschedule', exact: true }).click()
  const moving = page.getByRole('dialog', { name: 'Reschedule this appointment' })
  const time = moving.getByRole('combobox', { name: 'New time' })
  const move = moving.getByRole('button', { name: 'Reschedule', exact: true })
  await time.selectOption('3:00 PM - 3:30 PM')
  await sendAfterEnd(page, portal, move)
  await expectHidden(page, 'Olga Other')
  await logIn(page, owner)
  await expect(time).toHaveValue('3:00 PM - 3:30 PM')
  await move.click()
  const moved = page.locator('.Toastify__toast')
  await expect(moved).toContainText('Olga Other is rescheduled to')
  await moved.getByRole('button', { name: 'Close' }).click()
  await expect(moved).toHaveCount(0)

  const other = doctor?.name === 'Uma Stern' ? 'Vic Lund' : 'Uma Stern'
  await page.getByRole('button', { name: 'Change doctor or chair' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change doctor or chair' })
  const chosen = dialog.getByLabel('Doctor')
  const send = dialog.getByRole('button', { name: 'Save' })
  await chosen.selectOption(other)
  await sendAfterEnd(page, portal, send)
  await expectHidden(page, 'Olga Other')
  await logIn(page, owner)
  await expect(chosen.getByRole('option', { name: other })).toHaveJSProperty('selected', true)
  await send.click()
  await expect(page.getByText(`${other} sees Olga Other`)).toBeVisible()
})

test('the next visits that staff chose are still chosen after the session ended; a dialog over the day is hidden with the patients until the same account signs in again', async ({
  page,
  portal,
  patient: desk,
  expectFailures,
}) => {
  expectFailures(/401/)
  const { _id } = await bookPast(page.request, portal, desk)
  setRole(portal, desk, 'desk')
  await page.goto(`/dashboard/appointments/${_id}`)
  await page.getByRole('button', { name: 'Completed', exact: true }).click()
  await page.getByRole('button', { name: 'Book the next visit' }).click()
  const dialog = page.getByRole('dialog', { name: `Next visit of ${desk.name}` })
  const interval = dialog.getByLabel('When')
  const time = dialog.getByLabel('Time of visit 1')
  await interval.selectOption('In 4 weeks')
  await time.selectOption('2:00 PM - 2:30 PM')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep writing' }).click()
  const send = dialog.getByRole('button', { name: 'Book the visit' })
  await sendAfterEnd(page, portal, send)
  await expectHidden(page, 'Time of visit 1')

  await logIn(page, desk)
  await expect(interval).toHaveValue('4 weeks')
  await expect(time).toHaveValue('2:00 PM - 2:30 PM')
  await send.click()
  await expect(page.getByText(`${desk.name} is booked on`)).toBeVisible()

  const day = openDay(await readCalendar(page.request), 12)
  await bookFor(page, { day, name: 'Wendy Worth' })
  await byHistory(page, `/dashboard/schedule?date=${day}&view=list`)
  await expect(line(page, 'Wendy Worth')).toBeVisible()
  await page.getByRole('button', { name: 'Book for a patient' }).click()
  const booking = page.getByRole('dialog', { name: 'Book for a patient' })
  const name = booking.getByLabel('Name')
  await name.fill('Ida Long')
  await sendAfterEnd(page, portal, name)
  await expectHidden(page, 'Wendy Worth', 'Ida Long')

  await logIn(page, desk)
  await expect(name).toHaveValue('Ida Long')
  await expect(name).toBeFocused()
  await name.press('Enter')
  await expect(booking).toBeHidden()
  await expect(line(page, 'Ida Long')).toBeVisible()

  const news = page.getByRole('status').filter({ hasText: 'Ida Long' })
  // Under the pointer it would stay for as long as the pointer does.
  await news.hover()
  await page.keyboard.press('Escape')
  const again = page.getByRole('button', { name: 'Book for a patient' })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(name).toBeFocused()
  await page.keyboard.type('Ann Next')
  await sendAfterEnd(page, portal, name)
  await expectHidden(page, 'Wendy Worth', 'Ida Long', 'Ann Next')
})

test('what was typed is gone once another account signs in or the page is left', async ({
  page,
  request,
  portal,
  patient,
  expectFailures,
}) => {
  expectFailures(/401/)
  const other = await signUp(request)
  await page.goto('/dashboard/family')
  const add = page.getByRole('region', { name: 'Add somebody' })
  const name = add.getByRole('textbox', { name: 'Name' })
  async function typeAndEnd() {
    await name.fill('Timmy Doe')
    await add.getByRole('combobox', { name: 'Relation' }).selectOption('Child')
    await sendAfterEnd(page, portal, name)
    await expectHidden(page, 'Timmy Doe')
  }
  await typeAndEnd()
  await logIn(page, other)
  await expect(name).toHaveValue('')

  await typeAndEnd()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Login' }).first().click()
  await logIn(page, patient)
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'DashBoard' }).click()
  await page.getByRole('link', { name: 'My Family' }).click()
  await expect(name).toHaveValue('')
  await expect(page.getByText('Timmy Doe')).toHaveCount(0)
})
