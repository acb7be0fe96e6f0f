import { accessToken, expectSignedIn, expectSignedOut } from './setup/identity.ts'
import { signUpIn } from './setup/patient.ts'
import { expect, test } from './setup/test.ts'

test('a 401 or a 403 on loading appointments signs out and redirects to the home page', async ({
  page,
  portal,
  expectFailures,
}) => {
  for (const status of [401, 403]) {
    // Any other call finds the session ended, too.
    expectFailures(new RegExp(`401|${status}`))
    await signUpIn(page.context(), portal)
    await page.route('**/booking', (route) =>
      route.fulfill({ status, json: { code: 'refused', message: 'No.' } }),
    )
    const refused = page.waitForResponse('**/booking')
    await page.goto('/dashboard')
    expect((await refused).status()).toBe(status)
    await expectSignedOut(page)
    await expect.poll(() => page.context().cookies()).toEqual([])
    // Until the page has read the answer, the next one would sign out once more.
    const unfinished = () => page.evaluate(() => localStorage.getItem('signOutUnfinished'))
    await expect.poll(unfinished).toBeNull()
  }
})

test('an expired token is silently renewed while the session lasts; a session that was ended elsewhere signs out on the appointments, whichever call learns it', async ({
  page,
  request,
  patient,
  portal,
  expectFailures,
}) => {
  expectFailures(/401/)
  await page.goto('/about')
  await expectSignedIn(page)
  await page.evaluate(() => localStorage.setItem('accessToken', 'garbage'))
  await page.getByRole('link', { name: 'DashBoard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to my Dashboard' })).toBeVisible()
  await expect(page.getByText('You have no appointments yet')).toBeVisible()
  expect(await accessToken(page)).not.toBe('garbage')
  await expectSignedIn(page)

  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { origin: portal.origin, cookie }
  const ended = await request.post('/api/auth/sign-out', { data: {}, headers })
  expect(ended.status(), patient.email).toBe(200)
  // The appointments themselves are not answered: their own refusal would lead to the same page.
  await page.route('**/booking', () => {})
  await page.getByRole('link', { name: 'DashBoard' }).click()
  await expectSignedOut(page)
})
