import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { logIn, redLine } from './setup/identity.ts'
import { signUp } from './setup/patient.ts'
import { addAuthenticator, addUsers, staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

function rowOf(page: Page, email: string) {
  return page.getByRole('row').filter({ hasText: email })
}

async function openUsers(page: Page, search = ''): Promise<void> {
  await page.goto(`/dashboard/users${search && `?search=${encodeURIComponent(search)}`}`)
  await expect(page.getByRole('table', { name: 'All Users' })).toBeVisible()
}

/** On how many lines the part of an e-mail address after its @ stands. */
function linesOfDomain(address: Element): number {
  const texts = [...address.childNodes].filter((one) => one instanceof Text)
  const [first, last] = [texts.find(({ data }) => data.includes('@')), texts.at(-1)]
  if (!first || !last) return 0
  const range = document.createRange()
  range.setStart(first, first.data.indexOf('@') + 1)
  range.setEnd(last, last.length)
  const shown = [...range.getClientRects()].filter(({ width }) => width > 0)
  return new Set(shown.map(({ top }) => top)).size
}

test('an admin finds their own row, signs a patient out, resets their second step and changes their role, each with a confirmation', async ({
  page,
  portal,
  staff,
}) => {
  await openUsers(page, staff.email)
  const headings = page.getByRole('columnheader')
  await expect(headings).toHaveText(['Index', 'Email', 'Make admin', 'Remove user'])
  const own = rowOf(page, staff.email)
  await expect(own.getByText('Admin', { exact: true })).toHaveCount(2)
  await expect(own.getByText('You')).toBeVisible()
  await expect(own.getByRole('button')).toHaveCount(0)

  addUsers(portal, 1, 'newlypromoted.example')
  const email = 'patient0001@newlypromoted.example'
  await openUsers(page, email)
  const row = rowOf(page, email)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await row.getByText(email).evaluate(linesOfDomain), 'the domain is whole').toBe(1)
  await page.setViewportSize({ width: 1280, height: 720 })
  const act = async (name: string) => (await row.getByRole('button', { name }).boundingBox())?.y
  expect(await act('Lift'), 'one line of acts').toBe(await act('Change role'))
  await row.getByRole('button', { name: 'Make admin' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(email)
  await question.getByRole('button', { name: 'Make admin' }).click()
  await expect(page.getByRole('status').getByText('Successfully made an admin')).toBeVisible()
  await expect(row.getByText('Admin', { exact: true }), staff.email).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All Users' })).toBeFocused()
  await row.getByRole('button', { name: 'Remove admin right' }).click()
  await question.getByRole('button', { name: 'Remove admin right' }).click()
  await expect(row.getByRole('button', { name: 'Make admin' })).toBeVisible()

  await row.getByRole('button', { name: 'Sign out everywhere' }).click()
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('status').getByText(`${email} was signed out`)).toBeVisible()
  const reset = row.getByRole('button', { name: 'Reset second step' })
  await expect(reset).toHaveCount(0)
  addAuthenticator(portal, email)
  await openUsers(page, email)
  await reset.click()
  await question.getByRole('button', { name: 'Reset second step' }).click()
  await expect(page.getByText(`The second step of ${email} was reset`)).toBeVisible()
  await expect(reset).toHaveCount(0)

  await row.getByRole('button', { name: 'Change role' }).click()
  await question.getByRole('radio', { name: 'Front desk' }).check()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Change the role' }).click()
  await expect(row.getByText('Front desk')).toBeVisible()
})

test('a refused promotion shows the fixed text and keeps the dialog', async ({
  page,
  portal,
  staff,
  expectFailures,
}) => {
  expectFailures(/403/)
  addUsers(portal, 1, 'refused.example')
  const email = 'patient0001@refused.example'
  await openUsers(page, email)
  const body = { code: 'forbidden', message: 'No.' }
  await page.route('**/users/admin/*', (route) => route.fulfill({ status: 403, json: body }))
  await rowOf(page, email).getByRole('button', { name: 'Make admin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make admin' }).click()
  // The dialog stays open below the toast, which is announced and can still be closed.
  const why = page.getByRole('alert').filter({ hasText: 'Failed to make an admin' })
  await expect(why, staff.email).toBeVisible()
  await why.getByRole('button', { name: 'Close' }).click()
  await expect(why).toBeHidden()
  await expect(page.getByRole('alertdialog')).toBeVisible()
})

test('an unconfirmed user cannot be made an admin; removing them asks for confirmation, and they cannot sign in', async ({
  page,
  request,
  staff,
  visit,
  expectFailures,
}) => {
  expectFailures(/401/)
  const patient = await signUp(request)
  await openUsers(page)
  await page.getByRole('searchbox', { name: 'Search users' }).fill(patient.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = rowOf(page, patient.email)
  await expect(row).toContainText('Once their e-mail is verified')
  await expect(row.getByRole('button', { name: 'Make admin' })).toHaveCount(0)
  const remove = row.getByRole('button', { name: 'Remove user' })
  await remove.click()
  const dialog = page.getByRole('alertdialog', { name: `Remove ${patient.name}?` })
  await expect(dialog).toContainText(patient.email)
  await expect(dialog).toContainText('They have no appointments to come.')
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()

  await remove.click()
  await dialog.getByRole('button', { name: `Remove ${patient.name}` }).click()
  await expect(page.getByRole('status').getByText(`${patient.email} was removed`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All Users' })).toBeFocused()

  const other = await visit()
  await other.goto('/login')
  await logIn(other, patient)
  await expect(redLine(other), `removed by ${staff.email}`).toBeVisible()
})

test('where the appointments of an unconfirmed account are not known, the dialog says that they are cancelled, and it shows the reason why a user was not removed', async ({
  page,
  request,
  staff,
  expectFailures,
}) => {
  expectFailures(/500|409/)
  const { email, name } = await signUp(request)
  const message = 'The clinic needs at least one admin. Make somebody else an admin first.'
  const isRemoval = (url: URL) => url.pathname.startsWith('/users/') && url.search !== ''
  await page.route(isRemoval, (route) =>
    route.fulfill({ status: 409, json: { code: 'last_admin', message } }),
  )
  await openUsers(page, email)
  await page.route('**/users/removal/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Out of order.' } }),
  )
  const remove = rowOf(page, email).getByRole('button', { name: 'Remove user' })
  await remove.click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog, staff.email).toContainText('We could not look up their appointments')
  await expect(dialog).toContainText('Those that they booked without confirming their e-mail')
  await expect(dialog).not.toContainText('They stay booked')
  const sent = page.waitForRequest((one) => one.method() === 'DELETE')
  await dialog.getByRole('button', { name: `Remove ${name}` }).click()
  expect(new URL((await sent).url()).searchParams.get('appointments')).toBe('cancel')
  await expect(dialog.getByRole('alert').filter({ hasText: message })).toBeVisible()

  await page.unroute('**/users/removal/*')
  await page.reload()
  await remove.click()
  await expect(dialog).toContainText('They have no appointments to come.')
  await dialog.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(dialog.getByRole('alert')).toHaveText(message)
  await expectAccessible(page)
})

