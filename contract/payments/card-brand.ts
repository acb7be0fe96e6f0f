import { properName } from '../language.ts'

/** Names as Stripe's API has them, in the contract too. */
const brandNames = {
  visa: properName('Visa'),
  mastercard: properName('Mastercard'),
  amex: properName('American Express'),
  discover: properName('Discover'),
  diners: properName('Diners Club'),
  jcb: properName('JCB'),
  unionpay: properName('UnionPay'),
} as const
export type CardBrand = keyof typeof brandNames

export function isCardBrand(brand: string): brand is CardBrand {
  return Object.hasOwn(brandNames, brand)
}

/** A brand as it calls itself; `undefined` for one that we do not know. */
export function brandName(brand: string): string | undefined {
  return isCardBrand(brand) ? brandNames[brand] : undefined
}
