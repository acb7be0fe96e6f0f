import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatExpiry, isExpired, parseExpiry } from './expiry.ts'

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
  ])('%s is written %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown)
  })

  it.each([
    ['12 / ', '12'],
    ['12 /', '12'],
    ['1', '1'],
    ['', ''],
  ])('deleting leaves %s as %s: the slash does not come back', (left, shown) => {
    expect(formatExpiry(left, true)).toBe(shown)
  })

  it('can be deleted to the end, one key at a time', () => {
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

  it('reads what it writes, typed digit by digit', () => {
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

  it.each(['', '12', '12 / 3', '00 / 30', '13/30', '12 / 203'])('%s is none', (text) => {
    expect(parseExpiry(text)).toBeNull()
  })
})

it('a card is good until its month has ended everywhere', () => {
  const december = { month: 12, year: 2030 }
  expect(isExpired(december, new Date('2030-12-31T23:59:59Z'))).toBe(false)
  expect(isExpired(december, new Date('2031-01-01T11:59:59Z'))).toBe(false)
  expect(isExpired(december, new Date('2031-01-01T12:00:00Z'))).toBe(true)
  expect(isExpired({ month: 11, year: 2030 }, new Date('2030-12-02T00:00:00Z'))).toBe(true)
})
