import { bookingRefusals } from '../contract/errors.ts'
import { bookButton, bookFree, chooseFirstSlot, openForm } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { linkIn } from './setup/mailbox.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

test('a fourth unpaid appointment requires a confirmed e-mail, and the form offers to send the mail again', async ({
  page,
  newcomer,
  readMail,
  expectFailures,
}) => {
  expectFailures(/409/)
  const calendar = await readCalendar(page.request)
  for (const [place, treatment] of [
    'Teeth Cleaning',
    'Oral Surgery',
    'Pediatric Dental',
  ].entries()) {
    const input = { days: 20 + place, treatment, slot: '3:00 PM - 3:30 PM' }
    await bookFree(page.request, newcomer, input)
  }
  await page.goto(`/appointment?date=${openDay(calendar, 40)}`)
  const form = await openForm(page, 'Oral Surgery')
  await expect(form).toContainText(
    'Until you confirm your e-mail you can hold 3 unpaid appointments.',
  )
  await expect(form.getByRole('link', { name: 'Send the mail again' })).toBeVisible()
  await chooseFirstSlot(form)
  await bookButton(form).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Already have an appointment on' })
  await expect(toast).toContainText(bookingRefusals.confirm_first)
  await expect(form).toBeHidden()

  await page.goto(linkIn(await readMail(newcomer.email, 'verification')))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  const confirmed = page.getByRole('heading', { name: 'Your e-mail address is confirmed' })
  await expect(confirmed).toBeVisible()
  await byHistory(page, `/appointment?date=${openDay(calendar, 40)}`)
  const again = await openForm(page, 'Oral Surgery')
  await chooseFirstSlot(again)
  await expect(again).toContainText('Rescheduling and cancelling:')
  await expect(again).not.toContainText('Until you confirm your e-mail')
  await bookButton(again).click()
  await expect(page.getByText('Appointment set on')).toBeVisible()
})
