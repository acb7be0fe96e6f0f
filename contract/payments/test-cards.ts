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

export type KnownTestCard = { number: string; brand: string; outcome: CardOutcome; label: string }

const visa = (number: string, outcome: CardOutcome, label: string): KnownTestCard => ({
  number,
  brand: 'visa',
  outcome,
  label,
})
const works = (number: string, brand: string, label: string): KnownTestCard => ({
  number,
  brand,
  outcome: 'success',
  label,
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
  visa('4000000000000002', 'generic_decline', 'Declined'),
  visa('4000000000009995', 'insufficient_funds', 'Insufficient funds'),
  visa('4000000000009987', 'lost_card', 'Lost card'),
  visa('4000000000000069', 'expired_card', 'Expired card'),
  visa('4000000000000127', 'incorrect_cvc', 'Incorrect security code'),
  visa('4000000000000119', 'processing_error', 'Processing error'),
  visa('4000002500003155', 'challenge', '3-D Secure'),
  visa('4000002760003184', 'challenge', '3-D Secure, every time'),
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
