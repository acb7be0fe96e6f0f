import { bookButton, card, chooseSlot, openForm } from './setup/booking.ts'
import { bookFor, callStaff, freshDay, morning } from './setup/day.ts'
import { signUpIn } from './setup/patient.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: morning })

const treatment = 'Oral Surgery'
const slot = '10:00 AM - 10:30 AM'

test('a booking in one browser updates another on the same day without moving its focus, and is not announced as taken to the patient who makes it', async ({
  page,
  staff,
  visit,
  portal,
}) => {
  const day = await freshDay(page)
  const [one, other] = [await visit(), await visit()]
  for (const each of [one, other]) {
    await signUpIn(each.context(), portal)
    await each.goto(`/appointment?date=${day}`)
    await expect(card(each, treatment)).toContainText('16 spaces Available')
  }
  const button = card(other, 'Teeth Cleaning').getByRole('button')
  await button.focus()
  const form = await openForm(one, treatment)
  await chooseSlot(one, '8:00 AM - 8:30 AM')
  await one.route('**/booking', async (route) => {
    const renewed = one.waitForResponse((answer) => answer.url().includes('/available?date'))
    const response = await route.fetch()
    // The live update arrives before the answer.
    await renewed
    await expect(form.getByText('is no longer free')).toHaveCount(0)
    await expect(form.getByRole('radio')).toHaveCount(16)
    await route.fulfill({ response })
  })
  await bookButton(form).click()
  await expect(one.getByText('Appointment set on')).toBeVisible()
  await expect(card(other, treatment), staff.email).toContainText('15 spaces Available')
  await expect(card(other, treatment)).toContainText('8:30 AM - 9:00 AM')
  await expect(button).toBeFocused()
})

test('a chosen slot that is taken is announced, selected again once it is free, and typed text remains; the form stays open when the last slot is taken, and shows one that becomes free', async ({
  page,
  staff,
  visit,
  portal,
}) => {
  const day = await freshDay(page)
  const patientPage = await visit()
  await signUpIn(patientPage.context(), portal)
  await patientPage.goto(`/appointment?date=${day}`)
  const form = await openForm(patientPage, treatment)
  await form.getByRole('textbox', { name: 'Phone' }).fill('718 555 0100')
  await chooseSlot(patientPage, slot)
  await form.getByRole('radio', { name: slot }).focus()

  const taken = await bookFor(page, { day, treatment, slot, name: 'Tia Taken' })
  const news = form.getByRole('status')
  await expect(news, staff.email).toContainText(`${slot} is no longer free`)
  await expect(form.getByRole('radio', { name: slot })).toHaveCount(0)
  await expect(form.getByRole('radio')).toHaveCount(15)
  await expect(form.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(form.getByRole('group', { name: 'Time' })).toBeFocused()
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveValue('718 555 0100')
  await bookButton(form).click()
  await expect(form.getByText('Please choose a time first.')).toBeVisible()
  await expect(form.getByRole('radio').first()).toBeFocused()

  const { _id, revision } = taken
  const cancel = { revision, reason: 'Cannot come', refund: false }
  const answer = await callStaff(page, 'POST', `/staff/appointments/${_id}/cancel`, cancel)
  expect(answer.status()).toBe(200)
  await expect(news).toHaveText(`${slot} is free again.`)
  await expect(form.getByRole('radio', { name: slot })).toBeChecked()
  await bookButton(form).click()
  await expect(patientPage.getByText(`at ${slot}`)).toBeVisible()
  await expect(form).toBeHidden()

  const other = 'Cavity Protection'
  const again = await openForm(patientPage, other)
  await again.getByRole('textbox', { name: 'Phone' }).fill('718 555 0100')
  const slots = await again
    .getByRole('radio')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''))
  const booked = []
  for (const each of slots) {
    booked.push(
      await bookFor(page, { day, treatment: other, slot: each, name: `Guest at ${each}` }),
    )
  }
  await expect(again.getByRole('radio')).toHaveCount(0)
  await expect(again.getByRole('status')).toContainText('A time that comes free appears here.')
  const [, second] = booked
  const free = { ...cancel, revision: second?.revision }
  await callStaff(page, 'POST', `/staff/appointments/${second?._id}/cancel`, free)
  await expect(again.getByRole('radio')).toHaveCount(1)
  await expect(again.getByRole('textbox', { name: 'Phone' })).toHaveValue('718 555 0100')
})

test('without the event stream, which a hidden tab closes, free slots are reloaded when the tab is shown', async ({
  page,
  staff,
  visit,
  portal,
  expectFailures,
}) => {
  expectFailures(/available\/changes|ERR_FAILED/)
  const day = await freshDay(page)
  const patientPage = await visit()
  await patientPage.route('**/available/changes*', (route) => route.abort())
  await signUpIn(patientPage.context(), portal)
  await patientPage.goto(`/appointment?date=${day}`)
  const looked = () =>
    patientPage.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(card(patientPage, treatment), staff.email).toContainText('16 spaces Available')
  await bookFor(page, { day, treatment, slot, name: 'Una Unheard' })
  await looked()
  await expect(card(patientPage, treatment)).toContainText('15 spaces Available')

  await patientPage.unroute('**/available/changes*')
  const opened = patientPage.waitForResponse((answer) => answer.url().includes('/changes'))
  await looked()
  await opened
  await bookFor(page, { day, treatment, slot: '11:00 AM - 11:30 AM', name: 'Liv Again' })
  await expect(card(patientPage, treatment)).toContainText('14 spaces Available')

  const ended = patientPage.waitForEvent('requestfailed', (request) =>
    request.url().includes('/available/changes'),
  )
  const turn = (state: string) =>
    patientPage.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await turn('hidden')
  await ended
  await bookFor(page, { day, treatment, slot: '1:00 PM - 1:30 PM', name: 'Hal Hidden' })
  await turn('visible')
  await expect(card(patientPage, treatment)).toContainText('13 spaces Available')
})
