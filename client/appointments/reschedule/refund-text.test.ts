import { describe, expect, it } from 'vitest'
import { cancelLabel, type MoneyTerms, refundText } from './refund-text.ts'

const zone = 'America/New_York'
const paid: MoneyTerms = {
  paid: 99,
  refund: 99,
  paidAtDesk: false,
  refundRule: 'before_cutoff',
  cutoffAt: '2026-11-30T14:00:00Z',
  whyNotMove: null,
}
const late: MoneyTerms = { ...paid, refund: 0, whyNotMove: 'past_cutoff' }
const desk: MoneyTerms = { ...paid, refund: 0, paidAtDesk: true }

describe('what cancelling does with the money', () => {
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
      { ...late, refundRule: 'never', whyNotMove: null },
      /^This clinic does not give payments back/,
    ],
    [desk, /^You paid \$99 at our desk, and that is where you get it back/],
    [{ ...desk, whyNotMove: 'past_cutoff' }, /the \$99 that you paid does not go back/],
    [{ ...paid, paid: 0, refund: 0 }, /^You have not paid for it yet/],
  ] satisfies [MoneyTerms, RegExp][])('%j: %s', (terms, text) => {
    expect(refundText('en', terms, zone)).toMatch(text)
  })

  it('is said in Spanish, too', () => {
    expect(refundText('es', paid, zone)).toMatch(/se le devuelven .*99.* a su tarjeta/)
  })
})

it.each([
  [paid, 'Cancel this appointment and get $99 back'],
  [late, 'Cancel without a refund'],
  [desk, 'Cancel this appointment'],
  [{ ...paid, paid: 0, refund: 0 }, 'Cancel this appointment'],
] satisfies [MoneyTerms, string][])('the button says what it does: %j', (terms, label) => {
  expect(cancelLabel('en', terms)).toBe(label)
})
