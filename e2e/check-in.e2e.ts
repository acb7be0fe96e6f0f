import { addDays } from '../contract/date.ts'
import { expectAccessible } from './setup/accessible.ts'
import { bookFor, freshDay, line, morning, openClinic, openDay } from './setup/day.ts'
import { signInAdmin, staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: morning })

test('staff record that a patient arrives, is seated and is completed, and book the next visit', async ({
  page,
  staff,
  visit,
  portal,
  readMail,
}) => {
  const today = await openClinic(page)
  const patient = 'cleo@patients.example'
  await bookFor(page, { day: today, name: 'Cleo Check', slot: '3:30 PM - 4:00 PM', patient })
  const policy = Promise.withResolvers<void>()
  await page.route('**/policy', async (route) => {
    await policy.promise
    await route.continue()
  })
  await openDay(page, today, 'view=visits')
  const group = (name: string) => page.getByRole('region', { name })
  await expect(group('Expected (1)'), 'before the policy has come').toContainText('Cleo Check')
  policy.resolve()
  const other = await visit()
  await signInAdmin(other.context(), portal)
  await openDay(other, today, 'view=list')
  await expect(other.getByText('Live', { exact: true })).toBeVisible()

  await group('Expected (1)').getByRole('button', { name: 'Arrived: Cleo Check' }).click()
  await expect(group('Waiting (1)')).toContainText('waiting 0 min')
  await expect(line(other, 'Cleo Check'), staff.email).toContainText('waiting 0 min')
  await expect(page.getByRole('button', { name: 'In the chair: Cleo Check' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo In the chair: Cleo Check' }).click()
  await expect(group('Waiting (1)')).toContainText('Cleo Check')
  await page.getByRole('button', { name: 'In the chair: Cleo Check' }).click()
  await group('In the chair (1)').getByRole('button', { name: 'Completed: Cleo Check' }).click()
  await expect(group('Finished (1)')).toContainText('$59 due')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Next visit: Cleo Check' }).click()
  const form = page.getByRole('dialog', { name: 'Next visit of Cleo Check' })
  await expect(form.getByLabel('Time of visit 1')).toHaveValue('3:30 PM - 4:00 PM')
  await form.getByLabel('How many').selectOption('2')
  await expect(form).toContainText('Price: $118')
  await form.getByLabel('How many').selectOption('1')
  await expect(form).toContainText('Price: $59')
  await expectAccessible(page)

  const answers = Promise.withResolvers<void>()
  await page.route(/next-visits\?.*first=/, async (route) => {
    await answers.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/first=/)
  const wanted = await freshDay(page, addDays(today, 14))
  const [year, month, day] = wanted.split('-')
  await form.getByLabel(/^Visit 1/).pressSequentially(`${month}${day}`)
  await asked
  await form.getByLabel(/^Visit 1/).pressSequentially(`${year}`)
  await form.getByLabel(/^Visit 1/).press('Enter')
  await expect(form.getByRole('button', { name: 'Book the visit' })).toBeDisabled()
  answers.resolve()
  await expect(form.getByRole('button', { name: 'Book the visit' })).toBeEnabled()
  await expect(form.getByLabel(/^Visit 1/)).toHaveValue(wanted)
  await form.getByRole('button', { name: 'Book the visit' }).click()
  await expect(form.getByText(/^Booked .*3:30 PM - 4:00 PM$/)).toBeVisible()
  await form.getByRole('button', { name: 'Done' }).click()
  await expect(form).toBeHidden()
  const mail = await readMail(patient, 'appointment-booked')
  expect(mail.text).toContain('We have booked an appointment for Cleo Check.')
})
