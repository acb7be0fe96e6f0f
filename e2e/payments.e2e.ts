import { messages } from '../contract/fixed-texts.ts'
import { testCards } from '../contract/payments/test-cards.ts'
import { expectAccessible, onPhone } from './setup/accessible.ts'
import { tabTo } from './setup/keyboard.ts'
import {
  bookUnpaid,
  expectPaid,
  expectUnpaid,
  openPayment,
  payButton,
  readBooking,
  typeCard,
} from './setup/paying.ts'
import { expect, test } from './setup/test.ts'

const numberOf = (wanted: string) =>
  testCards.find(({ outcome }) => outcome === wanted)?.number ?? ''

test('a patient pays from My Appointments, sees the payment there and prints the receipt', async ({
  page,
  patient,
  readMail,
}) => {
  const { _id, price, slot, date } = await bookUnpaid(page.request, patient)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: messages.pay, exact: true }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${_id}`)
  const due = page.getByRole('region', { name: 'Your appointment' })
  for (const text of [patient.name, 'Teeth Cleaning', date, slot, `$${price}`]) {
    await expect(due).toContainText(text)
  }
  await expect(page.getByText('Test mode.')).toBeVisible()
  await page.getByLabel('Card number').pressSequentially('5555555555554444')
  await page.getByLabel('Expiry date').pressSequentially('1234')
  await page.getByLabel('Security code').pressSequentially('123')
  await expect(page.getByLabel('Card number')).toHaveValue('5555 5555 5555 4444')
  await expect(page.locator('.card-number-name')).toHaveText('Mastercard')
  await expect(page.getByLabel('Expiry date')).toHaveValue('12 / 34')
  await payButton(page).click()
  const transactionId = await expectPaid(page)
  expect(await readBooking(page, _id)).toMatchObject({ paid: true, transactionId })

  await page.getByRole('link', { name: 'My Appointments' }).last().click()
  const row = page.getByRole('row').filter({ hasText: transactionId })
  await expect(row.getByText(messages.paid, { exact: true })).toBeVisible()
  expect((await readMail(patient.email, 'receipt')).text).toContain(transactionId)
  await expectAccessible(page)

  const paidFor = `Teeth Cleaning, ${date}, ${slot}`
  await page.getByRole('link', { name: `Receipt: ${paidFor}` }).click()
  await expect(page).toHaveURL(`/dashboard/receipt/${_id}`)
  const receipt = page.getByRole('article')
  const texts = [patient.name, patient.email, 'Teeth Cleaning', date, slot, `$${price}`]
  for (const text of [...texts, 'Mastercard •••• 4444', transactionId, 'Court Street']) {
    await expect(receipt).toContainText(text)
  }
  await expectAccessible(page)
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
  await page.goBack()
  await expect(row).toBeVisible()
  for (const name of [/^Reschedule/, /^Cancel/, /^Receipt/, /^Directions/]) {
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  }
})

const declines = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: /Your card (was declined|has insufficient funds)\./,
  lost_card: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
}

test('each decline is reported without charging or clearing the form, and another card pays', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/402/)
  const booking = await bookUnpaid(page.request, patient)
  // Before the payment there is no receipt.
  expectFailures(/409/)
  await page.goto(`/dashboard/receipt/${booking._id}`)
  await page.getByRole('link', { name: 'Go to the payment' }).click()
  await expect(payButton(page)).toBeEnabled()
  const alert = page.getByRole('main').getByRole('alert')
  for (const [outcome, text] of Object.entries(declines)) {
    await typeCard(page, numberOf(outcome))
    // The former card's refusal disappears with its number.
    await expect(alert, outcome).toHaveCount(0)
    const answered = page.waitForResponse('**/sandbox/confirm')
    await payButton(page).click()
    await answered
    await expect(alert, outcome).toContainText(text)
    await expect(alert).toContainText('You have not been charged.')
    await expect(page.getByLabel('Security code')).toHaveValue('123')
    await expect(payButton(page)).toBeEnabled()
  }
  const [line, button] = [await alert.boundingBox(), await payButton(page).boundingBox()]
  expect((line?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeLessThan(32)
  await expectUnpaid(page, booking._id)
  await page.getByText('Test card numbers').click()
  await expectAccessible(page)
  await onPhone(page, async () => {
    const label = page.getByText('Insufficient funds', { exact: true })
    expect((await label.boundingBox())?.height).toBeLessThan(30)
  })
  await page.getByRole('button', { name: '3782 822463 10005' }).click()
  await expect(page.getByLabel('Card number')).toHaveValue('3782 822463 10005')
  await page.getByLabel('Security code').fill('1234')
  await payButton(page).click()
  await expectPaid(page)
})

test('a card with a wrong digit, an old date or a short code, or that is not a test card, is refused at its field; 3-D Secure charges nothing when failed or closed, and pays when completed', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/402/)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`))
  const booking = await bookUnpaid(page.request, patient)
  await openPayment(page, booking)
  const number = page.getByLabel('Card number')
  const fields = { 'Card number': 'cc-number', 'Expiry date': 'cc-exp', 'Security code': 'cc-csc' }
  for (const [label, purpose] of Object.entries(fields)) {
    await expect(page.getByLabel(label)).toHaveAttribute('autocomplete', purpose)
    await expect(page.getByLabel(label)).toHaveAttribute('inputmode', 'numeric')
  }
  await expect(page.getByLabel('Name on card')).toHaveAttribute('autocomplete', 'cc-name')
  await expect(page.getByLabel('Name on card')).toHaveValue(patient.name)
  await number.pressSequentially('4242424242424241')
  await expect(page.getByText('One of the digits is wrong')).toBeHidden()
  await number.blur()
  await expect(page.getByText('One of the digits is wrong')).toBeVisible()
  await number.press('End')
  await number.press('Backspace')
  await number.press('2')
  await expect(page.getByText('One of the digits is wrong')).toBeHidden()
  await page.getByLabel('Expiry date').fill('12 / 20')
  await page.getByLabel('Security code').fill('1')
  await expect(page.getByText('This card has expired')).toBeVisible()
  await payButton(page).click()
  await expect(page.getByText('Please enter the 3 digits on the back')).toBeVisible()
  await expect(page.getByLabel('Expiry date')).toBeFocused()
  await number.fill('')
  await payButton(page).click()
  await expect(page.getByText('Please enter the card number')).toBeVisible()
  await expectAccessible(page)

  await typeCard(page, '4111111111111111')
  await payButton(page).click()
  await expect(number).toBeFocused()
  await expect(page.getByText('Only test numbers work here')).toBeVisible()
  expect(sent.filter((request) => /4111/.test(request))).toEqual([])
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history]))
  expect(kept).not.toContain('4111')

  await typeCard(page, numberOf('challenge'))
  const challenge = page.getByRole('alertdialog', { name: '3-D Secure test' })
  const alert = page.getByRole('main').getByRole('alert')
  for (const refusal of ['Fail', 'Close']) {
    await payButton(page).click()
    await challenge.getByRole('button', { name: refusal }).click()
    await expect(alert).toContainText('unable to authenticate')
    await expect(alert).toContainText('You have not been charged.')
    await expectUnpaid(page, booking._id)
  }
  await payButton(page).click()
  await expect(challenge).toBeVisible()
  await expectAccessible(page)
  await challenge.getByRole('button', { name: 'Complete' }).click()
  await expectPaid(page)
  await expectAccessible(page)
})

test('a payment works by keyboard alone, through the 3-D Secure challenge to the receipt', async ({
  page,
  patient,
}) => {
  await bookUnpaid(page.request, patient)
  await page.goto('/dashboard')
  const pay = page.getByRole('link', { name: 'Pay', exact: true })
  await expect(pay).toHaveAccessibleDescription(/, .+ \d{4}, .+ [AP]M$/)
  await tabTo(page, pay)
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeEnabled()
  await tabTo(page, page.getByLabel('Card number'))
  await page.keyboard.type(numberOf('challenge'))
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
