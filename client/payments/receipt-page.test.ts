import { expect, it } from 'vitest'
import type { ReceiptPayment, Refund } from '../../contract/payments/endpoints.ts'
import { netOf, returnedOf, totalOf } from './receipt-page.tsx'

const refund = (amount: number, state: Refund['state']): Refund => ({
  amount,
  state,
  reasonCode: null,
  reason: 'Moved',
  requestedAt: '2026-11-21T14:30:00Z',
  settledAt: null,
})
const payment = (amount: number, refunds: Refund[] = []): ReceiptPayment => ({
  amount,
  card: null,
  atDesk: null,
  transactionId: `pi_${amount}`,
  paidAt: '2026-11-21T14:00:00Z',
  refunds,
})

it('totals payments to the cent', () => {
  expect(totalOf([payment(0.1), payment(0.2)])).toBe(0.3)
  expect(totalOf([])).toBe(0)
})

it('counts completed and requested refunds, but not failed ones', () => {
  const refunds = [refund(20.1, 'succeeded'), refund(9.9, 'requested'), refund(29, 'failed')]
  expect(returnedOf([payment(59, refunds), payment(40)])).toBe(30)
})

it('computes the amount left after refunds to the cent', () => {
  expect(netOf([payment(59.3, [refund(59.3, 'succeeded')]), payment(0.1)])).toBe(0.1)
  expect(netOf([payment(59, [refund(59, 'requested')])])).toBe(0)
})
