import { axeInBothThemes } from './setup/axe.ts'
import { bookUnpaid, expectPaid, openPayment, payButton, typeCard } from './setup/paying.ts'
import { expect, test } from './setup/test.ts'

test('the receipt says all there is to say, and is alone on paper', async ({ page, patient }) => {
  const booking = await bookUnpaid(page.request, patient)
  const { _id, date, slot, price } = booking
  await openPayment(page, booking)
  await typeCard(page, '5555555555554444')
  await payButton(page).click()
  const transactionId = await expectPaid(page)
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page).toHaveURL(`/dashboard/receipt/${_id}`)
  const receipt = page.getByRole('article')
  const texts = [patient.name, patient.email, 'Teeth Cleaning', date, slot, `$${price}`]
  for (const text of [...texts, 'Mastercard •••• 4444', transactionId, 'Court Street']) {
    await expect(receipt).toContainText(text)
  }
  await axeInBothThemes(page)

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(receipt).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(receipt).toHaveCSS('color', 'rgb(0, 0, 0)')
})

test('My Appointments leads to the receipt; without a payment there is none', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/409/)
  const booking = await bookUnpaid(page.request, patient)
  await page.goto(`/dashboard/receipt/${booking._id}`)
  await page.getByRole('link', { name: 'Go to the payment' }).click()
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expectPaid(page)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('article')).toContainText('Visa •••• 4242')
})
