import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { bookPast } from './setup/past.ts'
import { addDependent, type Patient, tokenOf } from './setup/patient.ts'
import type { Portal } from './setup/server.ts'
import { signInAdmin } from './setup/staff.ts'
import { expect, test } from './setup/test.ts'

/** Different each time: the tests of a worker share one clinic. */
function hostileText(patient: Patient): string {
  return `<img src=x onerror="alert(1)"> & <b>kind</b> people, says ${patient.email}`
}

/** Writes in the open form and sends it. */
async function write(page: Page, stars: number, text: string, send = 'Send review') {
  const form = page.getByRole('dialog')
  await form.getByRole('radio', { name: `${stars} of 5 stars` }).check({ force: true })
  await form.getByRole('textbox', { name: 'Your review' }).fill(text)
  await form.getByRole('button', { name: send }).click()
  await expect(form).toBeHidden()
}

/** A waiting review, opened by staff; returns its card and the count. */
async function openWaiting(page: Page, portal: Portal, patient: Patient, staff: Page) {
  const { _id } = await bookPast(page.request, portal, patient)
  const headers = { authorization: `Bearer ${await tokenOf(page.request, patient.email)}` }
  const data = { stars: 4, text: hostileText(patient) }
  const answer = await page.request.post(`/booking/${_id}/review`, { data, headers })
  expect(answer.status()).toBe(200)
  await signInAdmin(staff.context(), portal)
  await staff.goto('/dashboard/moderateReviews?state=waiting')
  const card = staff.getByRole('listitem').filter({ hasText: data.text })
  await expect(card).toBeVisible()
  const count = staff.getByRole('heading', { name: 'Reviews to approve' }).getByRole('status')
  return { card, count, waiting: Number.parseInt(await count.innerText(), 10) }
}

/** The menu counts so many reviews to approve. */
async function expectInMenu(staff: Page, waiting: number) {
  const entry = staff.getByRole('link', { name: /\d+ reviews? to approve/ })
  if (waiting === 0) await expect(entry).toHaveCount(0)
  else await expect(entry).toHaveAccessibleName(new RegExp(`\\b${waiting} reviews? to approve`))
}

/** The review on the public page, once that has loaded. */
async function findOutside(page: Page, patient: Patient) {
  await page.goto('/reviews')
  await expect(page.getByRole('heading', { name: 'What patients wrote' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return page.getByRole('figure').filter({ hasText: patient.email })
}

test('a review waits for approval and is then public with the first name, and the menu counts what is left right after each decision; staff who approve an older text are refused and see the new text, and changing a published review hides it until it is approved again', async ({
  page,
  patient,
  portal,
  visit,
  expectFailures,
}) => {
  expectFailures(/409/)
  const [anybody, staff] = [await visit(), await visit()]
  const { card, count, waiting } = await openWaiting(page, portal, patient, staff)
  await expect(await findOutside(anybody, patient)).toHaveCount(0)
  await expectAccessible(staff)
  await expectInMenu(staff, waiting)
  await card.getByRole('button', { name: /^Approve/ }).click()
  await expectInMenu(staff, waiting - 1)
  await expect(card.getByRole('button', { name: /^Undo approval/ })).toBeFocused()
  await expect(count).toHaveText(`${waiting - 1} waiting`)
  const figure = await findOutside(anybody, patient)
  await expect(figure.getByText(hostileText(patient))).toBeVisible()
  await expect(figure).toContainText('Pat')
  await expect(figure).not.toContainText('Doe')
  await expect(figure).not.toContainText('Teeth Cleaning')
  await expect(figure.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  await expectAccessible(anybody)
  await card.getByRole('button', { name: /^Undo approval/ }).click()
  await expectInMenu(staff, waiting)
  await card.getByRole('button', { name: /^Reject/ }).click()
  await card.getByRole('button', { name: /^Undo rejection/ }).click()
  await expect(count).toHaveText(`${waiting} waiting`)
  await expect(await findOutside(anybody, patient)).toHaveCount(0)

  await page.goto('/dashboard/reviews')
  await page.getByRole('button', { name: /Change your review/ }).click()
  const text = `Quite another text, says ${patient.email}`
  await write(page, 4, text, 'Save changes')
  await card.getByRole('button', { name: /^Approve/ }).click()
  await expect(staff.getByText('This review has changed meanwhile')).toBeVisible()
  const changed = staff.getByRole('listitem').filter({ hasText: text })
  await changed.getByRole('button', { name: /^Approve/ }).click()
  await expect(changed.getByRole('button', { name: /^Undo approval/ })).toBeVisible()
  await anybody.goto('/')
  await anybody.getByRole('heading', { name: 'What Our Patients Says' }).scrollIntoViewIfNeeded()
  await expect(anybody.getByRole('figure').filter({ hasText: patient.email })).toBeVisible()
  await expectAccessible(anybody)

  await page.reload()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /Change your review/ }).click()
  await expect(page.getByRole('dialog')).toContainText('off our pages until the clinic')
  await write(page, 2, `It hurt after all, says ${patient.email}`, 'Save changes')
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  await expect(await findOutside(anybody, patient)).toHaveCount(0)
})

/** Chooses three stars in the open form, replaces its text, and sends it. */
async function sendByKeyboard(page: Page, form: Locator) {
  const tabInto = (place: Locator) =>
    expect(async () => {
      await page.keyboard.press('Tab')
      await expect(place).toBeFocused({ timeout: 200 })
    }).toPass()
  await tabInto(form.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: '3 of 5 stars' })).toBeChecked()
  await tabInto(form.getByRole('textbox').first())
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Fine, and quick enough.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
}

