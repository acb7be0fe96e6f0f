import type { Language } from '../../../contract/language.ts'
import { testCards } from '../../../contract/payments/test-cards.ts'
import { cardTexts } from '../card-texts.ts'
import { brandOf, digitsOf, faultOfNumber } from './card-number.ts'
import { isExpired, parseExpiry } from './expiry.ts'

export const cardFields = ['name', 'number', 'expiry', 'cvc'] as const
export type CardField = (typeof cardFields)[number]
export type TypedCard = Record<CardField, string>
type Texts = (typeof cardTexts)['en']

/** What is wrong with a field, said kindly; `undefined` when nothing is. */
export function faultOf(
  language: Language,
  field: CardField,
  card: TypedCard,
  now: Date,
): string | undefined {
  const t = cardTexts[language]
  if (field === 'number') return numberFault(t, card.number)
  if (field === 'expiry') return expiryFault(t, card.expiry, now)
  if (field === 'cvc') return cvcFault(t, card)
  return card.name.trim() ? undefined : t.nameMissing
}

/** A number that is no test card may be somebody's own: it is refused here and sent nowhere. */
function numberFault(t: Texts, number: string): string | undefined {
  const fault = faultOfNumber(number)
  if (fault) {
    return { missing: t.numberMissing, short: t.numberShort, mistyped: t.numberMistyped }[fault]
  }
  const digits = digitsOf(number)
  return testCards.some((known) => known.number === digits) ? undefined : t.notATestCard
}

function expiryFault(t: Texts, text: string, now: Date): string | undefined {
  const expiry = parseExpiry(text)
  if (!expiry) return t.expiryMissing
  return isExpired(expiry, now) ? t.expired : undefined
}

function cvcFault(t: Texts, { cvc, number }: TypedCard): string | undefined {
  const isAmex = brandOf(number) === 'amex'
  if ((isAmex ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc)) return undefined
  return isAmex ? t.codeOnFront : t.codeOnBack
}
