import fc from 'fast-check'
import { expect, it } from 'vitest'
import { caretAfter } from './use-card-form.ts'

it.each([
  ['4242 4242', 4, false, 4],
  ['4242 4242', 4, true, 5],
  ['4242 4242', 5, false, 6],
  ['4242', 0, false, 0],
  ['4242 4', 9, false, 6],
])(
  'in %s the caret after %d digits (skipping the gap: %s) is at %d',
  (text, digits, skipGap, place) => {
    expect(caretAfter(text, digits, skipGap)).toBe(place)
  },
)

it('places the caret after the same number of digits as before', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789 /') })
  fc.assert(
    fc.property(text, fc.nat({ max: 20 }), fc.boolean(), (text, digits, skipGap) => {
      const before = text.slice(0, caretAfter(text, digits, skipGap)).replace(/\D/g, '').length
      expect(before).toBe(Math.min(digits, text.replace(/\D/g, '').length))
    }),
  )
})
