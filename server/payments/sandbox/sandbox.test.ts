import { expect, test } from 'vitest'
import { cardRefusals } from '../../../contract/payments/sandbox.ts'
import { testCards } from '../../../contract/payments/test-cards.ts'
import { books, openScreen, openTill, report, secretOf, tryCard } from '../../testing/paying.ts'
import { request } from '../../testing/portal.ts'

const workingCards = testCards.filter(({ outcome }) => outcome === 'success')
const numberOf = (outcome: string) =>
  testCards.find((card) => card.outcome === outcome)?.number ?? ''

async function atTheTill(options?: Parameters<typeof openTill>[0]) {
  const till = await openTill(options)
  const secret = await secretOf(await openScreen(till.portal, till.jane, till.booking))
  const answer = async (outcome: 'pass' | 'fail') =>
    request(till.portal, 'POST', '/sandbox/challenge', {
      token: till.jane.token,
      body: { clientSecret: secret, outcome },
    })
  return { ...till, secret, intentId: secret.split('_secret_')[0] ?? '', answer }
}

test.each(workingCards.map(({ label, brand, number }) => [label, brand, number]))(
  '%s pays',
  async (_, brand, number) => {
    const { portal, jane, booking, secret, intentId } = await atTheTill()
    const confirmed = await tryCard(portal, jane, secret, number)
    expect(await confirmed.json()).toEqual({ id: intentId, status: 'succeeded' })
    expect((await report(portal, jane, booking._id, intentId)).status).toBe(200)
    const last4 = number?.slice(-4)
    expect((await books(portal)).payments).toMatchObject([{ cardBrand: brand, cardLast4: last4 }])
  },
)

test.each([
  ['generic_decline', 'card_declined', 'generic_decline', 'was declined'],
  ['insufficient_funds', 'card_declined', 'insufficient_funds', 'has insufficient funds'],
  ['lost_card', 'card_declined', 'lost_card', 'was declined'],
  ['expired_card', 'expired_card', undefined, 'has expired'],
  ['incorrect_cvc', 'incorrect_cvc', undefined, 'security code is incorrect'],
  ['processing_error', 'processing_error', undefined, 'error occurred while processing'],
] as const)(
  '%s answers 402 as Stripe does, and another card still pays',
  async (outcome, code, reason, words) => {
    const { portal, jane, booking, secret, intentId } = await atTheTill()
    const declined = await tryCard(portal, jane, secret, numberOf(outcome))
    expect(declined.status).toBe(402)
    const body = await declined.json()
    const message = expect.stringContaining(words)
    expect(body).toMatchObject({ code, message, ...(reason && { decline_code: reason }) })
    const unpaid = await report(portal, jane, booking._id, intentId)
    expect(await unpaid.json()).toMatchObject({ code: 'not_paid' })
    await tryCard(portal, jane, secret)
    expect((await report(portal, jane, booking._id, intentId)).status).toBe(200)
  },
)

test('3-D Secure: of two concurrent answers one counts, and the other reports the result', async () => {
  for (const outcomes of [['pass', 'fail'] as const, ['fail', 'pass'] as const]) {
    const { portal, jane, secret, answer } = await atTheTill()
    await tryCard(portal, jane, secret, numberOf('challenge'))
    const answers = await Promise.all(outcomes.map(answer))
    const said = await Promise.all(answers.map((one) => one.json()))
    const [passed, failed] = outcomes[0] === 'pass' ? said : said.toReversed()
    const isPaid = passed.status === 'succeeded'
    if (isPaid) expect(failed).toMatchObject({ status: 'succeeded' })
    else expect(failed).toMatchObject({ code: 'payment_intent_authentication_failure' })
  }
})

test('3-D Secure: a passed challenge pays, and a failed one can be retried', async () => {
  const { portal, jane, booking, secret, intentId, answer } = await atTheTill()
  const asked = await tryCard(portal, jane, secret, numberOf('challenge'))
  expect(await asked.json()).toEqual({ id: intentId, status: 'requires_action' })
  const failed = await answer('fail')
  expect(failed.status).toBe(402)
  expect(await failed.json()).toMatchObject({ code: 'payment_intent_authentication_failure' })
  expect(await (await answer('pass')).json()).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  await tryCard(portal, jane, secret, numberOf('challenge'))
  expect(await (await answer('pass')).json()).toEqual({ id: intentId, status: 'succeeded' })
  expect((await report(portal, jane, booking._id, intentId)).status).toBe(200)
})

test.each([
  ['4111111111111111', 'not_a_test_card'],
  ['4242424242424241', 'incorrect_number'],
  ['not a number', 'incorrect_number'],
] as const)(
  '%s is not a test card and is refused with an explanation and not stored',
  async (number, code) => {
    const { portal, jane, secret } = await atTheTill()
    const refused = await tryCard(portal, jane, secret, number)
    expect(refused.status).toBe(402)
    expect(await refused.json()).toEqual({ code, message: cardRefusals[code] })
    const cards = await portal.database.query.selectFrom('sandboxCards').selectAll().execute()
    expect(cards).toEqual([])
  },
)

test('an expired card or an invalid security code is refused when the card is entered', async () => {
  const { portal, jane } = await atTheTill()
  const make = async (change: object) => {
    const card = { number: '4242 4242 4242 4242', expMonth: 6, expYear: 2026, cvc: '123' }
    const body = { ...card, billing: { name: jane.name, email: jane.email }, ...change }
    const made = await request(portal, 'POST', '/sandbox/payment_methods', {
      token: jane.token,
      body,
    })
    return made.json()
  }
  expect(await make({})).toMatchObject({ card: { brand: 'visa', last4: '4242' } })
  expect(await make({ expMonth: 5 })).toMatchObject({ code: 'invalid_expiry_year' })
  expect(await make({ cvc: '12' })).toMatchObject({ code: 'invalid_cvc' })
})

test('several clicks on Pay charge once, and an event delivered several times takes effect once', async () => {
  const deliveries = () => [20, 0, 0, 5]
  const { portal, jane, secret, intentId } = await atTheTill({ deliveries })
  const clicks = await Promise.all(Array.from({ length: 8 }, () => tryCard(portal, jane, secret)))
  for (const click of clicks)
    expect(await click.json()).toEqual({ id: intentId, status: 'succeeded' })
  await expect.poll(async () => (await books(portal)).mails).toEqual(['receipt'])
  await new Promise((resolve) => setTimeout(resolve, 50))
  const { events, mails, payments } = await books(portal)
  expect([events.length, mails.length, payments.length]).toEqual([1, 1, 1])
  const told = await portal.database.query.selectFrom('providerEvents').selectAll().execute()
  expect(told).toHaveLength(1)
})
