import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cancelLabel,
  differenceOf,
  differenceTo,
  type MoneyTerms,
  refundText,
  shortDifference,
  sorryText,
  testPartOf,
} from './money.ts'
import { rescheduleTexts } from './texts.ts'

it('ends no Spanish sentence twice after a time', () => {
  const text = rescheduleTexts.es.rescheduledAndDue('9 jun 2026', '4:00–4:30 p.m.', '$40')
  expect(text).not.toContain('..')
})

it('speaks of a payment for an appointment that the clinic cannot keep only where there is one', () => {
  const kept = { closed: false, displaced: false, paid: 99 }
  expect(sorryText('en', kept)).toBe(null)
  for (const why of [{ closed: true }, { displaced: true }]) {
    expect(sorryText('en', { ...kept, ...why })).toContain('What you paid stays')
    expect(sorryText('en', { ...kept, ...why, paid: 0 })).toMatch(/however late it is\.$/)
  }
})

it.each([
  [0, false, 99, 'price', '$99'],
  [0, false, 0, 'price', '$0'],
  [59, false, 99, 'due', '+$40 to pay'],
  [99, false, 59.5, 'back', '$39.50 back'],
  [99, false, 99, 'even', 'same price'],
  [99, true, 59, 'deskBack', '$40 back'],
  [99, true, 120, 'due', '+$21 to pay'],
])('paid %d (at the desk: %s), new price %d: %s', (paid, paidAtDesk, price, kind, text) => {
  const difference = differenceOf({ paid, paidAtDesk, givesBack: true }, price)
  expect(difference.kind).toBe(kind)
  expect(shortDifference('en', difference)).toBe(text)
})

it.each([
  [99, false, 59, 'kept', '$40 less, nothing back'],
  [99, true, 59, 'kept', '$40 less, nothing back'],
  [99, false, 120, 'due', '+$21 to pay'],
  [99, false, 99, 'even', 'same price'],
])('paid %d (at the desk: %s) without refunds, new price %d: %s', (...row) => {
  const [paid, paidAtDesk, price, kind, text] = row
  const difference = differenceOf({ paid, paidAtDesk, givesBack: false }, price)
  expect(difference.kind).toBe(kind)
  expect(shortDifference('en', difference)).toBe(text)
})

it.each([
  [99, 99, 59, 40, '$40 less, nothing back'],
  [139, 99, 99, 0, '$40 back'],
  [139, 99, 59, 40, '$40 back'],
  [99, 99, 120, 0, '+$21 to pay'],
  [99, 0, 59, 0, '$40 back'],
])(
  'paid %d, of which %d in test mode, new price %d: %d of the difference goes back to nobody',
  (paid, paidInTest, price, part, text) => {
    const terms = { paid, paidAtDesk: false, givesBack: true, booking: { paidInTest } }
    const difference = differenceOf(terms, price)
    expect(testPartOf(terms, difference)).toBe(part)
    expect(shortDifference('en', difference, part)).toBe(text)
  },
)

it('does not refund a price decrease when the treatment stays the same', () => {
  const booking = { treatmentId: 'same' }
  const terms = { paid: 99, paidAtDesk: false, givesBack: true, booking }
  const kind = (_id: string, price: number) => differenceTo(terms, { _id, price }).kind
  expect([kind('same', 59), kind('same', 109), kind('other', 59)]).toEqual(['even', 'due', 'back'])
})

it('computes the difference between the paid amount and the new price to the cent', () => {
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

const zone = 'America/New_York'
const paid: MoneyTerms = {
  closed: false,
  displaced: false,
  paid: 99,
  refund: 99,
  paidAtDesk: false,
  refundRule: 'before_cutoff',
  bookedAt: '2026-11-01T14:00:00Z',
  cutoffMinutes: 1440,
  cutoffAt: '2026-11-30T14:00:00Z',
  whyNotReschedule: null,
}
const late: MoneyTerms = { ...paid, refund: 0, whyNotReschedule: 'past_cutoff' }
const desk: MoneyTerms = { ...paid, refund: 0, paidAtDesk: true }

describe('refund text on cancelling', () => {
  it.each([
    [paid, /^If you cancel now, \$99 goes back to your card\. That is so until Nov 30, 2026, 9:00/],
    [
      { ...paid, refundRule: 'always' },
      /^If you cancel now, \$99 .* until your appointment begins/,
    ],
    [
      late,
      /^Until Nov 30, 2026, 9:00.AM EST your payment would have .* the \$99 .* does not go back/,
    ],
    [
      { ...late, bookedAt: '2026-11-30T14:00:00Z' },
      /^It was booked less than 24 hours ahead, so the \$99 that you paid does not go back if/,
    ],
    [
      { ...late, refundRule: 'never', whyNotReschedule: null },
      /^This clinic does not refund payments/,
    ],
    [desk, /^You paid \$99 at our desk, and that is where you get it back/],
    [{ ...desk, whyNotReschedule: 'past_cutoff' }, /the \$99 that you paid does not go back/],
    [
      { ...paid, closed: true, refundRule: 'never' },
      /^If you cancel now, \$99 .* until your appointment begins/,
    ],
    [{ ...desk, closed: true, refundRule: 'never' }, /^You paid \$99 at our desk/],
    [{ ...paid, paid: 0, refund: 0 }, /^You have not paid for it yet/],
  ] satisfies [MoneyTerms, RegExp][])('%j: %s', (terms, text) => {
    expect(refundText('en', terms, zone)).toMatch(text)
  })

  it('is translated into Spanish', () => {
    expect(refundText('es', paid, zone)).toMatch(/se le devuelven .*99.* a su tarjeta/)
  })
})

it.each([
  [paid, 'Cancel this appointment and get $99 back'],
  [late, 'Cancel without a refund'],
  [desk, 'Cancel this appointment'],
  [{ ...paid, paid: 0, refund: 0 }, 'Cancel this appointment'],
] satisfies [MoneyTerms, string][])(
  'the label of the cancel button matches the refund terms: %j',
  (terms, label) => {
    expect(cancelLabel('en', terms)).toBe(label)
  },
)
