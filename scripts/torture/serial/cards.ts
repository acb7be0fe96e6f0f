import type { Rules } from './order.ts'

/** A payment at the provider: its state there, and what the portal did with its money. */
export type Intent = {
  /** The appointment that it pays. */
  of: string
  status: 'open' | 'challenged' | 'succeeded'
  /** `returning`: a refund was promised, and the provider's confirmation is not recorded yet. */
  money: 'none' | 'kept' | 'returning' | 'returned'
}
export type Till = Readonly<Record<string, Intent>>

/** The behaviour of a test card. */
export type CardKind = 'success' | 'decline' | 'challenge'

/** `answer` is `ok`, a refusal's code, or `unknown` where no answer came; for the provider its status. */
export type CardCall =
  | { kind: 'open'; of: string; answer: string; intent?: string }
  | { kind: 'charge'; intent: string; card: CardKind; answer: string }
  | { kind: 'challenge'; intent: string; passes: boolean; answer: string }
  | { kind: 'confirm'; of: string; intent: string; answer: string }
  | { kind: 'refund'; of: string; answer: string }
  /** Whether something is due. */
  | { kind: 'read'; of: string; isDue: boolean }
  /** The collected amounts, by payment, and the number of refunds. */
  | { kind: 'receipt'; of: string; seen: Readonly<Record<string, number>> }

const keyOf = (till: Till): string =>
  Object.entries(till)
    .map(([id, { of, status, money }]) => [id, of, status, money].join('|'))
    .toSorted()
    .join('\n')

const intentsOf = (till: Till, of: string): [string, Intent][] =>
  Object.entries(till).filter(([, one]) => one.of === of)

const isDue = (till: Till, of: string): boolean =>
  !intentsOf(till, of).some(([, { money }]) => money === 'kept')

/** The portal's background work: it records what the provider has collected and refunded. */
function byItself(till: Till): Till[] {
  return Object.entries(till).flatMap(([id, one]) => {
    if (one.money === 'returning') return [{ ...till, [id]: { ...one, money: 'returned' } }]
    const comes = one.status === 'succeeded' && one.money === 'none' && isDue(till, one.of)
    return comes ? [{ ...till, [id]: { ...one, money: 'kept' } }] : []
  }) satisfies Till[]
}

/** The state, and all states that the background work may have reached from it. */
function sooner(till: Till): Till[] {
  const all = new Map([[keyOf(till), till]])
  for (const one of all.values()) {
    for (const next of byItself(one)) all.set(keyOf(next), next)
  }
  return [...all.values()]
}

const set = (till: Till, id: string, change: Partial<Intent>): Till => {
  const one = till[id]
  return one ? { ...till, [id]: { ...one, ...change } } : till
}

/** Opening returns the same payment until it is paid. */
function open(till: Till, { of, answer, intent }: Extract<CardCall, { kind: 'open' }>): Till[] {
  const waiting = intentsOf(till, of).find(([, { money }]) => money === 'none')
  if (answer === 'already_paid') return isDue(till, of) ? [] : [till]
  if (answer === 'payment_returned') {
    return intentsOf(till, of).some(([, { money }]) => money === 'returned') ? [till] : []
  }
  if (answer !== 'ok' || intent === undefined) return [till]
  if (!isDue(till, of) || waiting?.[1].status === 'succeeded') return []
  if (waiting) return waiting[0] === intent ? [till] : []
  return till[intent] ? [] : [{ ...till, [intent]: { of, status: 'open', money: 'none' } }]
}

/** The provider's answer to a card, and the state of the payment after it. */
function byCard({ status }: Intent, card: CardKind): [answer: string, status: Intent['status']] {
  if (status === 'succeeded' || card === 'success') return ['succeeded', 'succeeded']
  return card === 'challenge' ? ['requires_action', 'challenged'] : ['card_declined', 'open']
}

function byChallenge({ status }: Intent, passes: boolean): [string, Intent['status']] {
  if (status === 'succeeded') return ['succeeded', status]
  if (status === 'open') return ['payment_intent_unexpected_state', status]
  return passes ? ['succeeded', 'succeeded'] : ['payment_intent_authentication_failure', 'open']
}

function confirm(
  till: Till,
  { of, intent, answer }: Extract<CardCall, { kind: 'confirm' }>,
): Till[] {
  const one = till[intent]
  if (!one || one.of !== of) return answer === 'unknown_transaction' ? [till] : []
  // A collected payment is recorded before it is answered.
  if (one.money === 'none') return answer === 'not_paid' && one.status !== 'succeeded' ? [till] : []
  return answer === (one.money === 'returned' ? 'payment_returned' : 'ok') ? [till] : []
}

/** Refunds all collected money, once; another request in between gets the same answer. */
function refund(till: Till, { of, answer }: Extract<CardCall, { kind: 'refund' }>): Till[] {
  // In a run longer than five minutes staff must prove their password again before the refund is considered.
  if (answer === 'proof_needed') return [till]
  const own = intentsOf(till, of)
  const kept = own.find(([, { money }]) => money === 'kept')
  if (kept) return answer === 'ok' ? [set(till, kept[0], { money: 'returning' })] : []
  const isReturning = own.some(([, { money }]) => money === 'returning')
  if (isReturning) return answer === 'ok' ? [till] : []
  const wasPaid = own.some(([, { money }]) => money === 'returned')
  return answer === (wasPaid ? 'already_refunded' : 'not_paid') ? [till] : []
}

/** Payments from earlier bursts are not compared. */
function isReceipt(till: Till, { of, seen }: Extract<CardCall, { kind: 'receipt' }>): boolean {
  return intentsOf(till, of).every(([id, { money }]) => {
    const told = seen[id]
    return money === 'none' ? told === undefined : told === (money === 'kept' ? 0 : 1)
  })
}

function stepFrom(till: Till, call: CardCall): Till[] {
  switch (call.kind) {
    case 'open':
      return open(till, call)
    case 'confirm':
      return confirm(till, call)
    case 'refund':
      return refund(till, call)
    case 'read':
      return isDue(till, call.of) === call.isDue ? [till] : []
    case 'receipt':
      return isReceipt(till, call) ? [till] : []
    default:
      return atProvider(till, call)
  }
}

function atProvider(till: Till, call: Extract<CardCall, { kind: 'charge' | 'challenge' }>): Till[] {
  const one = till[call.intent]
  if (!one) return []
  const [answer, status] =
    call.kind === 'charge' ? byCard(one, call.card) : byChallenge(one, call.passes)
  const done = set(till, call.intent, { status })
  if (call.answer === 'unknown') return [till, done]
  return call.answer === answer ? [done] : []
}

/** The sequential rules of card payments: paid once, refunded once. */
export const cardRules: Rules<CardCall, Till> = {
  keyOf,
  step: (till, call) => sooner(till).flatMap((one) => stepFrom(one, call)),
}
