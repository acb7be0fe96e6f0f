import { axe } from './setup/axe.ts'
import { openIdentityForm } from './setup/identity.ts'
import { openWithScripts } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

const english = { name: 'English', exact: true } as const
const spanish = { name: 'Español', exact: true } as const
const spanishBrowser = { locale: 'es-MX' } as const

test('a page is served in the browser’s language before any script runs', async ({
  visit,
  expectFailures,
}) => {
  // The scripts that this browser does not fetch.
  expectFailures(/request failed: csp/)
  const page = await visit({ ...spanishBrowser, javaScriptEnabled: false })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page).toHaveTitle('Su nueva sonrisa empieza aquí · Molar Dental')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Su nueva sonrisa empieza aquí')
})

test('switching the language translates the whole page, preserves typed text, and persists; the page changes its language even when the server cannot be reached', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/ERR_FAILED/)
  await openIdentityForm(page, '/signup')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Newcomer')
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Provide a valid email')).toBeVisible()

  const kept = page.waitForResponse('**/language')
  await page.getByRole('button', spanish).click()
  await expect(page.getByRole('button', english)).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page).toHaveTitle('Crear cuenta · Molar Dental')
  await expect(page.getByText('Escriba un correo electrónico válido')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Ada Newcomer')
  await expect(page.getByRole('textbox', { name: 'Correo electrónico' })).toHaveValue('ada@')
  await kept

  await openWithScripts(page, '/about')
  await expect(page).toHaveTitle('Nosotros · Molar Dental')
  await page.route('**/language', (route) => route.abort())
  await page.getByRole('button', english).click()
  await expect(page).toHaveTitle('About · Molar Dental')
})

test('the chosen language overrides the browser’s language', async ({ visit }) => {
  const page = await visit(spanishBrowser)
  await openWithScripts(page, '/')
  const kept = page.waitForResponse('**/language')
  await page.getByRole('button', english).click()
  await kept
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your New Smile Starts Here')
})

test('the language switch is in the menu on a phone, and beside the form on the sign-in page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openWithScripts(page, '/')
  await expect(page.getByRole('button', spanish)).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  const inMenu = page.getByRole('navigation', { name: 'Main' }).getByRole('button', spanish)
  await expect(inMenu).toHaveAttribute('lang', 'es')
  const kept = page.waitForResponse('**/language')
  await inMenu.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  await axe(page)
  // The server may not have received what a page sends just before it is left.
  await kept

  await openIdentityForm(page, '/login')
  await page.getByRole('main').getByRole('button', english).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})
