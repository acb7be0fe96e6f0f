import { expectAccessible } from './setup/accessible.ts'
import { pressTwice } from './setup/booking.ts'
import {
  bookAhead,
  bookPaid,
  cancelButton,
  cancelElsewhere,
  expectOutcome,
  isFree,
  openCancel,
} from './setup/changes.ts'
import { logIn } from './setup/identity.ts'
import { signUpIn } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

const cancelled = 'Your appointment is cancelled'

test('cancelling a paid appointment refunds the card; cancelling an unpaid one says that nothing was charged; a cancellation made elsewhere is shown when the patient tries to cancel', async ({
  page,
  confirmed: patient,
  readMail,
  expectFailures,
}) => {
  expectFailures(/409/)
  const booking = await bookPaid(page, patient)
  const { date, price } = booking
  await page.goto('/dashboard')
  await page.getByRole('link', { name: `Cancel: Teeth Cleaning, ${date}` }).click()
  await expect(page.getByRole('region', { name: 'Your appointment' })).toContainText(date)
  const main = page.getByRole('main')
  await expect(main).toContainText(`If you cancel now, $${price} goes back to your card.`)
  await expect(main).toContainText(/That is so until .+ E[SD]T\. If you cancel later/)
  expect(await isFree(page, booking)).toBe(false)
  await page.getByRole('button', { name: `Cancel this appointment and get $${price} back` }).click()
  await expectOutcome(page, cancelled)
  await expect(main).toContainText(`$${price} is on its way back to your card.`)
  expect(await isFree(page, booking)).toBe(true)
  expect((await readMail(patient.email, 'cancelled')).text).toContain(date)

  await page.getByRole('link', { name: 'See the receipt' }).click()
  const receipt = page.getByRole('article')
  await expect(receipt).toContainText(new RegExp(`\\$${price} (was refunded|was requested)`))
  await expect(receipt).toContainText(`Paid after refunds $0`)
  await byHistory(page, '/dashboard')
  await expect(page.getByText('You have no appointments yet')).toBeVisible()

  const unpaid = await bookAhead(page, patient)
  await byHistory(page, `/dashboard/appointment/${unpaid._id}/cancel`)
  await expect(page.getByText('You have not paid for it yet')).toBeVisible()
  await expectAccessible(page)
  await pressTwice(cancelButton(page))
  await expect(page.getByRole('heading', { name: cancelled, exact: true })).toBeFocused()
  await expect(page.getByText('You have not been charged.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This appointment is cancelled' })).toBeVisible()
  await byHistory(page, `/dashboard/appointment/${unpaid._id}/reschedule`)
  await expect(page.getByRole('heading', { name: 'This appointment is cancelled' })).toBeVisible()
  await page.getByRole('link', { name: 'Book another time' }).click()
  await expect(page).toHaveURL('/appointment')

  const next = await bookAhead(page, patient)
  await byHistory(page, `/dashboard/appointment/${next._id}/cancel`)
  await expect(cancelButton(page)).toBeVisible()
  await cancelElsewhere(page, next)
  await cancelButton(page).click()
  await expect(page.getByRole('heading', { name: 'This appointment is cancelled' })).toBeFocused()
})

test('an ended session leads to the sign-in and back to the cancellation, which can be retried after being offline; a lost response does not hide the outcome', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/401|ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const booking = await bookAhead(page, patient)
  await openCancel(page, booking)
  // A read that is still on its way would meet the ended session before the press.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await cancelButton(page).click()
  await expect(page).toHaveURL(/^[^?]*\/login\?from=/)
  await logIn(page, patient)
  await expect(page).toHaveURL(`/dashboard/appointment/${booking._id}/cancel`)
  await expect(cancelButton(page)).toBeVisible()

  await page.context().setOffline(true)
  await cancelButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('it is done only once')
  await page.context().setOffline(false)
  await page.route('**/cancel', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await cancelButton(page).click()
  await expectOutcome(page, cancelled)
})

test('an unknown appointment and one of another account are explained', async ({
  page,
  patient,
  visit,
  portal,
  expectFailures,
}) => {
  expectFailures(/40[34]/)
  const booking = await bookAhead(page, patient)
  const other = await visit()
  await signUpIn(other.context(), portal)
  for (const change of ['cancel', 'reschedule']) {
    await byHistory(other, `/dashboard/appointment/${booking._id}/${change}`)
    await expect(other.getByText('This appointment belongs to somebody else')).toBeVisible()
    await byHistory(other, `/dashboard/appointment/nothing/${change}`)
    await expect(other.getByText('We do not know this appointment')).toBeVisible()
  }
})
