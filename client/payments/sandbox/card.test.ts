import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLuhn, testCards } from '../../../contract/payments/test-cards.ts'
import {
  brandOf,
  digitsOf,
  faultOfNumber,
  formatExpiry,
  groupNumber,
  isExpired,
  parseExpiry,
} from './card.ts'

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max })

describe('a card number', () => {
  it.each(testCards)(
    'is valid, has its brand and reads back after grouping: $label',
    ({ number, brand }) => {
      expect(brandOf(number)).toBe(brand)
      expect(faultOfNumber(number)).toBeNull()
      expect(digitsOf(groupNumber(number))).toBe(number)
    },
  )

  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['36227206271667', '3622 720627 1667'],
    ['3056930009020004', '3056 9300 0902 0004'],
    ['6200000000000000003', '6200 0000 0000 0000 003'],
    ['42424242424242429999', '4242 4242 4242 4242'],
    ['42 42-4', '4242 4'],
    ['', ''],
  ])('%s is grouped as %s', (typed, shown) => {
    expect(groupNumber(typed)).toBe(shown)
  })

  it('is shown as groups of the leading typed digits, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), digits(0, 30), (noise, typed) => {
        const shown = groupNumber(noise + typed)
        expect(digitsOf(noise + typed).startsWith(digitsOf(shown))).toBe(true)
        expect(groupNumber(shown)).toBe(shown)
        expect(shown).toMatch(/^(\d+( \d+)*)?$/)
      }),
    )
  })

  it('is grouped the same when typed digit by digit as when pasted', () => {
    fc.assert(
      fc.property(digits(1, 19), (typed) => {
        const shown = [...typed].reduce((text, digit) => groupNumber(text + digit), '')
        expect(shown).toBe(groupNumber(typed))
      }),
    )
  })
})

/** The check digit by the standard's own wording, written apart from the contract's. */
function checkDigitOf(payload: string): number {
  const sum = [...payload].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / 10) + (value % 10)
  }, 0)
  return (10 - (sum % 10)) % 10
}

describe('the check digit', () => {
  it('is valid for exactly one of the ten digits', () => {
    fc.assert(
      fc.property(digits(11, 18), (payload) => {
        const fitting = [...'0123456789'].filter((digit) => isLuhn(payload + digit))
        expect(fitting).toEqual([String(checkDigitOf(payload))])
      }),
    )
  })

  it('detects every single mistyped digit', () => {
    const place = fc.nat({ max: 15 })
    fc.assert(
      fc.property(digits(15, 15), place, fc.integer({ min: 1, max: 9 }), (payload, at, shift) => {
        const number = payload + checkDigitOf(payload)
        const wrong = (Number(number.charAt(at)) + shift) % 10
        expect(isLuhn(number)).toBe(true)
        expect(isLuhn(number.slice(0, at) + wrong + number.slice(at + 1))).toBe(false)
      }),
    )
  })
})

it.each([
  ['', 'missing'],
  ['4242 4242', 'short'],
  ['4242 4242 4242 4241', 'mistyped'],
  ['3782 822463 1000', 'short'],
])('the card number %s has the fault %s', (text, fault) => {
  expect(faultOfNumber(text)).toBe(fault)
})

it.each([
  ['2221 0000', 'mastercard'],
  ['2720 9999', 'mastercard'],
  ['2721', null],
  ['644', 'discover'],
  ['3528', 'jcb'],
  ['3527', null],
  ['6', null],
])('a card number starting with %s has the brand %s', (text, brand) => {
  expect(brandOf(text)).toBe(brand)
})

describe('an expiry date', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['12', '12 / '],
    ['123', '12 / 3'],
    ['5', '05 / '],
    ['530', '05 / 30'],
    ['13', '01 / 3'],
    ['1/', '01 / '],
    ['1/30', '01 / 30'],
    ['12/2030', '12 / 2030'],
    ['12 / 30', '12 / 30'],
    ['1230abc', '12 / 30'],
  ])('%s is formatted as %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown)
  })

  it.each([
    ['12 / ', '12'],
    ['12 /', '12'],
    ['1', '1'],
    ['', ''],
  ])('%s is formatted as %s after a deletion, without adding the slash again', (left, shown) => {
    expect(formatExpiry(left, true)).toBe(shown)
  })

  it('can be deleted completely, one key at a time', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789/') }), (typed) => {
        let text = formatExpiry(typed)
        for (let keys = 0; text !== '' && keys < 20; keys += 1) {
          text = formatExpiry(text.slice(0, -1), true)
        }
        expect(text).toBe('')
      }),
    )
  })

  it('is parsed correctly when typed digit by digit', () => {
    const month = fc.integer({ min: 1, max: 12 })
    const year = fc.integer({ min: 2000, max: 2099 })
    fc.assert(
      fc.property(month, year, fc.boolean(), (month, year, isLong) => {
        const typed = `${String(month).padStart(2, '0')}${isLong ? year : String(year).slice(2)}`
        const shown = [...typed].reduce((text, digit) => formatExpiry(text + digit), '')
        expect(parseExpiry(shown)).toEqual({ month, year })
      }),
    )
  })

  it.each(['', '12', '12 / 3', '00 / 30', '13/30', '12 / 203'])('%s is invalid', (text) => {
    expect(parseExpiry(text)).toBeNull()
  })
})

it('a card is valid until its expiry month has ended in every time zone', () => {
  const december = { month: 12, year: 2030 }
  expect(isExpired(december, new Date('2030-12-31T23:59:59Z'))).toBe(false)
  expect(isExpired(december, new Date('2031-01-01T11:59:59Z'))).toBe(false)
  expect(isExpired(december, new Date('2031-01-01T12:00:00Z'))).toBe(true)
  expect(isExpired({ month: 11, year: 2030 }, new Date('2030-12-02T00:00:00Z'))).toBe(true)
})
