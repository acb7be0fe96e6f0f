import { expect, type Page } from '@playwright/test'
import type { Patient } from './patient.ts'

/** Opens a page whose form is pressed at once. Before its scripts are there no button sends. */
export async function openIdentityForm(page: Page, path: '/login' | '/signup'): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('main').locator('button[type=submit]')).toBeVisible()
}

/** Fills in the login form once its page's scripts are there, and sends it. */
export async function logIn(page: Page, { email, password }: Omit<Patient, 'name'>): Promise<void> {
  const send = page.getByRole('button', { name: 'Login', exact: true })
  await expect(send).toHaveAttribute('type', 'submit')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await send.click()
}

/** The small red line under a form. */
export function redLine(page: Page) {
  return page.getByRole('main').getByRole('alert')
}

export function accessToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'))
}

/** Signed in according to the page, with an access token. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect.poll(() => accessToken(page)).not.toBeNull()
}

export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL('/home')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }),
  ).toBeVisible()
  expect(await accessToken(page)).toBeNull()
}