test('a patient reviews a visit from the history, and another by keyboard alone after an error at its field, where typed text stays', async ({
  page,
  patient,
  portal,
}) => {
  await bookPast(page.request, portal, patient)
  await bookPast(page.request, portal, patient, { treatment: 'Oral Surgery' })
  await page.goto('/dashboard/history')
  await page.getByRole('button', { name: /Write a review of Teeth Cleaning/ }).click()
  await write(page, 4, 'Kind people, quick and clean')
  await expect(page.getByText('with the clinic for approval')).toBeVisible()
  const reviewed = page.getByRole('row').filter({ hasText: 'Teeth Cleaning' })
  await expect(reviewed).toContainText('Waiting for approval')
  await expect(page.getByRole('heading', { name: 'This is my History' })).toBeFocused()

  await page.getByRole('link', { name: 'My Reviews' }).click()
  const open = page.getByRole('button', { name: /Write a review of Oral Surgery/ })
  await open.click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Your review' }).fill('Too short')
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(form.getByText('Please choose 1 to 5 stars')).toBeVisible()
  await expect(form.getByText('Please write at least 10 characters')).toBeVisible()
  await expect(form.getByRole('radio', { name: '1 of 5 stars' })).toBeFocused()
  await expectAccessible(page)

  await page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(question).toBeHidden()
  await expect(form.getByRole('radio', { name: '1 of 5 stars' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Your review' })).toHaveValue('Too short')
  await sendByKeyboard(page, form)
  await expect(page.getByText('Fine, and quick enough.')).toBeVisible()
  await expect(page.getByRole('img', { name: '3 of 5 stars' })).toBeVisible()
  await expect(page.getByText('You have reviewed every visit so far')).toBeVisible()
})

test('My Reviews is usable on a phone, without reviews and with them; a second tab reports that the review already exists and does not lose its text', async ({
  page,
  patient,
  portal,
  context,
  expectFailures,
}) => {
  expectFailures(/409/)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/dashboard/reviews')
  await expect(page.getByText('There is nothing to review yet')).toBeVisible()
  await bookPast(page.request, portal, patient)
  for (const name of ['Timmy Doe', 'Ann Doe']) {
    const { _id: dependent } = await addDependent(page.request, patient, name)
    await bookPast(page.request, portal, patient, { treatment: 'Oral Surgery', dependent })
  }
  await page.reload()
  const visit = page.getByRole('listitem').filter({ hasText: 'Timmy Doe' })
  await expect(visit).toContainText('Your child')
  const open = { name: /Write a review of Oral Surgery, Timmy Doe, / }
  const second = await context.newPage()
  await second.goto('/dashboard/reviews')
  for (const each of [page, second]) await each.getByRole('button', open).click()
  await expect(page.getByRole('dialog')).toContainText('Oral Surgery, Timmy Doe, ')
  await write(page, 5, `${'Aneverendingword'.repeat(30)} and more`)
  await expect(
    visit.getByRole('button', { name: /Change your review of Oral Surgery, Timmy Doe, / }),
  ).toBeVisible()
  const form = second.getByRole('dialog')
  await form.getByRole('radio', { name: '1 of 5 stars' }).check({ force: true })
  await form.getByRole('textbox', { name: 'Your review' }).fill('Written in the second tab')
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(form.getByRole('alert')).toContainText('already written a review')
  await expect(form.getByRole('textbox', { name: 'Your review' })).toHaveValue(/second tab/)

  await page.bringToFront()
  await expectAccessible(page)
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }))
  expect(scrollWidth).toBe(clientWidth)
})
