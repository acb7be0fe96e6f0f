import fc from 'fast-check'
import { expect, it } from 'vitest'
import { differenceOf, differenceTo, shortDifference } from './money-difference.ts'

it.each([
  [0, false, 99, 'price', '$99'],
  [0, false, 0, 'price', '$0'],
  [59, false, 99, 'due', '+$40 to pay'],
  [99, false, 59.5, 'back', '$39.50 back'],
  [99, false, 99, 'even', 'same price'],
  [99, true, 59, 'deskBack', '$40 back'],
  [99, true, 120, 'due', '+$21 to pay'],
])('paid %d (at the desk: %s), now %d: %s', (paid, paidAtDesk, price, kind, text) => {
  const difference = differenceOf({ paid, paidAtDesk, givesBack: true }, price)
  expect(difference.kind).toBe(kind)
  expect(shortDifference('en', difference)).toBe(text)
})

it.each([
  [99, false, 59, 'kept', '$40 less, nothing back'],
  [99, true, 59, 'kept', '$40 less, nothing back'],
  [99, false, 120, 'due', '+$21 to pay'],
  [99, false, 99, 'even', 'same price'],
])('paid %d (at the desk: %s) where nothing goes back, now %d: %s', (...row) => {
  const [paid, paidAtDesk, price, kind, text] = row
  const difference = differenceOf({ paid, paidAtDesk, givesBack: false }, price)
  expect(difference.kind).toBe(kind)
  expect(shortDifference('en', difference)).toBe(text)
})

it('leaves what was paid for the same treatment as it is', () => {
  const booking = { treatmentId: 'same' }
  const terms = { paid: 99, paidAtDesk: false, givesBack: true, booking }
  const kind = (_id: string, price: number) => differenceTo(terms, { _id, price }).kind
  expect([kind('same', 59), kind('same', 109), kind('other', 59)]).toEqual(['even', 'due', 'back'])
})

it('never loses a cent between what was paid and what is asked for', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(cents, cents, (paid, price) => {
      const { kind, amount } = differenceOf(
        { paid: paid / 100, paidAtDesk: false, givesBack: true },
        price / 100,
      )
      const never = { price: Number.NaN, deskBack: Number.NaN, kept: Number.NaN }
      const moved = { ...never, due: amount, back: -amount, even: 0 }
      expect(Math.round(moved[kind] * 100)).toBe(price - paid)
    }),
  )
})
