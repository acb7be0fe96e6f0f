import { type Confirmed, charge, type Ledger } from './confirm-intent.ts'
import { findIntent, moveIntent } from './queries.ts'

/** Passes or fails the 3-D Secure challenge that a confirmation asked for. */
export async function answerChallenge(
  ledger: Ledger,
  { clientSecret, outcome }: { clientSecret: string; outcome: 'pass' | 'fail' },
): Promise<Confirmed> {
  const intent = await findIntent(ledger.query, { clientSecret })
  if (!intent) return { ok: false, code: 'resource_missing' }
  if (intent.status === 'succeeded') return { ok: true, id: intent.id, status: 'succeeded' }
  if (intent.status !== 'requires_action') {
    return { ok: false, code: 'payment_intent_unexpected_state' }
  }
  const { cardBrand, cardLast4 } = intent
  if (outcome === 'pass') return charge(ledger, intent, { cardBrand, cardLast4 })
  const back = { status: 'requires_payment_method' } as const
  await moveIntent(ledger.query, intent.id, ['requires_action'], back)
  ledger.announce('payment_intent.payment_failed', { intentId: intent.id })
  return { ok: false, code: 'payment_intent_authentication_failure' }
}
