import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { postBooking, treatments } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { callStaff } from './setup/day.ts'
import { signUp } from './setup/patient.ts'
import { changing } from './setup/server.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: changing })

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

function times(page: Page) {
  return page.getByRole('list', { name: 'Times of the day' }).getByRole('listitem')
}

async function openTreatments(page: Page): Promise<void> {
  await page.goto('/dashboard/treatments')
  await expect(page.getByRole('table', { name: 'Treatments' })).toBeVisible()
}

async function openForm(page: Page, name: string): Promise<void> {
  await openTreatments(page)
  await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Edit ${name}` })).toBeFocused()
}

test('an error is reported at its field, typed text stays, and leaving asks first; a treatment is added with times generated from a rule, which are then changed one by one', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/409/)
  await page.goto('/dashboard/treatments?treatment=new')
  const name = page.getByRole('textbox', { name: 'Name' })
  const price = page.getByRole('textbox', { name: 'Price in dollars' })
  await page.getByRole('button', { name: 'Add treatment' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Name is required')
  await name.fill('Oral Surgery')
  await price.fill('cheap')
  await page.getByRole('button', { name: 'Add treatment' }).click()
  await expect(price).toBeFocused()
  await expect(price).toHaveAccessibleDescription('Write the price like 99 or 99.50')
  await price.fill('12.34')
  const add = page.getByRole('form', { name: 'Add one time' })
  await add.getByLabel('From').fill('09:00')
  await add.getByLabel('To').fill('08:00')
  await expect(add.getByLabel('To')).toHaveAccessibleDescription('This ends before it begins')
  await add.getByLabel('To').fill('09:30')
  await page.getByRole('button', { name: 'Add treatment' }).click()
  await expect(page.getByRole('alert')).toHaveText('A time below is not in the list yet')
  await add.getByRole('button', { name: 'Add time' }).click()
  await add.getByLabel('From').fill('09:15')
  await add.getByLabel('To').fill('10:00')
  await expect(add.getByLabel('To')).toHaveAccessibleDescription('This overlaps 9:00 AM - 9:30 AM')
  await expectAccessible(page)
  await add.getByLabel('To').fill('')
  await page.getByRole('button', { name: 'Add treatment' }).click()
  await expect(name, staff.email).toBeFocused()
  await expect(name).toHaveAccessibleDescription('There is a treatment of this name already.')
  await expect(price).toHaveValue('12.34')
  await expect(times(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('link', { name: 'Add a treatment' }).click()
  await expect(page.getByRole('heading', { name: 'Add a treatment' })).toBeFocused()
  await name.fill('Night Guard')
  await price.fill('$1,249.5')
  await page.getByRole('textbox', { name: 'Minutes each' }).fill('60')
  await expect(
    page.getByText('Makes 8 times: 8:00 AM - 9:00 AM to 4:00 PM - 5:00 PM.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Fill the list' }).click()
  await expect(times(page)).toHaveCount(8)

  await page.getByRole('button', { name: 'Remove 8:00 AM - 9:00 AM' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove 9:00 AM - 10:00 AM' })).toBeFocused()
  await page.getByRole('button', { name: 'Change 4:00 PM - 5:00 PM' }).press('Enter')
  const change = page.getByRole('form', { name: 'Change 4:00 PM - 5:00 PM' })
  await change.getByLabel('To').fill('16:30')
  await change.getByLabel('To').press('Enter')
  await expect(page.getByRole('button', { name: 'Change 4:00 PM - 4:30 PM' })).toBeFocused()
  await add.getByLabel('From').fill('07:00')
  await add.getByLabel('To').fill('07:45')
  await add.getByLabel('To').press('Enter')
  await expect(times(page).first()).toContainText('7:00 AM - 7:45 AM')
  await expect(page.getByRole('status').getByText('8 times, from 7:00 AM to 4:30 PM')).toBeVisible()

  await page.getByRole('button', { name: 'Add treatment' }).click()
  await expect(page.getByRole('status').getByText('Night Guard was added')).toBeVisible()
  await expect(rowOf(page, 'Night Guard').getByRole('cell')).toContainText([
    'Night Guard',
    '$1,249.50',
    '8',
    '0',
  ])
  const offered = (await treatments(page.request)).find(({ name }) => name === 'Night Guard')
  expect(offered).toMatchObject({ price: 1249.5 })
  expect(offered?.slots.at(-1)).toBe('4:00 PM - 4:30 PM')
})

/** An empty list, an unknown treatment and a list that does not load are reported, and archiving asks for confirmation and can be undone. */
async function expectReported(page: Page): Promise<void> {
  await page.goto('/dashboard/treatments?treatment=gone')
  await expect(page.getByRole('heading', { name: 'We do not know this treatment' })).toBeVisible()
  await page.route('**/staff/treatments', (route) => route.fulfill({ json: [] }))
  await page.goto('/dashboard/treatments')
  await expect(page.getByRole('heading', { name: 'No treatments yet' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/staff/treatments')
  await page.route('**/staff/treatments', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The treatments did not load' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/staff/treatments')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Treatments' })).toBeVisible()

  const row = rowOf(page, 'Cavity Protection')
  await row.getByRole('button', { name: 'Archive Cavity Protection' }).click()
  const question = page.getByRole('alertdialog', { name: 'Archive Cavity Protection?' })
  await question.getByRole('button', { name: 'Archive Cavity Protection' }).click()
  await expect(page.getByRole('status').getByText('Cavity Protection was archived')).toBeVisible()
  await expect(row.getByText('Archived')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Treatments', level: 2 })).toBeFocused()
  const offered = async () => (await treatments(page.request)).map(({ name }) => name)
  expect(await offered()).not.toContain('Cavity Protection')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Restore Cavity Protection' }).click()
  await expect(row.getByText('Archived')).toBeHidden()
  expect(await offered()).toContain('Cavity Protection')
}

test('a booked time is removed after a confirmation; an empty list, an unknown treatment and a list that does not load are reported, and archiving asks for confirmation and can be undone', async ({
  page,
  request,
  staff,
  expectFailures,
}) => {
  expectFailures(/409|503/)
  const patient = await signUp(request)
  const day = openDay(await readCalendar(request), 5)
  const input = { day, treatment: 'Teeth Orthodontics', slot: '8:00 AM - 8:30 AM' }
  await postBooking(request, patient, input)
  await openForm(page, 'Teeth Orthodontics')
  const price = page.getByRole('textbox', { name: 'Price in dollars' })
  await price.fill('65')
  const note = page.getByRole('status').filter({ hasText: 'Somebody else has saved' })
  const readStored = async () =>
    (await treatments(page.request)).find(({ name }) => name === input.treatment)
  async function saveTheirs(change: { price: number; slots?: string[] | undefined }) {
    const stored = await readStored()
    const theirs = { ...stored, ...change }
    const saved = await callStaff(page, 'PUT', `/staff/treatments/${stored?._id}`, theirs)
    expect(saved.status()).toBe(200)
  }
  await test.step('another admin’s concurrent save is shown, and typed text remains', async () => {
    await saveTheirs({ price: 70, slots: (await readStored())?.slots.slice(0, -1) })
    await page.getByRole('button', { name: 'Save treatment' }).click()
    await expect(note).toContainText('The number of times is now 15')
    await expect(note).toContainText('they saved 70.00')
    await expect(price).toHaveValue('65')
    await expect(times(page)).toHaveCount(15)
    await expectAccessible(page)
  })
  await page.getByRole('button', { name: 'Remove 8:00 AM - 8:30 AM' }).click()
  await page.getByRole('button', { name: 'Save treatment' }).click()
  const question = page.getByRole('alertdialog', { name: 'Save these times?' })
  await expect(question.getByText('This touches one appointment:')).toBeVisible()
  await expect(question.getByRole('listitem')).toContainText(patient.name)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(question).toBeHidden()
  await expect(times(page)).toHaveCount(14)
  await page.getByRole('button', { name: 'Save treatment' }).click()
  await test.step('what somebody else saves during the question is not overwritten by its answer', async () => {
    await expect(question).toBeVisible()
    await saveTheirs({ price: 80 })
    await question.getByRole('button', { name: 'Save anyway' }).click()
    await expect(question).toBeHidden()
    await expect(note).toContainText('they saved 80.00')
    expect(await readStored()).toMatchObject({ price: 80 })
  })
  await page.getByRole('button', { name: 'Save treatment' }).click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByRole('status').getByText('Teeth Orthodontics was saved')).toBeVisible()
  await expect(rowOf(page, 'Teeth Orthodontics').getByRole('cell'), staff.email).toContainText([
    '',
    '$65',
    '14',
    '1',
  ])
  await expectReported(page)
})
