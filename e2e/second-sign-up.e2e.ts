import type { Page } from '@playwright/test'
import { bookFree } from './setup/booking.ts'
import { expectSignedIn, logIn, openIdentityForm } from './setup/identity.ts'
import { linkIn } from './setup/mailbox.ts'
import { newPatient, type Patient } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

const first = { days: 3, treatment: 'Teeth Cleaning', slot: '10:00 AM - 10:30 AM' }
const second = { days: 9, treatment: 'Oral Surgery', slot: '11:00 AM - 11:30 AM' }

/** Signs up on the screens with an address that has an account. */
async function signUpAgain(page: Page, { email }: Patient): Promise<Patient> {
  const again = { ...newPatient('Second Thoughts'), email }
  await openIdentityForm(page, '/signup')
  await page.getByRole('textbox', { name: 'Name' }).fill(again.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(again.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(again.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Sent Email Verification')).toBeVisible()
  await expect(page).toHaveURL('/appointment')
  await expectSignedIn(page)
  return again
}

/** The list in My Appointments, once loaded. */
async function expectAppointments(page: Page, days: string[]): Promise<void> {
  await byHistory(page, '/dashboard')
  await expect(page.getByRole('row')).toHaveCount(days.length + 1)
  for (const day of days) await expect(page.getByRole('row').filter({ hasText: day })).toBeVisible()
}

test('a patient who forgot their account signs up again, books, and merges the two accounts', async ({
  page,
  confirmed,
  readMail,
  visit,
}) => {
  const before = await bookFree(page.context().request, confirmed, first)
  const elsewhere = await visit()
  const again = await signUpAgain(elsewhere, confirmed)
  const booked = await bookFree(elsewhere.context().request, again, second)
  await expectAppointments(elsewhere, [booked.date])

  const mail = await readMail(confirmed.email, 'sign-up-attempt')
  expect(mail.text).not.toContain(again.name)
  await elsewhere.goto(linkIn(mail))
  await expect(elsewhere.getByText(`Somebody signed up with ${confirmed.email}`)).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Add it to my account' }).click()
  const joined = elsewhere.getByRole('heading', { name: 'All of it is in your account' })
  await expect(joined).toBeVisible()
  await elsewhere.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(elsewhere, confirmed)
  await expectSignedIn(elsewhere)
  for (const one of [page, elsewhere]) await expectAppointments(one, [before.date, booked.date])
})

test('in another browser, the first account’s password merges the two accounts', async ({
  page,
  confirmed,
  readMail,
  visit,
  expectFailures,
}) => {
  expectFailures(/403/)
  const elsewhere = await visit()
  const again = await signUpAgain(elsewhere, confirmed)
  const booked = await bookFree(elsewhere.context().request, again, second)
  const reader = await visit()
  await reader.goto(linkIn(await readMail(confirmed.email, 'sign-up-attempt')))
  await reader.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await reader.getByRole('button', { name: 'Add it to my account' }).click()
  await expect(reader.getByText('This is not the password of the account.')).toBeVisible()
  await reader.getByRole('textbox', { name: 'Password' }).fill(confirmed.password)
  await reader.getByRole('button', { name: 'Add it to my account' }).click()
  await expect(reader.getByRole('heading', { name: 'All of it is in your account' })).toBeVisible()
  await expectAppointments(page, [booked.date])
})

test('when the owner denies a second sign-up, its account ends and the first account is unchanged', async ({
  page,
  confirmed,
  readMail,
  visit,
}) => {
  const own = await bookFree(page.context().request, confirmed, first)
  const stranger = await visit()
  await signUpAgain(stranger, confirmed)
  await byHistory(stranger, '/dashboard')
  await expect(stranger.getByText('You have no appointments yet')).toBeVisible()

  await page.goto(linkIn(await readMail(confirmed.email, 'sign-up-attempt')))
  await page.getByRole('button', { name: 'This was not me' }).click()
  await expect(page.getByRole('heading', { name: 'The second sign-up is removed' })).toBeVisible()
  await expectAppointments(page, [own.date])
  await stranger.goto('/dashboard')
  await expect(stranger.getByRole('heading', { name: 'Login' })).toBeVisible()
})
