import type { Page } from '@playwright/test'
import { openDay, readCalendar } from './setup/calendar.ts'
import { startGoogle } from './setup/google.ts'
import { expectSignedIn, openIdentityForm, redLine } from './setup/identity.ts'
import { newPatient, signUp } from './setup/patient.ts'
import { openWithScripts } from './setup/screens.ts'
import { type Portal, startServer } from './setup/server.ts'
import { test as base, expect } from './setup/test.ts'

const test = base.extend({
  portal: async ({ openPortal }, provide) => provide(await openPortal('google', startWithGoogle)),
})

/** A portal with a Google-like provider, which ends with it. */
async function startWithGoogle(): Promise<Portal> {
  let google: Awaited<ReturnType<typeof startGoogle>> | undefined
  const portal = await startServer(async (origin) => {
    google = await startGoogle(origin)
    return google.settings
  })
  const stop = async () => {
    await portal.stop()
    await google?.stop()
  }
  return { ...portal, stop }
}

async function continueWithGoogle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('textbox', { name: 'Email at Google' })).toBeVisible()
}

async function be(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email at Google' }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

// One worker takes them all: each would start such a portal of its own.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ expectFailures }) => expectFailures(/http:\/\/127\.0\.0\.1:/))

test('a patient signs in with Google and returns to the requested page, after a sign-in cancelled at Google, which shows an error', async ({
  page,
}) => {
  const { email } = newPatient()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login?from=%2Fdashboard')
  await continueWithGoogle(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(redLine(page)).toContainText('You stopped the sign-in at Google.')
  await continueWithGoogle(page)
  await be(page, email)
  await expect(page).toHaveURL('/dashboard')
  await expectSignedIn(page)
  await page.goto(`/appointment?date=${openDay(await readCalendar(page.request), 3)}`)
  await page.getByRole('button', { name: 'Book Appointment' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Grace Google')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
})

test('after the session ended, signing in with Google in another tab brings back what was typed', async ({
  page,
  portal: { origin },
  expectFailures,
}) => {
  expectFailures(/401/)
  const { email } = newPatient()
  await openWithScripts(page, '/login?from=%2Fdashboard%2Ffamily')
  await continueWithGoogle(page)
  await be(page, email)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Timmy Doe')
  const ended = await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin } })
  expect(ended.status()).toBe(200)
  await name.press('Enter')

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open a tab to log in with Google' }).click()
  const tab = await opened
  await continueWithGoogle(tab)
  await be(tab, email)
  await expectSignedIn(tab)
  await expect(name).toHaveValue('Timmy Doe')
  await name.press('Enter')
  await expect(page.getByRole('cell', { name: 'Timmy Doe', exact: true })).toBeVisible()
})

test('signing up with Google leads to the appointment page', async ({ page }) => {
  await openIdentityForm(page, '/signup')
  await continueWithGoogle(page)
  await be(page, newPatient().email)
  await expect(page).toHaveURL('/appointment')
  await expectSignedIn(page)
})

test('signing in with Google claims an unverified account of the same address and locks out its creator', async ({
  page,
  request,
  expectFailures,
}) => {
  expectFailures(/401/)
  const squatter = await signUp(request)
  await openIdentityForm(page, '/login')
  await continueWithGoogle(page)
  await be(page, squatter.email)
  await expect(page).toHaveURL('/')
  await expectSignedIn(page)

  const answer = await request.post('/api/auth/sign-in/email', { data: squatter })
  expect(answer.status()).not.toBe(200)
  const session = await request.get('/api/auth/get-session')
  expect(await session.json()).toBeNull()
})
