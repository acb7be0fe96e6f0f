import { expect, test } from 'vitest'
import { paymentText } from './my-history-page.tsx'

const unpaid = {
  ...{ paid: false, due: 109, hasReceipt: false, price: 109 },
  state: 'took_place',
} as const

test('the history says what became of the money: only what went back is refunded', () => {
  expect(paymentText('en', { ...unpaid, paid: true, due: 0, hasReceipt: true })).toBe('Paid')
  expect(paymentText('en', unpaid)).toBe('Not paid')
  expect(paymentText('en', { ...unpaid, hasReceipt: true })).toBe('Refunded')
  const partly = { ...unpaid, due: 10, hasReceipt: true }
  expect(paymentText('en', partly)).toBe('$99 of $109 paid')
  expect(paymentText('es', partly).replaceAll(/US/g, '')).toBe('$99 de $109 pagados')
  expect(paymentText('en', { ...unpaid, due: 0, state: 'cancelled' })).toBe('Nothing to pay')
})
