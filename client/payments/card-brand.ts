/** Names as Stripe's API has them, in the contract too. */
const brandNames = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
} as const
export type CardBrand = keyof typeof brandNames

export function isCardBrand(brand: string): brand is CardBrand {
  return Object.hasOwn(brandNames, brand)
}

/** A brand as it calls itself; one we do not know is just a card. */
export function brandName(brand: string): string {
  return isCardBrand(brand) ? brandNames[brand] : 'Card'
}
