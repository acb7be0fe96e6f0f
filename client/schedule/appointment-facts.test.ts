import { expect, test } from 'vitest'
import { paymentText } from './appointment-facts.tsx'

const unpaid = { paid: 'no', paidInTest: 0, price: 99, due: 99, status: 'booked' } as const

test('the payment text states the amount due or how it was paid', () => {
  expect(paymentText('en', unpaid)).toBe('$99 due')
  expect(paymentText('es', unpaid)).toBe('$99 por pagar')
  expect(paymentText('en', { ...unpaid, due: 39.5 })).toBe('$39.50 due')
  expect(paymentText('en', { ...unpaid, due: 0, paid: 'card' })).toBe('Paid by card')
  expect(paymentText('en', { ...unpaid, due: 0, paid: 'desk' })).toBe('Paid at the desk')
  const test = { ...unpaid, due: 0, paid: 'card', paidInTest: 99 } as const
  expect(paymentText('en', test)).toBe('Paid in test mode')
  expect(paymentText('es', test)).toBe('Pagada en modo de prueba')
  expect(paymentText('en', { ...unpaid, due: 40, paidInTest: 59 })).toBe('$40 due')
  expect(paymentText('en', { ...unpaid, due: 0, price: 0 })).toBe('Nothing to pay')
  expect(paymentText('es', { ...unpaid, due: 0, status: 'cancelled' })).toBe('Nada pendiente')
})
