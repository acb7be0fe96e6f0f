import type { Locator, Page } from '@playwright/test'
import { axeInBothThemes } from './setup/axe.ts'
import {
  answerRefusal,
  bookUnpaid,
  expectPaid,
  openPayment,
  payButton,
  typeCard,
} from './setup/paying.ts'
import { expect, test } from './setup/test.ts'

/** Narrow and wide, light and dark. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth, `${page.url()} at ${width} px`).toBe(clientWidth)
    await axeInBothThemes(page)
  }
}

test('every step of a payment is accessible', async ({ page, patient, expectFailures }) => {
  expectFailures(/402/)
  const booking = await bookUnpaid(page.request, patient)
  await openPayment(page, booking)
  await page.getByText('Numbers to try in test mode').click()
  await expectAccessible(page)
  await payButton(page).click()
  await expect(page.getByText('Please enter the card number')).toBeVisible()
  await expectAccessible(page)
  await typeCard(page, '4000002500003155')
  await payButton(page).click()
  const challenge = page.getByRole('alertdialog')
  await expect(challenge).toBeVisible()
  await expectAccessible(page)
  await challenge.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await payButton(page).click()
  await expectPaid(page)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('link', { name: 'See the receipt' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible()
  await expectAccessible(page)
})

test('what went wrong is accessible too', async ({ page, patient, expectFailures }) => {
  expectFailures(/409|404|ERR_FAILED/)
  const booking = await bookUnpaid(page.request, patient)
  await page.goto('/dashboard/payment/nothing')
  await expect(page.getByRole('heading', { name: /do not know/ })).toBeVisible()
  await expectAccessible(page)
  await openPayment(page, booking)
  await page.route('**/sandbox/confirm', (route) => route.abort())
  await page.route(`**/booking/${booking._id}`, (route) => route.abort())
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: /are checking/ })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(`**/booking/${booking._id}`)
  await answerRefusal(page, '**/create-payment-intent', 409, 'appointment_cancelled')
  await page.reload()
  await expect(page.getByRole('heading', { name: /was cancelled/ })).toBeVisible()
  await expectAccessible(page)
})

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

test('paying by keyboard alone, through the challenge to the receipt', async ({
  page,
  patient,
}) => {
  await bookUnpaid(page.request, patient)
  await page.goto('/dashboard')
  const link = page.getByRole('link', { name: 'Pay', exact: true })
  await expect(link).toBeVisible()
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeEnabled()
  await tabTo(page, page.getByLabel('Card number'))
  await page.keyboard.type('4000002500003155')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  const challenge = page.getByRole('alertdialog')
  await expect(challenge).toBeVisible()
  await tabTo(page, challenge.getByRole('button', { name: 'Complete' }))
  await page.keyboard.press('Enter')
  await expectPaid(page)
  await expect(page.getByRole('heading', { name: /Congrats/ })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'See the receipt' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toContainText('Amount paid')
})
