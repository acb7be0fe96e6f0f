import type { ReceiptPayment } from '../../contract/payments/payment.ts'

/** Dollars that were collected. */
export function totalOf(payments: readonly ReceiptPayment[]): number {
  return dollars(payments.map(({ amount }) => amount))
}

/** Dollars that went back, or are on their way. */
export function returnedOf(payments: readonly ReceiptPayment[]): number {
  const refunds = payments.flatMap((payment) => payment.refunds)
  return dollars(refunds.filter(({ state }) => state !== 'failed').map(({ amount }) => amount))
}

/** Adds in cents: dollars as numbers do not add up. */
function dollars(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100
}
