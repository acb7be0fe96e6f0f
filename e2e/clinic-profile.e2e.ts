import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { changing } from './setup/server.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: changing })

async function openProfile(page: Page): Promise<void> {
  await page.goto('/dashboard/clinic')
  await expect(page.getByRole('textbox', { name: 'Name of the clinic' })).not.toHaveValue('')
}

test('a saved profile appears on the public pages immediately; the preview renders the page’s content and runs no script; a missing value is reported at its field, typed text remains after a failed save, and leaving asks first', async ({
  page,
  staff,
  visit,
  expectFailures,
}) => {
  expectFailures(/503/)
  await openProfile(page)
  await page.getByRole('textbox', { name: 'Address' }).fill('7 Harbor Lane, Brooklyn, NY 11231')
  await page.getByRole('textbox', { name: 'Opening hours' }).fill('Tue to Fri, 9:00 AM to 6:00 PM')
  await page
    .getByRole('textbox', { name: 'About page' })
    .fill('## Who we are\n\nThree **calm** dentists.')
  await page.getByRole('button', { name: 'Save clinic profile' }).click()
  await expect(page.getByRole('status').getByText('Clinic profile saved')).toBeVisible()
  const home = await visit()
  await home.goto('/')
  await expect(home.getByText('Tue to Fri, 9:00 AM to 6:00 PM').first()).toBeVisible()
  await expect(home.getByText('7 Harbor Lane, Brooklyn, NY 11231').first()).toBeVisible()
  const link = page.getByRole('link', { name: /See the about page/ })
  const [about] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await expect(about.getByRole('heading', { name: 'Who we are' })).toBeVisible()
  await expect(about.getByText('calm')).toBeVisible()

  await page.getByText('Preview of the contact page').click()
  const contact = page.getByRole('textbox', { name: 'Contact page' })
  await contact.fill(
    '## Find us\n\n- by tram\n\n<script>window.hit = 1</script><img src=x onerror="window.hit = 1">\n\n[click](javascript:window.hit=1)',
  )
  const preview = page.getByRole('region', { name: 'Preview of the contact page' })
  await expect(preview.getByRole('heading', { name: 'Find us' })).toBeVisible()
  await expect(preview.getByRole('listitem')).toHaveText('by tram')
  await expect(preview.getByRole('link')).toHaveCount(0)
  expect(await preview.locator('script, img').count()).toBe(0)
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  await expectAccessible(page)

  const phone = page.getByRole('textbox', { name: 'Phone' })
  await phone.fill(' ')
  await page.getByRole('button', { name: 'Save clinic profile' }).click()
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAccessibleDescription('Please give a phone number')
  await expectAccessible(page)
  await phone.fill('abc')
  await expect(phone).toHaveAccessibleDescription(/^Write a number like/)
  await phone.fill('(718) 555-0199')
  const failure = {
    code: 'unavailable',
    message: 'We cannot answer just now. Please try again shortly.',
  }
  await page.route('**/staff/clinic', (route) => route.fulfill({ status: 503, json: failure }))
  await page.getByRole('button', { name: 'Save clinic profile' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(failure.message)
  await expect(phone, staff.email).toHaveValue('(718) 555-0199')
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
})
