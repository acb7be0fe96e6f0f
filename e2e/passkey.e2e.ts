import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrowserContext, Page } from '@playwright/test'
import { logIn } from './setup/identity.ts'
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

/** Sets the last proof of identity back by some minutes. */
function forgetProof(dataDir: string, email: string) {
  const database = new DatabaseSync(join(dataDir, 'molar.db'), { timeout: 10_000 })
  const ofAccount = '"userId" = (select id from users where email = ?)'
  database.prepare(`update sessions set "provedAt" = '' where ${ofAccount}`).run(email)
  database.close()
}

test('a passkey is added, signs in without a password, and serves as proof of identity', async ({
  page,
  context,
  confirmed,
  portal,
  visit,
  expectFailures,
}) => {
  expectFailures(/40[13]/)
  await addAuthenticator(context, page)
  forgetProof(portal.dataDir, confirmed.email)
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
  await question.getByRole('textbox', { name: 'Your password' }).fill(confirmed.password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  const codes = page.getByRole('alertdialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByText('You have 10 left')).toBeVisible()

  const elsewhere = await visit()
  await elsewhere.goto('/login')
  await logIn(elsewhere, confirmed)
  await expect(
    elsewhere.getByText(/If you have none of these, call the clinic: .*\d/),
  ).toBeVisible()

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  // The browser offers it together with the address; this virtual one accepts at once.
  await page.goto('/login?from=/dashboard/account')
  await expect(page.getByRole('region', { name: 'Second step at login' })).toBeVisible()

  forgetProof(portal.dataDir, confirmed.email)
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
})
