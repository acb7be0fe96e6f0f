import { expect, it } from 'vitest'
import { shortDayText } from './closures.tsx'

it('a closed day is shown with its weekday', () => {
  expect(shortDayText('en', '2026-11-26')).toBe('Thu, Nov 26, 2026')
  expect(shortDayText('es', '2026-11-26')).toBe('jue, 26 nov 2026')
})