test('a search is not stored in the address, a reload restores it, Back undoes it, and an empty result links back to all users', async ({
  page,
  request,
  staff,
}) => {
  const { email } = await signUp(request)
  await openUsers(page)
  const field = page.getByRole('searchbox', { name: 'Search users' })
  await field.pressSequentially(email.slice(0, 8))
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL('/dashboard/users')
  await page.reload()
  await expect(field).toHaveValue(email.slice(0, 8))
  await expect(rowOf(page, email)).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('')
  // The heading, the searched user, and others: which of them come first depends on other tests.
  await expect(page.getByRole('row').nth(2), staff.email).toBeVisible()

  await page.goto('/dashboard/users?search=nobody-at-all')
  await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all users' }).click()
  await expect(page).toHaveURL('/dashboard/users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('users load page by page with continuous numbering', async ({ page, portal, staff }) => {
  addUsers(portal, 120, 'many.example', 'many')
  await openUsers(page, 'many')
  const pages = page.getByRole('navigation', { name: 'Pages of users' })
  const first = page.getByRole('cell').first()
  await expect(page.getByRole('row')).toHaveCount(51)
  await expect(first).toHaveText('1')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2')
  await expect(first).toHaveText('51')
  await expect(rowOf(page, 'many0100@many.example')).toBeVisible()
  await expectAccessible(page)
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(rowOf(page, 'many0001@many.example'), staff.email).toBeVisible()
})
