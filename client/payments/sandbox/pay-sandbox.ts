import type { InputOf } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { call } from '../../data/api.ts'
import { currentLanguage } from '../../i18n/language.tsx'
import { type Attempt, attemptOf, notChargedBy } from '../attempt.ts'
import { cardTexts } from '../card-texts.ts'
import type { TypedCard } from './card-faults.ts'
import { digitsOf } from './card-number.ts'
import { parseExpiry } from './expiry.ts'

type SandboxPayment = {
  clientSecret: string
  card: TypedCard
  email: string
  /** Asks the patient to pass or fail the 3-D Secure challenge. */
  onChallenge: () => Promise<'pass' | 'fail'>
}

/** Create a payment method of type card, confirm the payment with it (specification section 7). */
export async function paySandbox({
  clientSecret,
  card,
  email,
  onChallenge,
}: SandboxPayment): Promise<Attempt> {
  const expiry = parseExpiry(card.expiry)
  const { dateIncomplete } = cardTexts[currentLanguage()]
  if (!expiry) return { kind: 'notCharged', message: dateIncomplete }
  const body = {
    number: digitsOf(card.number),
    expMonth: expiry.month,
    expYear: expiry.year,
    cvc: card.cvc,
    billing: { name: card.name.trim(), email },
  }
  const made = await createCard(body)
  if (typeof made === 'object') return made
  try {
    const intent = await call(endpoints.confirmSandboxIntent, {
      body: { clientSecret, paymentMethod: made },
    })
    if (intent.status === 'succeeded') return { kind: 'charged', transactionId: intent.id }
    const outcome = await onChallenge()
    const answered = await call(endpoints.answerSandboxChallenge, {
      body: { clientSecret, outcome },
    })
    if (answered.status === 'succeeded') return { kind: 'charged', transactionId: answered.id }
    return { kind: 'unknown' }
  } catch (error) {
    return attemptOf(error)
  }
}

type Body = InputOf<typeof endpoints.createSandboxCard>['body']

/** The payment method's id; nothing is charged by making one. */
async function createCard(body: Body): Promise<string | Attempt> {
  try {
    return (await call(endpoints.createSandboxCard, { body })).id
  } catch (error) {
    return notChargedBy(error)
  }
}
