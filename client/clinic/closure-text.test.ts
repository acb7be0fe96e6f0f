import { expect, it } from 'vitest'
import { closedText, dayText } from './closure-text.ts'

it('a closed day is shown with its weekday', () => {
  expect(dayText('en', '2026-11-26')).toBe('Thu, Nov 26, 2026')
  expect(dayText('es', '2026-11-26')).toBe('jue, 26 nov 2026')
})

it.each([
  [1, 0, '1 day is closed', 'Se cerró 1 día'],
  [3, 0, '3 days are closed', 'Se cerraron 3 días'],
  [1, 1, '1 day is closed, 1 patient was told', 'Se cerró 1 día, se avisó a 1 paciente'],
  [2, 5, '2 days are closed, 5 patients were told', 'Se cerraron 2 días, se avisó a 5 pacientes'],
])('%i closed and %i told', (closed, told, english, spanish) => {
  expect(closedText('en', closed, told)).toBe(english)
  expect(closedText('es', closed, told)).toBe(spanish)
})
