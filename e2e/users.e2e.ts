import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { type Patient, signUp } from './setup/patient.ts'
import type { Portal } from './setup/server.ts'
import { addAuthenticator, addUsers, staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

function rowOf(page: Page, email: string) {
  return page.getByRole('row').filter({ hasText: email })
}

async function openUsers(page: Page): Promise<void> {
  await page.goto('/dashboard/users')
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

test('an admin finds their own row, promotes a patient at the second try, signs them out, resets their second step and changes their role, each with a confirmation', async ({
  page,
  portal,
  staff,
  expectFailures,
}) => {
  expectFailures(/403/)
  await openUsers(page)
  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.fill(staff.email)
  const headings = page.getByRole('columnheader')
  await expect(headings).toHaveText(['Index', 'Email', 'Make admin', 'Remove user'])
  const own = rowOf(page, staff.email)
  await expect(own.getByText('Admin', { exact: true })).toHaveCount(2)
  await expect(own.getByText('You')).toBeVisible()
  await expect(own.getByRole('button')).toHaveCount(0)

  addUsers(portal, 2, 'newlypromoted.example', 'promoted')
  const email = 'promoted0001@newlypromoted.example'
  addAuthenticator(portal, email)
  await search.fill('promoted')
  const row = rowOf(page, email)
  await expect(row).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await row.getByText(email).evaluate(linesOfDomain), 'the domain is whole').toBe(1)
  await page.setViewportSize({ width: 1280, height: 720 })
  const act = async (name: string) => (await row.getByRole('button', { name }).boundingBox())?.y
  expect(await act('Lift'), 'one line of acts').toBe(await act('Change role'))
  await row.getByRole('button', { name: 'Make admin' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(email)
  await expectRefusedPromotion(page)
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
  const reset = { name: 'Reset second step' }
  await expect(rowOf(page, 'promoted0002').getByRole('button', reset)).toHaveCount(0)
  await row.getByRole('button', reset).click()
  await question.getByRole('button', reset).click()
  await expect(page.getByText(`The second step of ${email} was reset`)).toBeVisible()
  await expect(row.getByRole('button', reset)).toHaveCount(0)

  await row.getByRole('button', { name: 'Change role' }).click()
  await question.getByRole('radio', { name: 'Front desk' }).check()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Change the role' }).click()
  await expect(row.getByText('Front desk')).toBeVisible()
})

/** Collects the text of each message in `data-messages` of the body, also of those that disappear. */
async function recordMessages(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset.messages = ''
    new MutationObserver(() => {
      const texts = [...document.querySelectorAll('[role=status]')].map((one) => one.textContent)
      document.body.dataset.messages += texts.join()
    }).observe(document.body, { childList: true, subtree: true })
  })
}

/** A refused promotion shows the fixed text and keeps the dialog. */
async function expectRefusedPromotion(page: Page): Promise<void> {
  const calls = '**/users/admin/*'
  const body = { code: 'forbidden', message: 'No.' }
  await page.route(calls, (route) => route.fulfill({ status: 403, json: body }))
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Make admin' }).click()
  // The dialog stays open below the toast, which is announced and can still be closed.
  const why = page.getByRole('alert').filter({ hasText: 'Failed to make an admin' })
  await expect(why).toBeVisible()
  await why.getByRole('button', { name: 'Close' }).click()
  await expect(why).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.unroute(calls)
}

/** A search is not stored in the address, a reload restores it, Back undoes it, and what many match loads page by page. */
async function expectSearched(page: Page, portal: Portal, email: string): Promise<void> {
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
  await expect(page.getByRole('row').nth(2)).toBeVisible()

  await page.goto('/dashboard/users?search=nobody-at-all')
  await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all users' }).click()
  await expect(page).toHaveURL('/dashboard/users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  addUsers(portal, 120, 'many.example', 'many')
  await field.fill('many')
  const pages = page.getByRole('navigation', { name: 'Pages of users' })
  const first = page.getByRole('cell').first()
  await expect(rowOf(page, 'many0001@many.example')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(51)
  await expect(first).toHaveText('1')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2')
  await expect(first).toHaveText('51')
  await expect(rowOf(page, 'many0100@many.example')).toBeVisible()
  await expectAccessible(page)
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(rowOf(page, 'many0001@many.example')).toBeVisible()
}

test('a search is not stored in the address, a reload restores it, Back undoes it, and what many match loads page by page; an unconfirmed user cannot be made an admin; removing them asks for confirmation, and they cannot sign in; who has become an admin meanwhile is shown as one, without a message that this press did it', async ({
  page,
  portal,
  request,
  staff,
  expectFailures,
}) => {
  expectFailures(/500|409/)
  const patient = await signUp(request)
  await openUsers(page)
  await expectSearched(page, portal, patient.email)
  await page.getByRole('searchbox', { name: 'Search users' }).fill(patient.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = rowOf(page, patient.email)
  await expect(row).toContainText('Once their e-mail is verified')
  await expect(row.getByRole('button', { name: 'Make admin' })).toHaveCount(0)
  await expectFailedRemoval(page, patient)

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
  const { email, password } = patient
  const signIn = { data: { email, password }, headers: { origin: portal.origin } }
  const again = await request.post('/api/auth/sign-in/email', signIn)
  expect(again.status(), `removed by ${staff.email}`).toBe(401)

  addUsers(portal, 1, 'promotedtwice.example', 'twice')
  const twice = 'twice0001@promotedtwice.example'
  await page.getByRole('searchbox', { name: 'Search users' }).fill(twice)
  const promoted = rowOf(page, twice)
  await promoted.getByRole('button', { name: 'Make admin' }).click()
  const earlier = await page.evaluate(async (wanted) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    const all = await fetch('/users', { headers })
    const users: { _id: string; email: string }[] = await all.json()
    const id = users.find((user) => user.email === wanted)?._id
    return await (await fetch(`/users/admin/${id}`, { method: 'PUT', headers })).json()
  }, twice)
  expect(earlier).toEqual({ modifiedCount: 1 })
  await recordMessages(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make admin' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await promoted.getByRole('button', { name: 'Remove admin right' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove admin right' }).click()
  await expect(page.getByRole('status').getByText(`${twice} is no longer an admin`)).toBeVisible()
  const shown = await page.evaluate(() => document.body.dataset.messages)
  expect(shown).not.toContain('Successfully made an admin')
})

/**
 * Where the appointments of an unconfirmed account are not known, the dialog says that they are cancelled, and
 * it shows the reason why a user was not removed.
 */
async function expectFailedRemoval(page: Page, { email, name }: Patient): Promise<void> {
  const message = 'The clinic needs at least one admin. Make somebody else an admin first.'
  const isRemoval = (url: URL) => url.pathname.startsWith('/users/') && url.search !== ''
  await page.route(isRemoval, (route) =>
    route.fulfill({ status: 409, json: { code: 'last_admin', message } }),
  )
  const preview = '**/users/removal/*'
  await page.route(preview, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Out of order.' } }),
  )
  const remove = rowOf(page, email).getByRole('button', { name: 'Remove user' })
  await remove.click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('We could not look up their appointments')
  await expect(dialog).toContainText('Those that they booked without confirming their e-mail')
  await expect(dialog).not.toContainText('They stay booked')
  const sent = page.waitForRequest((one) => one.method() === 'DELETE')
  await dialog.getByRole('button', { name: `Remove ${name}` }).click()
  expect(new URL((await sent).url()).searchParams.get('appointments')).toBe('cancel')
  await expect(dialog.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await dialog.getByRole('button', { name: 'Go back' }).click()

  await page.unroute(preview)
  await remove.click()
  await expect(dialog).toContainText('They have no appointments to come.')
  await dialog.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(dialog.getByRole('alert')).toHaveText(message)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog).toBeHidden()
  await page.unroute(isRemoval)
}
