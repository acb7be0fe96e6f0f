import type { CardBrand } from '../../../contract/payments/card-brand.ts'
import { isLuhn } from '../../../contract/payments/test-cards.ts'

type BrandRule = {
  brand: CardBrand
  /** How its numbers begin (ISO/IEC 7812 ranges). */
  begins: RegExp
  lengths: readonly number[]
  /** Sizes of the groups in which it is embossed. */
  groups: readonly number[]
}

const fours = [4, 4, 4, 4, 3]
const rules: readonly BrandRule[] = [
  { brand: 'amex', begins: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  { brand: 'diners', begins: /^36/, lengths: [14], groups: [4, 6, 4] },
  { brand: 'diners', begins: /^3(0[0-5]|[89])/, lengths: [16], groups: fours },
  { brand: 'jcb', begins: /^35(2[89]|[3-8])/, lengths: [16], groups: fours },
  { brand: 'visa', begins: /^4/, lengths: [16], groups: fours },
  {
    brand: 'mastercard',
    begins: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    groups: fours,
  },
  { brand: 'discover', begins: /^6(011|4[4-9]|5)/, lengths: [16], groups: fours },
  { brand: 'unionpay', begins: /^62/, lengths: [16, 17, 18, 19], groups: fours },
]
const unknown = { lengths: [16, 17, 18, 19], groups: fours }

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

function ruleFor(digits: string) {
  return rules.find(({ begins }) => begins.test(digits))
}

/** The brand as soon as the first digits tell it. */
export function brandOf(text: string): CardBrand | null {
  return ruleFor(digitsOf(text))?.brand ?? null
}

/** The digits in the groups of their brand, as they are typed; more than a card has are dropped. */
export function groupNumber(text: string): string {
  const digits = digitsOf(text)
  const { lengths, groups } = ruleFor(digits) ?? unknown
  let rest = digits.slice(0, lengths.at(-1))
  const parts: string[] = []
  for (const size of groups) {
    if (rest) parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return parts.join(' ')
}

export type NumberFault = 'missing' | 'short' | 'mistyped'

/** What keeps a number from being a card's, or `null`. */
export function faultOfNumber(text: string): NumberFault | null {
  const digits = digitsOf(text)
  if (!digits) return 'missing'
  const { lengths } = ruleFor(digits) ?? unknown
  if (digits.length < (lengths[0] ?? 0)) return 'short'
  return lengths.includes(digits.length) && isLuhn(digits) ? null : 'mistyped'
}
