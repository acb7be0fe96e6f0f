import { randomBytes } from 'node:crypto'
import type { CardRefusal } from '../../../contract/payments/sandbox.ts'
import { isLuhn, testCards } from '../../../contract/payments/test-cards.ts'
import type { Clock } from '../../clock.ts'
import type { Queries } from '../../db/database.ts'
import { insertCard } from './queries.ts'

/** What is typed into the card form. */
export type TypedCard = { number: string; expMonth: number; expYear: number; cvc: string }

export type Refused = { ok: false; code: CardRefusal; declineCode?: string }

type Created = { ok: true; id: string; card: { brand: string; last4: string } } | Refused

/**
 * A payment method from one of the published test numbers. Any other number is refused: somebody may
 * have typed a real one, so it is neither stored nor logged. Of a test card, too, only brand, last
 * four and what it does are kept.
 */
export async function createCard(
  { query, clock }: { query: Queries; clock: Clock },
  typed: TypedCard,
): Promise<Created> {
  const number = typed.number.replaceAll(/[\s-]/g, '')
  if (!isLuhn(number)) return { ok: false, code: 'incorrect_number' }
  const known = testCards.find((card) => card.number === number)
  if (!known) return { ok: false, code: 'not_a_test_card' }
  const { brand, outcome } = known
  const now = clock()
  if (isPast(typed, now)) return { ok: false, code: 'invalid_expiry_year' }
  const digits = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (!digits.test(typed.cvc)) return { ok: false, code: 'invalid_cvc' }
  const card = { brand, last4: number.slice(-4) }
  const id = `pm_${randomBytes(12).toString('hex')}`
  await insertCard(query, { id, outcome, ...card, createdAt: now.toISOString() })
  return { ok: true, id, card }
}

/** A card is good to the end of its month. */
function isPast({ expMonth, expYear }: TypedCard, now: Date): boolean {
  return Date.UTC(expYear, expMonth, 1) <= now.getTime()
}
