import type { Page } from '@playwright/test'
import { formatDay } from '../contract/date.ts'
import { card, chooseSlot, openForm } from './setup/booking.ts'
import { openDay, pickDay, readCalendar } from './setup/calendar.ts'
import { linkIn } from './setup/mailbox.ts'
import { newPatient } from './setup/patient.ts'
import { expect, test } from './setup/test.ts'

const columns = ['SL no.', 'Name', 'Date', 'Time', 'Treatment', 'Payment', 'TransactionId']

test('a newcomer signs up, books an appointment and finds it in My Appointments', async ({
  page,
  request,
}) => {
  const patient = newPatient('Ada Newcomer')
  const day = openDay(await readCalendar(request), 2)
  const slot = '9:30 AM - 10:00 AM'

  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(patient.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(patient.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(patient.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Sent Email Verification')).toBeVisible()
  await expect(page).toHaveURL('/appointment')

  await pickDay(page, day)
  await expect(page.getByText('Please select a service')).toBeVisible()
  await expect(card(page, 'Teeth Cleaning')).toContainText('8:00 AM - 8:30 AM')
  await expect(card(page, 'Teeth Cleaning')).toContainText('Price: $59')
  const free = await spaces(page)

  const form = await openForm(page, 'Teeth Cleaning')
  const known = { Name: patient.name, Email: patient.email, Date: formatDay(day) }
  for (const [label, value] of Object.entries(known)) {
    const field = form.getByRole('textbox', { name: label })
    await expect(field).toHaveValue(value)
    await expect(field).not.toBeEditable()
  }
  await form.getByRole('textbox', { name: 'Phone' }).fill('call me: 718 / 555')
  await chooseSlot(page, slot)
  await expect(form).toContainText('You can move or cancel your appointment until 24 hours before')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(`Appointment set on ${formatDay(day)} at ${slot}`)).toBeVisible()
  await expect(form).toBeHidden()
  await expect.poll(() => spaces(page)).toBe(free - 1)

  await page.getByRole('link', { name: 'DashBoard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to my Dashboard' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  const cells = page.getByRole('row').nth(1).getByRole('cell')
  const facts = ['1', patient.name, formatDay(day), slot, 'Teeth Cleaning']
  for (const [n, fact] of facts.entries()) await expect(cells.nth(n)).toHaveText(fact)
})

test('the link in the verification mail confirms the address, once', async ({
  page,
  patient,
  readMail,
}) => {
  const link = linkIn(await readMail(patient.email, 'verification'))
  await page.goto(link)
  await expect(
    page.getByRole('heading', { name: 'Your e-mail address is confirmed' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Make an appointment' }).click()
  await expect(page).toHaveURL('/appointment')
})

test('a verification link that is not ours is refused, and a new one can be had', async ({
  page,
  patient,
  readMail,
  expectFailures,
}) => {
  expectFailures(/40\d/)
  await page.goto('/verify-email?token=nonsense')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('Sent Email Verification')).toBeVisible()
  await page.goto(linkIn(await readMail(patient.email, 'verification')))
  await expect(
    page.getByRole('heading', { name: 'Your e-mail address is confirmed' }),
  ).toBeVisible()
})

/** How many slots are free: other journeys may have booked on that day. */
async function spaces(page: Page): Promise<number> {
  const counted = card(page, 'Teeth Cleaning').getByText(/^\d+ spaces Available$/)
  return Number.parseInt(await counted.innerText(), 10)
}
