import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import {
  expectSignedIn,
  expectSignedOut,
  logIn,
  openIdentityForm,
  redLine,
} from './setup/identity.ts'
import { signUp } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

/** Continuing with Google says that it is not set up, and keeps what is typed. */
async function expectNoGoogle(page: Page): Promise<void> {
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('pat@patients.example')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(redLine(page)).toContainText('Google sign-in is not set up')
  await expect(email).toHaveValue('pat@patients.example')
}

test('a missing or malformed value is reported with the clinic’s own message, and that Google sign-in is not set up, accessibly; a wrong password shows an error and the form stays filled, and the right one returns to the page; a spinner covers the page during a sign-in, and is shown while a page waits for the session', async ({
  page,
  request,
  expectFailures,
}) => {
  expectFailures(/40[01]/)
  await openIdentityForm(page, '/login')
  await expectNoGoogle(page)
  await expectAccessible(page)
  await logIn(page, { email: '', password: '' })
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await logIn(page, { email: 'pat at home', password: 'short' })
  await expect(page.getByText('Provide a valid email')).toBeVisible()
  await expect(page.getByText('Password must contain 6 character')).toBeVisible()

  await page.getByRole('link', { name: 'Create an account' }).click()
  await expectNoGoogle(page)
  await page.getByRole('textbox', { name: 'Email' }).fill('')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Password should contains at least 6 characters')).toBeVisible()

  const patient = await signUp(request)
  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await byHistory(page, '/appointment?date=2099-01-01')
  await expect(page).toHaveURL('/login?from=%2Fappointment%3Fdate%3D2099-01-01')

  await logIn(page, { email: patient.email, password: 'not this one' })
  await expect(redLine(page)).toHaveText('Invalid email or password')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(patient.email)
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('not this one')

  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/auth/sign-in/email', async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  await logIn(page, patient)
  await asked.promise
  const spinner = page.getByRole('status').filter({ hasText: 'One moment' })
  const { width, height } = (await spinner.boundingBox()) ?? { width: 0, height: 0 }
  expect({ width, height }).toEqual(page.viewportSize())
  answered.resolve()
  await expect(page).toHaveURL('/appointment?date=2099-01-01')
  await expectSignedIn(page)
  await expect(spinner).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/about')

  const looked = Promise.withResolvers<void>()
  await page.route('**/api/auth/get-session', async (route) => {
    await looked.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(spinner).toBeVisible()
  looked.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to my Dashboard')
})

test('signing out removes the access token, opens the home page and cancels a pending role request; signing in again loads the role, waits for a pending sign-out and is not undone by it, and signing out ends the session', async ({
  page,
  patient,
}) => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(
    '**/admin/*',
    async (route) => {
      asked.resolve()
      await answered.promise
      await route.continue()
    },
    { times: 1 },
  )
  await page.goto('/dashboard')
  await asked.promise
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectSignedOut(page)
  answered.resolve()
  await page.getByRole('link', { name: 'Login' }).first().click()
  await logIn(page, patient)
  await expectSignedIn(page)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible()

  const signedOut = Promise.withResolvers<void>()
  const order: string[] = []
  await page.route('**/api/auth/sign-out', async (route) => {
    await signedOut.promise
    await route.continue()
  })
  page.on('request', (asked) => asked.url().endsWith('/sign-in/email') && order.push('sign-in'))
  page.on('requestfinished', (done) => done.url().endsWith('/sign-out') && order.push('sign-out'))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectSignedOut(page)
  await page.getByRole('link', { name: 'Login' }).first().click()
  await logIn(page, patient)
  await expect(page.getByRole('status').filter({ hasText: 'One moment' })).toBeVisible()
  signedOut.resolve()
  await expectSignedIn(page)
  expect(order).toEqual(['sign-out', 'sign-in'])
  await page.goto('/dashboard')
  await expectSignedIn(page)

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectSignedOut(page)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login?from=%2Fdashboard')
})
