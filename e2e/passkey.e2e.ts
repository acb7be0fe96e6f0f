import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import type { BrowserContext, Page } from '@playwright/test'
import { axe } from './setup/axe.ts'
import { logIn, redLine } from './setup/identity.ts'
import type { Patient } from './setup/patient.ts'
import type { Portal } from './setup/server.ts'
import { expect, test } from './setup/test.ts'

/** A device with a passkey store that has verified its user. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Sets up an authenticator app, which takes the key that the page shows. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Set up an app' })
  const key = (await dialog.getByRole('code').innerText()).replaceAll(' ', '')
  const app = createOTP(new TextDecoder().decode(base32.decode(key)))
  await dialog.getByRole('textbox', { name: 'Code' }).fill(await app.totp())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('after your password, a code is asked for')).toBeVisible()
}

/** Sets the last proof of identity back by some minutes. */
function forgetProof(dataDir: string, email: string) {
  const database = new DatabaseSync(join(dataDir, 'molar.db'), { timeout: 10_000 })
  const ofAccount = '"userId" = (select id from users where email = ?)'
  database.prepare(`update sessions set "provedAt" = '' where ${ofAccount}`).run(email)
  database.close()
}

/** There is no app that would show a code. One that comes too late leads back to the password. */
async function expectCodesRefused(page: Page, who: Patient, portal: Portal): Promise<void> {
  const login = '/login?from=%2Fdashboard%2Faccount'
  await page.goto(login)
  await logIn(page, who)
  const called = page.getByText(/If you have none of these, call the clinic: .*\d/)
  await expect(called.getByRole('link')).toHaveAttribute('href', /^tel:\+?\d+$/)
  const giveCode = async () => {
    await page.getByRole('textbox', { name: 'Code' }).fill('123456')
    await page.getByRole('button', { name: 'Go on' }).click()
  }
  await giveCode()
  await expect(redLine(page)).toHaveText('This code is not right, or was used before.')
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(redLine(page)).toHaveCount(0)
  await expect(page).toHaveURL(login)
  await logIn(page, who)
  await expect(called).toBeVisible()
  forgetProof(portal.dataDir, who.email)
  await giveCode()
  await expect(redLine(page)).toContainText('The time for the second step is over.')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  await expect(page).toHaveURL(login)
}

test('a passkey is added, signs in without a password, and serves as proof of identity', async ({
  page,
  context,
  confirmed,
  portal,
  visit,
  expectFailures,
}) => {
  expectFailures(/40[13]|recovery-codes/)
  await addAuthenticator(context, page)
  forgetProof(portal.dataDir, confirmed.email)
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
  await expect(question.getByRole('textbox', { name: 'Your password' })).toBeFocused()
  await page.keyboard.type(confirmed.password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  const codes = page.getByRole('alertdialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByText('You have 10 left')).toBeVisible()
  // On a phone it would have covered the title of the dialog.
  expect(await page.getByText('The passkey is added').count()).toBe(0)

  await expectCodesRefused(await visit(), confirmed, portal)

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  // The browser offers it together with the address; this virtual one accepts at once.
  await page.goto('/login?from=/dashboard/account')
  await expect(page.getByRole('region', { name: 'Second step at login' })).toBeVisible()

  forgetProof(portal.dataDir, confirmed.email)
  // As of an account that has neither a password nor an app.
  const ways = { recent: false, password: false, google: false, code: false, passkey: true }
  await page.route('**/account/proof', (route) => route.fulfill({ json: ways }), { times: 1 })
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await expect(question.getByRole('textbox')).toHaveAccessibleName('Recovery code')
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have stored them' }).click()

  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  const rename = passkeys.getByRole('button', { name: /^Rename / })
  await rename.click()
  const name = passkeys.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await name.fill('')
  await name.press('Enter')
  await expect(passkeys.getByText('Name is required')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Go back' }).click()
  await expect(rename).toBeFocused()
  await rename.click()
  await name.fill('Kitchen laptop')
  await name.press('Enter')
  await expect(passkeys.getByText('Kitchen laptop')).toBeVisible()
  await expect(rename).toBeFocused()

  await setUpApp(page)
  await page.getByRole('button', { name: 'Remove the app' }).click()
  const removal = page.getByRole('alertdialog', { name: 'Remove the authenticator app?' })
  await removal.getByRole('button', { name: 'Remove the app' }).click()
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeFocused()

  await passkeys.getByRole('button', { name: 'Remove Kitchen laptop' }).click()
  const last = page.getByRole('alertdialog', { name: 'Remove Kitchen laptop?' })
  await expect(last).toContainText('Your recovery codes end with it.')
  await axe(page)
  await last.getByRole('button', { name: 'Remove Kitchen laptop' }).click()
  await expect(passkeys).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused()

  await context.route('**/account/recovery-codes', (route) => route.abort(), { times: 1 })
  await setUpApp(page)
  await expect(page.getByText('You have none.')).toBeVisible()
  await expect(redLine(page)).toBeVisible()
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
})
