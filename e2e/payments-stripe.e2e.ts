import type { Page } from '@playwright/test'
import { messages } from '../contract/fixed-texts.ts'
import { type StripePeer, startStripePeer } from '../server/testing/peers/stripe-peer.ts'
import { axe, inBothThemes } from './setup/axe.ts'
import { bookUnpaid, expectPaid, expectUnpaid, payButton, readBooking } from './setup/paying.ts'
import { type Portal, startServer } from './setup/server.ts'
import { routeStripe } from './setup/stripe.ts'
import { test as base, expect } from './setup/test.ts'

const peers = new WeakMap<Portal, StripePeer>()

const test = base.extend<{ peer: StripePeer }>({
  portal: async ({ openPortal }, provide) => provide(await openPortal('stripe', startWithStripe)),
  peer: async ({ portal }, provide) => {
    const peer = peers.get(portal)
    if (peer) await provide(peer)
  },
})

/** A portal with card payments by a Stripe-like peer on loopback, which ends with it. */
async function startWithStripe(): Promise<Portal> {
  const peer = await startStripePeer()
  const started = await startServer(peer.settings)
  const stop = async () => {
    await started.stop()
    await peer.stop()
  }
  const portal = { ...started, stop }
  peers.set(portal, peer)
  return portal
}

// One worker takes them all: each would start such a portal of its own.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ context, peer, expectFailures }) => {
  await routeStripe(context, peer.url)
  expectFailures(/request elsewhere: https:\/\/(js|api|hooks)\.stripe\.com\//)
})

/** A field in its frame, as a user sees it. */
function field(page: Page, element: 'cardNumber' | 'cardExpiry' | 'cardCvc') {
  return page.frameLocator(`iframe[title*="${element}"]`).getByRole('textbox')
}

async function typeCard(page: Page, number: string): Promise<void> {
  await field(page, 'cardNumber').fill(number)
  await field(page, 'cardExpiry').fill('12 / 34')
  await field(page, 'cardCvc').fill('123')
}

test('a patient pays by typing a card into Stripe’s own frames, which follow the theme and the language, and only the payment page’s policy allows Stripe’s script', async ({
  page,
  patient,
  peer,
  portal,
}) => {
  const booking = await bookUnpaid(page.request, patient)
  const policyOf = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'] ?? ''
  expect(await policyOf(`/dashboard/payment/${booking._id}`)).toContain('https://js.stripe.com')
  for (const path of ['/', '/dashboard', '/login', `/dashboard/receipt/${booking._id}`]) {
    expect(await policyOf(path)).not.toContain('stripe')
  }
  await page.goto('/dashboard')
  await page.getByRole('link', { name: messages.pay, exact: true }).click()
  await inBothThemes(page, async (theme) => {
    const colour = theme === 'dark' ? /^rgb\(2\d\d, / : /^rgb\(\d\d?, /
    if (theme === 'dark') await page.reload()
    await expect(payButton(page)).toBeEnabled()
    await expect(field(page, 'cardNumber')).toHaveCSS('color', colour)
    await axe(page)
  })
  const html = page.frameLocator('iframe[title*="cardNumber"]').locator('html')
  await expect(html).toHaveAttribute('lang', 'en')
  // Chosen here; the browser asks for English.
  await page.context().addCookies([{ name: 'language', value: 'es', url: portal.origin }])
  await page.reload()
  await expect(html).toHaveAttribute('lang', 'es')
  await field(page, 'cardNumber').fill('4242')
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await expect(html).toHaveAttribute('lang', 'en')
  await expect(field(page, 'cardNumber')).toHaveValue('4242')

  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  const transactionId = await expectPaid(page)
  expect(await readBooking(page, booking._id)).toMatchObject({ paid: true, transactionId })
  expect(peer.ledger.accounts.get(transactionId)).toMatchObject({
    amount: booking.price * 100,
    status: 'succeeded',
  })
  expect(peer.violations).toEqual([])
})

test('an unreachable js.stripe.com is reported and retried, a decline is reported, and 3-D Secure completes in a Stripe frame', async ({
  page,
  context,
  patient,
  expectFailures,
}) => {
  expectFailures(/js\.stripe\.com|ERR_FAILED|402/)
  const booking = await bookUnpaid(page.request, patient)
  const block = (url: URL) => url.host === 'js.stripe.com'
  await context.route(block, (route) => route.abort())
  await page.goto(`/dashboard/payment/${booking._id}`)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('we cannot reach the card service')
  await expect(payButton(page)).toBeDisabled()
  await axe(page)
  await context.unroute(block)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeEnabled()

  await typeCard(page, '4000000000000002')
  await payButton(page).click()
  await expect(alert).toHaveText(/card_declined.*You have not been charged\./)
  await field(page, 'cardNumber').fill('4000002500003155')
  const bank = page.frameLocator('iframe[title="3D Secure"]')
  await payButton(page).click()
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(alert).toHaveText(/unable to authenticate.*You have not been charged\./)
  await expectUnpaid(page, booking._id)
  await payButton(page).click()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expectPaid(page)
})

test('a js.stripe.com that does not respond is reported after 15 seconds and can be retried, and after a lost response the payment is found paid', async ({
  page,
  context,
  patient,
  peer,
  expectFailures,
}) => {
  expectFailures(/ERR_CONNECTION_RESET/)
  const booking = await bookUnpaid(page.request, patient)
  const hang = (url: URL) => url.host === 'js.stripe.com'
  await context.route(hang, () => {})
  await page.clock.install()
  const asked = page.waitForRequest('https://js.stripe.com/**')
  await page.goto(`/dashboard/payment/${booking._id}`)
  await asked
  await page.clock.fastForward('00:15')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('we cannot reach the card service')
  await expect(payButton(page)).toBeDisabled()
  await context.unroute(hang)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeEnabled()

  await typeCard(page, '4242424242424242')
  peer.fault = (operation) => (operation.endsWith('/confirm') ? 'after' : null)
  await payButton(page).click()
  await expectPaid(page)
  peer.fault = () => null
})
