import { expectAccessible } from './setup/accessible.ts'
import { signUpIn } from './setup/patient.ts'
import { openWithScripts } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

const placeholders = {
  '/about': 'this is about page',
  '/contact': 'This is contact page',
}

test('the placeholder pages show their text, and the contact page also shows the clinic’s contact details; the top bar shows the specified links, signed in and signed out', async ({
  page,
  portal,
}) => {
  for (const [path, text] of Object.entries(placeholders)) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
  }
  const main = page.getByRole('main')
  const call = main.getByRole('link', { name: '(718) 555-0142' })
  await expect(call).toHaveAttribute('href', 'tel:7185550142')
  await expect(main).toContainText('Mon to Sat, 8:00 AM to 5:00 PM')
  await expect(main.getByRole('region', { name: 'Stay connected with us' })).toContainText('Submit')
  const map = /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=48%20Court/
  await expect(main.getByRole('link', { name: /Brooklyn/ })).toHaveAttribute('href', map)

  await openWithScripts(page, '/about')
  await expect(main).toHaveText(placeholders['/about'])
  const links = ['Home', 'About', 'Appointment', 'Reviews', 'Contact']
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link')).toHaveText([...links, 'Login'])
  const end = page.getByRole('contentinfo')
  await expect(end.getByRole('link', { name: /Brooklyn/ })).toHaveAttribute('href', map)
  const emergency = end.getByRole('link', { name: 'Emergency: (718) 555-0142' })
  await expect(emergency).toHaveAttribute('href', 'tel:7185550142')
  await end.getByRole('link', { name: 'Teeth Whitening' }).click()
  await expect(page).toHaveURL('/#services')
  await expect(page.getByRole('heading', { name: 'Services We Provide' })).toBeFocused()

  await signUpIn(page.context(), portal)
  await page.goto('/about')
  await expect(bar.getByRole('link')).toHaveText([...links, 'DashBoard'])
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

test('an unknown address shows an accessible 404 page with a link to the home page; on a phone the top bar collapses into a menu button', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/404/)
  for (const path of ['/nothing/here', '/dashboard/nothing', '/index.html']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The web page was not found')
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')

  await page.setViewportSize({ width: 375, height: 700 })
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar).toBeHidden()
  const toggle = page.getByRole('button', { name: 'Menu' })
  await expect(async () => {
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true', { timeout: 500 })
  }).toPass()
  await expect(bar.getByRole('link', { name: 'Contact' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(toggle).toBeFocused()
  await toggle.click()
  await bar.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(bar).toBeHidden()
})

test('what is pressed before the scripts are there is pressed again once they are, unless it was pressed meanwhile', async ({
  visit,
}) => {
  const page = await visit({ viewport: { width: 390, height: 800 } })
  const menu = page.getByRole('button', { name: 'Menu' })
  let scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  scripts.resolve()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')

  scripts = Promise.withResolvers()
  await page.goto('/login', { waitUntil: 'commit' })
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: 'Password' }).fill('a secret')
  await main.getByRole('button', { name: 'Login', exact: true }).click()
  scripts.resolve()
  await expect(main.getByText('Email is required')).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'Password' })).toHaveValue('a secret')

  await page.addInitScript(() => {
    window.requestIdleCallback = (idle) => {
      Object.assign(window, { idle })
      return 1
    }
  })
  scripts = Promise.withResolvers()
  await page.goto('/about', { waitUntil: 'commit' })
  await menu.click()
  scripts.resolve()
  await expect.poll(() => page.evaluate(() => 'idle' in window)).toBe(true)
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await page.evaluate('idle()')
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the public pages can be read', async ({ page, expectFailures }) => {
    // Chromium reports a script that it does not run in this way.
    expectFailures(/request failed: csp/)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your New Smile Starts Here')
    await expect(page.getByRole('figure')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
    await expect(page.locator('noscript')).toBeVisible()
    for (const [path, text] of Object.entries(placeholders)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
    }
    await page.getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    const note = page.locator('noscript')
    await expect(note).toBeVisible()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
    expect(await note.evaluate((element) => element.textContent)).toContain('needs JavaScript')
    await page.goto('/appointment')
    await expect(page.getByText('One moment')).toBeHidden()
    await expect(note).toBeVisible()
    // Playwright's own text reading skips this element.
    expect(await note.evaluate((element) => element.textContent)).toContain('needs JavaScript')
  })
})
