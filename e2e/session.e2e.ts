import { accessToken, expectSignedIn, expectSignedOut } from './setup/identity.ts'
import { expect, test } from './setup/test.ts'

for (const status of [401, 403]) {
  test(`a ${status} on loading appointments signs out and redirects to the home page`, async ({
    page,
    patient,
    expectFailures,
  }) => {
    expect(patient.email).toContain('@')
    // Any other call finds the session ended, too.
    expectFailures(new RegExp(`401|${status}`))
    await page.route('**/booking', (route) =>
      route.fulfill({ status, json: { code: 'refused', message: 'No.' } }),
    )
    await page.goto('/dashboard')
    await expectSignedOut(page)
    await expect.poll(() => page.context().cookies()).toEqual([])
  })
}

test('a session that was ended elsewhere signs out when the appointments are loaded', async ({
  page,
  request,
  patient,
  portal,
  expectFailures,
}) => {
  expectFailures(/401/)
  await page.goto('/about')
  await expectSignedIn(page)
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { origin: portal.origin, cookie }
  const ended = await request.post('/api/auth/sign-out', { data: {}, headers })
  expect(ended.status(), patient.email).toBe(200)
  await page.getByRole('link', { name: 'DashBoard' }).click()
  await expectSignedOut(page)
})

test('an expired token is silently renewed while the session lasts', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/401/)
  await page.goto('/about')
  await expectSignedIn(page)
  await page.evaluate(() => localStorage.setItem('accessToken', 'garbage'))
  await page.getByRole('link', { name: 'DashBoard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to my Dashboard' })).toBeVisible()
  await expect(page.getByText('You have no appointments yet')).toBeVisible()
  expect(await accessToken(page), patient.email).not.toBe('garbage')
  await expectSignedIn(page)
})
