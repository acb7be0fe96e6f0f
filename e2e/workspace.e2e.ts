import type { Page } from '@playwright/test'
import { paths } from '../contract/page-paths.ts'
import { expectAccessible } from './setup/accessible.ts'
import { bookFor, freshDay, heading, morning } from './setup/day.ts'
import { byHistory } from './setup/screens.ts'
import { addPatient, staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: morning })

/** Enter before the answer waits for it, a failed search can be retried, and where nobody is found both lists can be searched. */
async function expectSearches(page: Page, email: string): Promise<void> {
  await addPatient(page.request, email, { name: 'Olive Oates', phone: '718 555 0177' })
  await byHistory(page, paths.messages)
  const find = page.getByRole('combobox', { name: 'Find a patient' })
  const search = page.getByRole('search')
  const held = Promise.withResolvers<void>()
  await page.route('**/staff/appointments', async (route) => {
    await held.promise
    await route.continue()
  })
  await find.fill('oates')
  await find.press('Enter')
  await expect(search.getByText('Searching…').first()).toBeVisible()
  await expect(page).toHaveURL(paths.messages)
  held.resolve()
  await expect(page).toHaveURL(paths.patients)
  await expect(page.getByRole('main').getByRole('link', { name: 'Olive Oates' })).toBeVisible()

  await page.unroute('**/staff/appointments')
  const failure = { code: 'unavailable', message: 'We cannot answer just now.' }
  await page.route('**/staff/appointments', (route) =>
    route.fulfill({ status: 503, json: failure }),
  )
  await find.fill('nobody-of-this-name')
  await expect(search.getByRole('alert')).toContainText(failure.message)
  await expect(find).toHaveValue('nobody-of-this-name')
  await page.unroute('**/staff/appointments')
  await search.getByRole('button', { name: 'Try again' }).click()
  await expect(search.getByText('Nobody found.').first()).toBeVisible()
  await find.press('Enter')
  await expect(search.getByRole('option')).toHaveText(['Search patients', 'Search appointments'])
  await expect(find).toBeFocused()
  await expectAccessible(page)
  await find.press('ArrowUp')
  await find.press('Enter')
  await expect(heading(page, 'Appointments of “nobody-of-this-name”')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Search patients' }).click()
  const list = page.getByRole('searchbox', { name: 'Find a patient' })
  await expect(list).toHaveValue('nobody-of-this-name')

  // An emoji is one character, and a number copied from other programs stands between invisible ones.
  await find.fill('🦷')
  await expect(search.getByText('Two letters or digits, or more.').first()).toBeVisible()
  await find.fill('\u202d(718) 555-0177\u202c')
  await expect(search.getByRole('option', { name: /^Olive Oates/ })).toBeVisible()
  await list.fill('\u202d(718) 555-0177\u202c')
  await expect(page.getByRole('main').getByRole('link', { name: 'Olive Oates' })).toBeVisible()
}

test('a patient with or without an appointment is found from any page, and pages are opened, by keyboard alone; Enter before the answer waits for it, a failed search can be retried, and where nobody is found both lists can be searched', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/503/)
  const day = await freshDay(page)
  await bookFor(page, { day, name: 'Wanda Worth' })
  await addPatient(page.request, staff.email, { name: 'Wendy Worth', birthDate: '1988-06-05' })
  await page.goto(paths.audit)
  const find = page.getByRole('combobox', { name: 'Find a patient' })
  await expect(find, staff.email).toBeVisible()
  await page.keyboard.press('/')
  await expect(find).toBeFocused()
  // Letters that are shortcuts elsewhere are text here.
  await page.keyboard.type('worth')
  const wendy = page.getByRole('option', { name: 'Wendy Worth Patient · Jun 5, 1988' })
  await expect(wendy).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(wendy).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Wendy Worth')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/patients\//)

  await page.keyboard.press('/')
  await page.keyboard.type('wanda')
  const appointment = page.getByRole('option', { name: /^Wanda Worth .*Teeth Cleaning/ })
  // Until typing pauses, the list is that of the search before.
  await expect(wendy).toBeHidden()
  await expect(appointment).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(appointment).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Wanda Worth')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/appointments\//)

  // Where nobody found has an appointment, Enter lists the patients.
  await page.keyboard.press('/')
  await page.keyboard.type('wendy')
  await expect(wendy).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(paths.patients)
  await expect(page.getByRole('searchbox', { name: 'Find a patient' })).toHaveValue('wendy')
  await expect(page.getByRole('main').getByRole('link', { name: 'Wendy Worth' })).toBeVisible()
  await heading(page).focus()

  await page.keyboard.press('u')
  await expect(page).toHaveURL(paths.users)
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toContainText('Schedule')
  await expectAccessible(page)
  await list.getByRole('checkbox', { name: 'Use these shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('s')
  await page.keyboard.press('?')
  await expect(list).toBeHidden()
  await expect(page).toHaveURL(paths.users)
  await expectSearches(page, staff.email)
})

test('of the pages whose links are passed over in the menu, one at a time is fetched ahead, and then the last', async ({
  page,
  staff,
}) => {
  await page.goto(paths.messages)
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const fetched: string[] = []
  const held = Promise.withResolvers<void>()
  await page.route(
    /\/assets\/(treatments|chairs|roles|policy|audit)-page-.*\.js$/,
    async (route) => {
      fetched.push(/(\w+)-page/.exec(route.request().url())?.[1] ?? '')
      await held.promise
      await route.continue()
    },
  )
  // What fetches ahead is itself fetched when the page is idle.
  const pass = async () => {
    await link('Treatments').blur()
    await link('Treatments').focus()
    return fetched
  }
  await expect.poll(pass, staff.email).toEqual(['treatments'])
  for (const name of ['Chairs', 'Roles', 'Policy', 'Audit']) await link(name).focus()
  held.resolve()
  await expect.poll(() => fetched).toContain('audit')
  expect(fetched).toEqual(['treatments', 'audit'])
})
