import fc from 'fast-check'
import { expect, it } from 'vitest'
import { priceText } from './price-text.ts'

it.each([
  [99, 'Price: $99', 'Precio: $99'],
  [0, 'Price: $0', 'Precio: $0'],
  [59.5, 'Price: $59.50', 'Precio: $59.50'],
  [19.99, 'Price: $19.99', 'Precio: $19.99'],
  [1200, 'Price: $1,200', 'Precio: $1,200'],
])('%d: %s, %s', (price, english, spanish) => {
  expect(priceText('en', price)).toBe(english)
  expect(priceText('es', price)).toBe(spanish)
})

it('shows every whole number of cents exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      const shown = priceText('en', cents / 100)
        .replace('Price: $', '')
        .replaceAll(',', '')
      expect(Math.round(Number(shown) * 100)).toBe(cents)
      expect(shown.includes('.')).toBe(cents % 100 !== 0)
    }),
  )
})
