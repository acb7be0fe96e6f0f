import { expectSignedIn, logIn, openIdentityForm, redLine } from './setup/identity.ts'
import { linkIn } from './setup/mailbox.ts'
import { signUp } from './setup/patient.ts'
import { expect, test } from './setup/test.ts'

test('a forgotten password is replaced through the email link, which works once', async ({
  page,
  request,
  readMail,
  expectFailures,
}) => {
  expectFailures(/40[01]/)
  const patient = await signUp(request)
  await openIdentityForm(page, '/login')
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(redLine(page)).toHaveText('Please enter your email first')
  await page.getByRole('textbox', { name: 'Email' }).fill(patient.email)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(page.getByText('Sent password reset email')).toBeVisible()
  const isOnItsWay = page
    .getByRole('status')
    .filter({ hasText: `If ${patient.email} has an account` })
  await expect(isOnItsWay).toBeVisible()

  const link = linkIn(await readMail(patient.email, 'password-reset'))
  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password' }).fill('an even quieter evening')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page).toHaveURL('/login')

  await logIn(page, patient)
  await expect(redLine(page)).toHaveText('Invalid email or password')
  await logIn(page, { email: patient.email, password: 'an even quieter evening' })
  await expectSignedIn(page)

  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password' }).fill('changed twice')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused()
})
