import { testCards } from '../../../contract/test-cards.ts'
import { brandOf, digitsOf, faultOfNumber } from './card-number.ts'
import { isExpired, parseExpiry } from './expiry.ts'

export const cardFields = ['name', 'number', 'expiry', 'cvc'] as const
export type CardField = (typeof cardFields)[number]
export type TypedCard = Record<CardField, string>

const numberTexts = {
  missing: 'Please enter the card number',
  short: 'This number is too short; please look at it again',
  mistyped: 'One of the digits does not fit; please look at it again',
}
const notATestCard =
  'Only test numbers work here, such as 4242 4242 4242 4242. What you typed has not left this page.'

/** What is wrong with a field, said kindly; `undefined` when nothing is. */
export function faultOf(field: CardField, card: TypedCard, now: Date): string | undefined {
  if (field === 'number') return numberFault(card.number)
  if (field === 'expiry') return expiryFault(card.expiry, now)
  if (field === 'cvc') return cvcFault(card)
  return card.name.trim() ? undefined : 'Please enter the name on the card'
}

/** A number that is no test card may be somebody's own: it is refused here and sent nowhere. */
function numberFault(number: string): string | undefined {
  const fault = faultOfNumber(number)
  if (fault) return numberTexts[fault]
  const digits = digitsOf(number)
  return testCards.some((known) => known.number === digits) ? undefined : notATestCard
}

function expiryFault(text: string, now: Date): string | undefined {
  const expiry = parseExpiry(text)
  if (!expiry) return 'Please enter month and year, as in 12 / 30'
  return isExpired(expiry, now) ? 'This card has expired; please look at the date' : undefined
}

function cvcFault({ cvc, number }: TypedCard): string | undefined {
  const isAmex = brandOf(number) === 'amex'
  if ((isAmex ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc)) return undefined
  return isAmex ? 'Please enter the 4 digits on the front' : 'Please enter the 3 digits on the back'
}
