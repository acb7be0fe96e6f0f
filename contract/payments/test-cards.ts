import { defineTexts, type Localized, properName } from '../language.ts'

/** What the sandbox does with a number; the words are Stripe's (docs.stripe.com/testing). */
type CardOutcome =
  | 'success'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'challenge'

export type KnownTestCard = {
  number: string
  brand: string
  outcome: CardOutcome
  label: Localized<string>
}

const visa = (number: string, outcome: CardOutcome, label: Localized<string>): KnownTestCard => ({
  number,
  brand: 'visa',
  outcome,
  label,
})
/** A brand has one name in every language. */
const named = (name: string) => defineTexts({ en: properName(name), es: properName(name) })
const works = (number: string, brand: string, name: string): KnownTestCard => ({
  number,
  brand,
  outcome: 'success',
  label: named(name),
})

/** Stripe's published test numbers that the sandbox knows; it takes no others. */
export const testCards: readonly KnownTestCard[] = [
  works('4242424242424242', 'visa', 'Visa'),
  works('5555555555554444', 'mastercard', 'Mastercard'),
  works('378282246310005', 'amex', 'American Express'),
  works('6011111111111117', 'discover', 'Discover'),
  works('3056930009020004', 'diners', 'Diners Club'),
  works('3566002020360505', 'jcb', 'JCB'),
  works('6200000000000005', 'unionpay', 'UnionPay'),
  visa('4000000000000002', 'generic_decline', defineTexts({ en: 'Declined', es: 'Rechazada' })),
  visa(
    '4000000000009995',
    'insufficient_funds',
    defineTexts({ en: 'Insufficient funds', es: 'Fondos insuficientes' }),
  ),
  visa('4000000000009987', 'lost_card', defineTexts({ en: 'Lost card', es: 'Tarjeta perdida' })),
  visa(
    '4000000000000069',
    'expired_card',
    defineTexts({ en: 'Expired card', es: 'Tarjeta vencida' }),
  ),
  visa(
    '4000000000000127',
    'incorrect_cvc',
    defineTexts({ en: 'Incorrect security code', es: 'Código de seguridad incorrecto' }),
  ),
  visa(
    '4000000000000119',
    'processing_error',
    defineTexts({ en: 'Processing error', es: 'Error de procesamiento' }),
  ),
  visa('4000002500003155', 'challenge', named('3-D Secure')),
  visa(
    '4000002760003184',
    'challenge',
    defineTexts({ en: '3-D Secure, every time', es: '3-D Secure, siempre' }),
  ),
]

/** The check digit of ISO/IEC 7812: catches a mistyped digit. `number` is digits alone. */
export function isLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
