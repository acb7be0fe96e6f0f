import type { Language } from '../../../contract/language.ts'
import type { CardBrand } from '../../../contract/payments/card-brand.ts'
import { isLuhn, testCards } from '../../../contract/payments/test-cards.ts'
import { cardTexts } from '../card-texts.ts'

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

/** The brand as soon as the first digits identify it. */
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

type NumberFault = 'missing' | 'short' | 'mistyped'

/** What keeps a number from being a card's, or `null`. */
export function faultOfNumber(text: string): NumberFault | null {
  const digits = digitsOf(text)
  if (!digits) return 'missing'
  const { lengths } = ruleFor(digits) ?? unknown
  if (digits.length < (lengths[0] ?? 0)) return 'short'
  return lengths.includes(digits.length) && isLuhn(digits) ? null : 'mistyped'
}

type Expiry = { month: number; year: number }

/**
 * Formats month and year while they are typed: `12 / 30`. The slash is added automatically, except during
 * deletion, where it would always reappear.
 */
export function formatExpiry(text: string, isDeleting = false): string {
  const [first = '', ...others] = text.split(/\D+/).filter(Boolean)
  const isSplit = /^\D*\d+\s*[/.-]/.test(text)
  let month = first.slice(0, 2)
  let year = first.slice(2) + others.join('')
  const hasOneDigit = Number(month) > 12 || /^[2-9]$/.test(month) || (month === '1' && isSplit)
  if (hasOneDigit && !isDeleting) {
    year = month.slice(1) + year
    month = `0${month.charAt(0)}`
  }
  year = year.slice(0, 4)
  if (year) return `${month} / ${year}`
  return month.length === 2 && !isDeleting ? `${month} / ` : month
}

/** `null` for what is not yet, or never, a month and a year. */
export function parseExpiry(text: string): Expiry | null {
  const found = /^\D*(\d{1,2})\D+(\d{4}|\d{2})\D*$/.exec(text)
  if (!found) return null
  const month = Number(found[1])
  const year = found[2]?.length === 4 ? Number(found[2]) : 2000 + Number(found[2])
  return month >= 1 && month <= 12 ? { month, year } : null
}

/** A card is good to the end of its month, wherever on earth that ends last. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  const halfDayMs = 12 * 3_600_000
  return Date.UTC(year, month, 1) + halfDayMs <= now.getTime()
}

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

/** A number that is not a test card may be a real one: it is refused here and never sent. */
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
