import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { bookFree } from './setup/booking.ts'
import { confirmAddress, newPatient, tokenOf } from './setup/patient.ts'
import { byHistory, expectLevel } from './setup/screens.ts'
import { addPatient, signInAdmin, staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

async function find(page: Page, search: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find a patient' }).fill(search)
  await page.getByRole('searchbox', { name: 'Find a patient' }).press('Enter')
}

test('a patient is found, read, edited, and merged with a duplicate, and the merge is undone', async ({
  page,
  context,
  staff,
  expectFailures,
}) => {
  // Whoever takes the same merge back as the second.
  expectFailures(/409/)
  const contact = { phone: '718 555 0142', email: 'zoe.obrien.of.harbor.street@patients.example' }
  await addPatient(context.request, staff.email, { name: 'Zoë O’Brien', ...contact })
  await page.goto('/dashboard/patients')
  await page.getByRole('button', { name: 'Add a patient' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Zoe OBrien')
  await dialog.getByLabel('Birth date').fill('1988-06-05')
  await dialog.getByRole('button', { name: 'Add a patient' }).click()
  await expect(page.getByRole('heading', { name: 'Zoe OBrien' })).toBeVisible()
  await expect(page.getByText(/^\d+ years$/)).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Alert').fill('Penicillin allergy')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Penicillin allergy')).toBeVisible()

  const twin = page.getByRole('region', { name: 'Could be the same person' })
  await expect(twin.getByRole('link', { name: 'Zoë O’Brien' })).toBeVisible()
  await expectLevel(
    twin.getByRole('link', { name: 'Zoë O’Brien' }),
    twin.getByRole('button', { name: 'Merge Zoë O’Brien into this patient' }),
  )
  await expectAccessible(page)
  await twin.getByRole('button', { name: 'Merge Zoë O’Brien into this patient' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('GoesZoë O’Brien718 555 0142')
  await expect(question).toContainText('StaysZoe OBrienJun 5, 1988')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Merge Zoë O’Brien into this patient' }).click()
  await expect(twin).toBeHidden()
  await expect(page.getByRole('link', { name: '718 555 0142' })).toBeVisible()

  await page.getByRole('link', { name: 'All patients' }).click()
  await find(page, '0142')
  const rows = page.getByRole('table', { name: 'Patients' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Zoe OBrien' }).click()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: 'Take it back' })).toBeVisible()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(twin).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Zoe OBrien' })).toBeFocused()
  await other.getByRole('button', { name: 'Take it back' }).press('Enter')
  await expect(other.getByRole('button', { name: 'Take it back' })).toBeHidden()
  await expect(other.getByRole('heading', { name: 'Zoe OBrien' })).toBeFocused()
  await byHistory(page, '/dashboard/patients?search=nobody+at+all')
  await expect(page.getByText('No patient matches “nobody at all”.')).toBeVisible()
})

test('a patient who holds an account is merged with their other record from the page of the account’s once its e-mail is confirmed', async ({
  page,
  context,
  portal,
  staff,
  visit,
  expectFailures,
}) => {
  expectFailures(/409/)
  const holder = newPatient('Ivo Brandt')
  const { request } = await visit()
  const signedUp = await request.post('/api/auth/sign-up/email', { data: holder })
  expect(signedUp.status()).toBe(200)
  const input = { days: 20, treatment: 'Teeth Cleaning', slot: '9:00 AM - 9:30 AM' }
  await bookFree(request, holder, input)
  const caller = await addPatient(context.request, staff.email, { name: 'Ivo Brandt' })
  const looks = Array.from({ length: 21 }, (_, hour) => {
    const at = new Date(Date.now() - hour * 3_600_000).toISOString()
    return { at, action: 'patient_read', by: staff.email }
  })
  await page.route('**/looks', (route) => route.fulfill({ json: looks }))
  await page.goto(`/dashboard/patients/${caller}`)
  const looked = page.getByRole('region', { name: 'Who looked' })
  await expect(looked).toContainText('The newest 20 of 21 are shown.')
  const twin = page.getByRole('region', { name: 'Could be the same person' })
  await expect(twin).toContainText('Account holder')
  await expect(twin.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await twin.getByRole('link', { name: 'Merge there: open Ivo Brandt' }).click()
  await expect(page.getByRole('link', { name: holder.email })).toBeVisible()
  await twin.getByRole('button', { name: 'Merge Ivo Brandt into this patient' }).click()
  const question = page.getByRole('alertdialog')
  const merge = question.getByRole('button', { name: 'Merge Ivo Brandt into this patient' })
  await merge.click()
  await expect(question.getByRole('alert')).toContainText('has not confirmed its e-mail')
  confirmAddress(portal, holder)
  await merge.click()
  await expect(page.getByText('Ivo Brandt was merged', { exact: true })).toBeVisible()
})

test('a search sent by Enter, just as the pause in typing ends, too, is one step back, and a result opened before the pause in typing ends stays open', async ({
  page,
  context,
  staff,
}) => {
  await addPatient(context.request, staff.email, { name: 'Ida Holm' })
  await addPatient(context.request, staff.email, { name: 'Una Pause' })
  await page.goto('/dashboard/patients')
  const rows = page.getByRole('row')
  const field = page.getByRole('searchbox', { name: 'Find a patient' })
  await expect(field).toBeVisible()
  const entries = await page.evaluate(() => {
    const wait = window.setTimeout
    /** Enter comes after the end of the pause and what it settles, and before anything is drawn. */
    const thenEnter = (end: () => void) => async () => {
      end()
      for (let turns = 0; turns < 100; turns += 1) await null
      document.querySelector<HTMLInputElement>('.search-field input')?.form?.requestSubmit()
    }
    Object.assign(window, {
      setTimeout: (end: () => void, delay: number) =>
        wait(delay === 250 ? thenEnter(end) : end, delay),
    })
    return history.length
  })
  await field.fill('Una Pau')
  await expect(rows).toHaveCount(2)
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)

  const loading = Promise.withResolvers<void>()
  await page.route('**/patient-page-*.js', async (route) => {
    await loading.promise
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/dashboard/patients')
  const ida = rows.getByRole('link', { name: 'Ida Holm' })
  await find(page, 'Ida Hol')
  await expect(ida).toBeVisible()
  await expect(rows).toHaveCount(2)
  await page.clock.fastForward(1000)
  await page.goBack()
  await expect(field).toHaveValue('')

  await find(page, 'Ida Hol')
  await expect(ida).toBeVisible()
  await expect(rows).toHaveCount(2)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await field.fill('Ida Holm')
  await ida.click()
  const ofPatient = /\/patients\/[^/]+$/
  await expect(page).toHaveURL(ofPatient)
  await page.clock.runFor(1000)
  await page.clock.resume()
  loading.resolve()
  await expect(page.getByRole('heading', { name: 'Ida Holm' })).toBeVisible()
  await expect(page).toHaveURL(ofPatient)
})

test('a patient who is archived or erased on another screen meanwhile: the refusal and the page say so', async ({
  page,
  context,
  staff,
  visit,
  portal,
  expectFailures,
}) => {
  expectFailures(/40[49]/)
  const id = await addPatient(context.request, staff.email, { name: 'Greta Gone' })
  const other = await visit()
  await signInAdmin(other.context(), portal)
  for (const one of [page, other]) await one.goto(`/dashboard/patients/${id}`)
  const archive = (one: Page) => one.getByRole('button', { name: 'Archive', exact: true })
  await expect(archive(other)).toBeVisible()
  await archive(page).click()
  await expect(page.getByRole('button', { name: 'Bring back' })).toBeVisible()
  await archive(other).click()
  await expect(other.getByText(/^Somebody else has saved this record meanwhile/)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Bring back' })).toBeVisible()

  await page.getByRole('button', { name: 'Erase', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Erase Greta Gone' }).press('Enter')
  const gone = { name: 'This record is gone' }
  await expect(page.getByRole('heading', gone), staff.email).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Patient', exact: true })).toBeFocused()
  // The message lies over the button, and stays for as long as a pointer is on it.
  await other.getByRole('button', { name: 'Bring back' }).press('Enter')
  await expect(other.getByRole('heading', gone)).toBeVisible()
})

test('the question to erase a patient stays where somebody else merges them meanwhile, with the reason', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/409/)
  const headers = { authorization: `Bearer ${await tokenOf(page.request, staff.email)}` }
  const kept = await addPatient(page.request, staff.email, { name: 'Otto Kept' })
  const id = await addPatient(page.request, staff.email, { name: 'Otto Twin' })
  await page.goto(`/dashboard/patients/${id}`)
  await page.getByRole('button', { name: 'Erase', exact: true }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Erase Otto Twin?' })
  const merge = { headers, data: { from: id } }
  expect((await page.request.post(`/staff/patients/${kept}/merge`, merge)).status()).toBe(200)
  await question.getByRole('button', { name: 'Erase Otto Twin' }).press('Enter')
  await expect(
    page.getByText('This record was merged. Everything is with Otto Kept.'),
  ).toBeVisible()
  await expect(question.getByRole('alert')).toHaveText(
    'This patient was merged or erased meanwhile.',
  )
  await question.getByRole('button', { name: 'Go back' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Otto Twin' })).toBeFocused()
})

/** What is written in a record is lost only after a question, and a refusal is shown. */
async function expectTypedKept(page: Page, email: string): Promise<void> {
  const refusal = { code: 'not_now', message: 'This record cannot be saved.' }
  await addPatient(page.request, email, { name: 'Nora Lind' })
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.goto('/dashboard/patients')
  await find(page, 'Nora Lind')
  await page.getByRole('link', { name: 'Nora Lind' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  const note = dialog.getByLabel('Note')
  await note.fill('Prefers mornings.')
  await note.press('Escape')
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(note).toHaveValue('Prefers mornings.')
  await page.mouse.click(5, 5)
  await question.getByRole('button', { name: 'Keep writing' }).click()

  const answer = Promise.withResolvers<void>()
  await page.route('**/staff/patients/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    await answer.promise
    return route.fulfill({ status: 409, json: refusal })
  })
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await sent
  await note.press('Escape')
  answer.resolve()
  await expect(dialog.getByRole('alert')).toHaveText(refusal.message)
  await note.press('Escape')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(dialog).toBeHidden()
  await page.unroute('**/staff/patients/*')
}

test('what is typed about a patient is lost only after a question, and stays where it is refused or somebody else merges or erases the record, with the reason', async ({
  page,
  context,
  staff,
  expectFailures,
}) => {
  expectFailures(/40[49]/)
  const { request } = context
  const headers = { authorization: `Bearer ${await tokenOf(request, staff.email)}` }
  const kept = await addPatient(request, staff.email, { name: 'Mona Kept' })
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expectTypedKept(page, staff.email)
  const losses = [
    {
      lose: (from: string) =>
        request.post(`/staff/patients/${kept}/merge`, { headers, data: { from } }),
      reason: 'This patient was merged or erased meanwhile. What you typed cannot be saved.',
      heading: 'Mona Typed',
    },
    {
      lose: (id: string) => request.delete(`/staff/patients/${id}`, { headers }),
      reason: /^The patient was erased, or is .* What you typed cannot be saved\.$/,
      heading: 'Patient',
    },
  ]
  for (const { lose, reason, heading } of losses) {
    const id = await addPatient(request, staff.email, { name: 'Mona Typed' })
    await byHistory(page, `/dashboard/patients/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Note').fill('Prefers mornings.')
    expect((await lose(id)).status()).toBe(200)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(reason)
    await expect(dialog.getByLabel('Note')).toHaveValue('Prefers mornings.')
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeHidden()
    await expect(dialog.locator(':focus')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Note').press('Escape')
    await question.getByRole('button', { name: 'Leave without saving' }).press('Enter')
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeFocused()
  }
})
