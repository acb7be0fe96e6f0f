import { messages } from '../contract/fixed-texts.ts'
import { testCards } from '../contract/payments/test-cards.ts'
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

const numbersOf = (outcome: string) => testCards.filter((card) => card.outcome === outcome)

test('a patient pays from My Appointments and finds it paid there', async ({
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
  await typeCard(page, '4242424242424242')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(page.getByLabel('Expiry date')).toHaveValue('12 / 34')
  await payButton(page).click()
  const transactionId = await expectPaid(page)
  expect(await readBooking(page, _id)).toMatchObject({ paid: true, transactionId })

  await page.getByRole('link', { name: 'My Appointments' }).last().click()
  const row = page.getByRole('row').filter({ hasText: transactionId })
  await expect(row.getByText(messages.paid, { exact: true })).toBeVisible()
  expect((await readMail(patient.email, 'receipt')).text).toContain(transactionId)
})

for (const { number, label, brand } of numbersOf('success')) {
  test(`${label} pays, recognised as ${brand}`, async ({ page, patient }) => {
    await openPayment(page, await bookUnpaid(page.request, patient))
    await typeCard(page, number)
    await expect(page.locator('.card-number-name')).toHaveText(label)
    await payButton(page).click()
    await expectPaid(page)
  })
}

const declines = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: /Your card (was declined|has insufficient funds)\./,
  lost_card: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
}
for (const [outcome, text] of Object.entries(declines)) {
  test(`${outcome}: said in red, nothing is lost, nothing is charged`, async ({
    page,
    patient,
    expectFailures,
  }) => {
    expectFailures(/402/)
    const booking = await bookUnpaid(page.request, patient)
    await openPayment(page, booking)
    await typeCard(page, numbersOf(outcome)[0]?.number ?? '')
    await payButton(page).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(text)
    await expect(alert).toContainText('You have not been charged.')
    await expect(page.getByLabel('Security code')).toHaveValue('123')
    await expectUnpaid(page, booking._id)

    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await payButton(page).click()
    await expectPaid(page)
  })
}

test('3-D Secure: failed or closed it charges nothing, passed it pays', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/402/)
  const booking = await bookUnpaid(page.request, patient)
  await openPayment(page, booking)
  await typeCard(page, numbersOf('challenge')[0]?.number ?? '')
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
  await challenge.getByRole('button', { name: 'Complete' }).click()
  await expectPaid(page)
})

test('a card that is no test card is refused and sent nowhere', async ({ page, patient }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`))
  await openPayment(page, await bookUnpaid(page.request, patient))
  await typeCard(page, '4111111111111111')
  await payButton(page).click()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expect(page.getByText('Only test numbers work here')).toBeVisible()
  expect(sent.filter((request) => /4111/.test(request))).toEqual([])
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history]))
  expect(kept).not.toContain('4111')
})

test('mistakes are told kindly when a field is left, and go when they are mended', async ({
  page,
  patient,
}) => {
  await openPayment(page, await bookUnpaid(page.request, patient))
  const number = page.getByLabel('Card number')
  await number.pressSequentially('4242424242424241')
  await expect(page.getByText('One of the digits does not fit')).toBeHidden()
  await number.blur()
  await expect(page.getByText('One of the digits does not fit')).toBeVisible()
  await number.press('End')
  await number.press('Backspace')
  await number.press('2')
  await expect(page.getByText('One of the digits does not fit')).toBeHidden()
  await page.getByLabel('Expiry date').fill('12 / 20')
  await page.getByLabel('Security code').fill('1')
  await expect(page.getByText('This card has expired')).toBeVisible()
  await payButton(page).click()
  await expect(page.getByText('Please enter the 3 digits on the back')).toBeVisible()
  await expect(page.getByLabel('Expiry date')).toBeFocused()
})

test('the fields say what belongs in them, to a browser and to a phone', async ({
  page,
  patient,
}) => {
  await openPayment(page, await bookUnpaid(page.request, patient))
  const fields = { 'Card number': 'cc-number', 'Expiry date': 'cc-exp', 'Security code': 'cc-csc' }
  for (const [label, purpose] of Object.entries(fields)) {
    await expect(page.getByLabel(label)).toHaveAttribute('autocomplete', purpose)
    await expect(page.getByLabel(label)).toHaveAttribute('inputmode', 'numeric')
  }
  await expect(page.getByLabel('Name on card')).toHaveAttribute('autocomplete', 'cc-name')
  await expect(page.getByLabel('Name on card')).toHaveValue(patient.name)
  await page.getByText('Numbers to try in test mode').click()
  await page.getByRole('button', { name: '3782 822463 10005' }).click()
  await expect(page.getByLabel('Card number')).toHaveValue('3782 822463 10005')
  await payButton(page).click()
  await expectPaid(page)
})
