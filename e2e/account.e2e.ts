import type { Page } from '@playwright/test'
import type { Booking } from '../contract/appointments/appointment.ts'
import { expectAccessible, onPhone } from './setup/accessible.ts'
import { bookFree, openForm } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { expectSignedIn, logIn, redLine } from './setup/identity.ts'
import { linkIn } from './setup/mailbox.ts'
import { newPatient } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

/** On a phone the menu is moved to the entry that a page belongs to. */
async function expectEntryOnPhone(page: Page, path: string): Promise<void> {
  await onPhone(page, async () => {
    await page.goto(path)
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu.getByRole('link', { name: 'My Account' })).toBeInViewport({ ratio: 1 })
  })
}

/** From the mail of an earlier request, while another one waits for its link. */
async function followOldLink(page: Page, email: string, signedInAs: string): Promise<void> {
  await page.goto('/dashboard/account/email#token=over')
  await page.getByRole('button', { name: `Use ${email}` }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused()
  await expect(page.getByText(`You are signed in as ${signedInAs}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to My Account' })).toBeVisible()
}

async function expectPasswordKept(page: Page): Promise<void> {
  const another = page.getByRole('textbox', { name: 'New password' })
  await another.fill('an even quieter evening')
  await page.getByRole('link', { name: 'My Family' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(another).toHaveValue('an even quieter evening')
  await another.fill('')
}

test('a patient changes name, phone, language and e-mail address, ends a session, and deletes the account', async ({
  page,
  confirmed,
  readMail,
  visit,
  expectFailures,
}) => {
  expectFailures(/40[134]/)
  const elsewhere = await visit()
  await elsewhere.goto('/login')
  await logIn(elsewhere, confirmed)
  await expectSignedIn(elsewhere)

  await page.goto('/dashboard/account')
  const details = page.getByRole('region', { name: 'About you' })
  await details.getByRole('textbox', { name: 'Name' }).fill('Jo Roe')
  await details.getByRole('textbox', { name: 'Phone' }).fill('(718) 555-0100')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your details are saved')).toBeVisible()

  await expectPasswordKept(page)

  // The browser asks for Spanish, and nobody has chosen it.
  const abroad = await visit({ locale: 'es-MX', storageState: await page.context().storageState() })
  await abroad.goto('/dashboard/account')
  const languages = abroad.getByRole('group', { name: 'Idioma' })
  await expect(languages.getByRole('radio', { name: 'English' })).toBeChecked()
  const stored = abroad.waitForResponse('**/language')
  await languages.getByRole('radio', { name: 'Español' }).check()
  await stored
  await abroad.reload()
  await expect(languages.getByRole('radio', { name: 'Español' })).toBeChecked()
  const storedAgain = abroad.waitForResponse('**/language')
  await abroad.getByRole('button', { name: 'English', exact: true }).click()
  await storedAgain
  await expect(abroad.getByRole('radio', { name: 'English' })).toBeChecked()

  const { email } = newPatient()
  const change = page.getByRole('button', { name: 'Change the address' })
  await change.click()
  const address = page.getByRole('region', { name: 'E-mail address' })
  await address.getByRole('button', { name: 'Go back' }).click()
  await expect(change).toBeFocused()
  await change.click()
  await expect(address.getByRole('textbox', { name: 'New e-mail address' })).toBeFocused()
  await address.getByRole('textbox', { name: 'New e-mail address' }).fill(email)
  await address.getByRole('textbox', { name: 'Your password' }).fill(confirmed.password)
  await address.getByRole('button', { name: 'Send the link' }).click()
  await expect(address.getByText(`We have sent a link to ${email}`)).toBeVisible()
  await expect(change).toBeFocused()

  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: /^End /, description: /^Last seen: / }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await elsewhere.goto('/dashboard')
  await expect(elsewhere.getByRole('heading', { name: 'Login' })).toBeVisible()

  await followOldLink(page, email, confirmed.email)
  await page.goto(linkIn(await readMail(email, 'email-change')))
  await page.getByRole('button', { name: `Use ${email}` }).click()
  await expect(page).toHaveURL('/dashboard/account')
  await expect(address.getByText(email, { exact: true })).toBeVisible()

  const input = { days: 5, treatment: 'Teeth Cleaning', slot: '2:00 PM - 2:30 PM' }
  const booking = await bookFree(page.request, { ...confirmed, email }, input)
  await byHistory(page, `/appointment?date=${openDay(await readCalendar(page.request), 40)}`)
  const form = await openForm(page, 'Oral Surgery')
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Jo Roe')
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveValue('(718) 555-0100')

  await expectEntryOnPhone(page, '/dashboard/account/data')
  await byHistory(page, '/dashboard/account/delete')
  await expect(page.getByText('1 appointment to come will be cancelled:')).toBeVisible()
  await expectEnding(page, booking)
  const last = page.getByRole('button', { name: 'Delete my account and cancel 1 appointment' })
  await page.getByRole('textbox', { name: 'Your password' }).fill('not this one')
  await last.click()
  await expect(page.getByText('This is not the password of the account.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your password' }).fill(confirmed.password)
  await last.click()
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect((await readMail(email, 'account-deleted')).text).toContain('Teeth Cleaning')
  await page.getByRole('link', { name: 'Login' }).first().click()
  await logIn(page, { ...confirmed, email })
  await expect(redLine(page)).toBeVisible()
})

/** The name stands apart, so that one from right to left leaves the money beside it where it is. */
async function expectEnding(page: Page, { date, patientName }: Booking) {
  const ending = page.getByRole('listitem').filter({ hasText: date })
  await expect(ending.locator('bdi')).toHaveText(patientName)
}

test('a link that no longer stops a change of address leads to the login and the clinic’s number', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/404/)
  await page.goto('/stop-email-change#token=over')
  await page.getByRole('button', { name: 'Stop the change' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused()
  const main = page.getByRole('main')
  await expect(main.getByText(/call us:/).getByRole('link')).toHaveAttribute('href', /^tel:/)
  await expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await expectAccessible(page)
})
