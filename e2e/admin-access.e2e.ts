import { paths, staffPages } from '../contract/page-paths.ts'
import { expectAccessible } from './setup/accessible.ts'
import { accessToken, logIn } from './setup/identity.ts'
import { setRole, signUpIn } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { admin } from './setup/server.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

// Pages of one patient or doctor, and the import of patients, are linked from other pages.
const inMenu = Object.values(staffPages)
  .filter((path) => !path.includes(':'))
  .filter((path) => path !== paths.patientImport)
const ownEntries = [
  'My Appointments',
  'My Reviews',
  'My History',
  'My Waitlist',
  'My Family',
  'Reminders',
  'My Calendar',
  'My Account',
]

// The roles of each page are data: client/routes.test.ts.
test('a patient who opens a staff page is signed out and redirected to the login page; private pages redirect there, too, and an admin returns to the requested page after signing in', async ({
  page,
  portal,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of [paths.users, paths.staffAppointment('any')]) {
    await signUpIn(page.context(), portal)
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
    await expect.poll(() => accessToken(page)).toBeNull()
    // By then the login page may have asked for a passkey, which sets a cookie.
    const names = async () => (await page.context().cookies()).map(({ name }) => name)
    await expect
      .poll(async () => (await names()).filter((name) => !name.endsWith('molar.passkey')))
      .toEqual([])
    // Until the page has read the answer, the next one would sign out once more, and with it the next patient.
    const unfinished = () => page.evaluate(() => localStorage.getItem('signOutUnfinished'))
    await expect.poll(unfinished).toBeNull()
  }
  // The server would refuse; the page does not even send the call.
  expect(asked.filter((one) => /^\/(users$|staff|doctors)/.test(one))).toEqual([])

  for (const path of [paths.appointment, paths.dashboardHistory, paths.audit]) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`)
  }
  await logIn(page, admin)
  await expect(page).toHaveURL(paths.audit)
  await expect(page.getByRole('heading', { name: 'Audit', level: 2 })).toBeVisible()
})

test('a patient’s menu has no staff pages', async ({ page, patient }) => {
  const answered = page.waitForResponse((answer) => answer.url().includes('/admin/'))
  await page.goto('/dashboard')
  expect(await (await answered).json(), patient.email).toEqual({ admin: false })
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toHaveText(ownEntries)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to my Dashboard')
  await menu.getByRole('link', { name: 'My Reviews' }).click()
  await expect(page.getByText('This is my Reviews')).toBeVisible()
  await menu.getByRole('link', { name: 'My History' }).click()
  await expect(page.getByText('This is my History')).toBeVisible()
})

test('an admin’s menu has every page, also on a phone', async ({ page, staff }) => {
  // No menu is shown until the role is known: otherwise a patient's menu would flash.
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  const { promise: seen, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/admin/**', async (route) => {
    await seen
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to my Dashboard')
  await expect(menu).toBeHidden()
  answer()
  const own = menu.getByRole('list', { name: 'My own pages' }).getByRole('link')
  await expect(own, staff.email).toHaveText(ownEntries)
  await expect(menu.getByRole('link')).toHaveCount(ownEntries.length + inMenu.length)
  // The staff's pages are not part of the public site.
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  for (const path of inMenu) {
    await menu.locator(`a[href="${path}"]`).click()
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  }

  await page.setViewportSize({ width: 390, height: 800 })
  const toggle = page.getByRole('button', { name: /^Dashboard menu:/ })
  await expect(menu.getByRole('link')).toHaveCount(0)
  await toggle.click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await menu.getByRole('link', { name: 'Audit' }).focus()
  await page.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
  await expect(menu.getByRole('link')).toHaveCount(0)
  await toggle.click()
  await menu.getByRole('link', { name: 'All Users' }).click()
  await expect(page).toHaveURL(paths.users)
  await expect(page.getByRole('button', { name: 'Dashboard menu: All Users' })).toBeVisible()
  await expect(menu.getByRole('link')).toHaveCount(0)
})

test('the front desk and a doctor see only the pages of their role', async ({ page, portal }) => {
  const patient = await signUpIn(page.context(), portal)
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  const staffs = menu.getByRole('list').filter({ hasNot: page.getByText('My Reviews') })
  setRole(portal, patient, 'desk')
  await page.goto(paths.schedule)
  const desks = ['Schedule', 'Waitlist', 'Messages', 'Patients']
  await expect(staffs.getByRole('link')).toHaveText(desks.map((name) => new RegExp(`^${name}`)))
  const note = page.getByRole('button', { name: 'Add a note for the team' })
  await expect(note).toBeVisible()
  await menu.getByRole('link', { name: 'Patients' }).click()
  await expect(page.getByRole('button', { name: 'Add a patient' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Import/ })).toHaveCount(0)

  await byHistory(page, paths.audit)
  const title = 'This page is not part of your role'
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the schedule' }).click()

  setRole(portal, patient, 'doctor')
  await page.reload()
  await expect(staffs.getByRole('link')).toHaveText(['Schedule', 'Patients'])
  await expect(page.getByRole('group', { name: 'View' })).toBeVisible()
  await expect(note).toHaveCount(0)
  const noDoctor = page.getByText('No doctor of the clinic has your e-mail address')
  await expect(noDoctor).toBeVisible()
  await expectAccessible(page)
  const overview = page.getByRole('region', { name: 'How full the days are' })
  await expect(overview.getByRole('link', { name: /, 0 booked$/ }).first()).toBeVisible()
  await expect(overview).not.toContainText('of 0')
  await menu.getByRole('link', { name: 'Patients' }).click()
  await expect(page.getByRole('heading', { name: 'Patients', level: 2 })).toBeVisible()
  await expect(noDoctor).toBeVisible()
  await expect(page.getByText('Nobody found')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a patient' })).toHaveCount(0)
})
