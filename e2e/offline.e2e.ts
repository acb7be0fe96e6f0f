import { bookButton, card, chooseFirstSlot } from './setup/booking.ts'
import { openDay, pickDay, readCalendar } from './setup/calendar.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

test.beforeEach(({ expectFailures }) => expectFailures(/ERR_INTERNET_DISCONNECTED/))

test('My Appointments opened offline shows an error and recovers; choosing a day offline shows an error, and the day loads automatically when the network is back; booking offline preserves the form and warns that the booking may or may not have been made', async ({
  page,
  context,
  patient,
}) => {
  await page.goto('/dashboard/history')
  await expect(page.getByText('This is my History'), patient.email).toBeVisible()
  // The page's own script is loaded by the first visit; its data is not.
  await page.getByRole('link', { name: 'My Appointments' }).click()
  await expect(page.getByText('You have no appointments yet')).toBeVisible()
  await page.getByRole('link', { name: 'My History' }).click()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'My Appointments' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('You are offline')
  const picture = alert.locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
  await context.setOffline(false)
  await expect(page.getByText('You have no appointments yet')).toBeVisible()

  const day = openDay(await readCalendar(page.request), 3)
  await byHistory(page, '/appointment')
  await expect(card(page, 'Oral Surgery')).toBeVisible()
  await context.setOffline(true)
  await pickDay(page, day)
  await expect(alert).toContainText('You are offline')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await context.setOffline(false)
  await expect(card(page, 'Oral Surgery')).toBeVisible()
  await expect(page.getByText('You are offline')).toBeHidden()

  await card(page, 'Cosmetic Dentistry').getByRole('button').click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Phone' }).fill('718 555 0100')
  await chooseFirstSlot(form)
  const whom = form.getByRole('combobox', { name: 'Who is it for?' })
  await whom.selectOption({ label: 'Someone else…' })
  await form.getByRole('textbox', { name: 'Their name' }).fill('Timmy Doe')
  await context.setOffline(true)
  await bookButton(form).click()
  // Saved before the booking, so that without them nothing is sent.
  await expect(form.getByRole('alert')).toContainText('Nothing has been booked.')
  await expect(form.getByRole('alert')).toBeInViewport()
  await whom.selectOption({ label: 'Myself' })
  await bookButton(form).click()
  await expect(form.getByRole('alert')).toContainText('may or may not have been made')
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveValue('718 555 0100')
  await context.setOffline(false)
  await bookButton(form).click()
  await expect(page.getByText(/^Appointment set on/)).toBeVisible()
})
