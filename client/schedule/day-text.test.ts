import { expect, test } from 'vitest'
import { columnText, dayText, monthText } from './day-text.ts'

test('a day and its month as they are read', () => {
  expect(dayText('en', '2026-06-08')).toBe('Monday, Jun 8, 2026')
  expect(dayText('es', '2026-06-08')).toBe('lunes, 8 jun 2026')
  expect(monthText('en', '2026-06-08')).toBe('June 2026')
  expect(monthText('es', '2026-06-08')).toBe('junio de 2026')
  expect(columnText('en', '2026-06-08')).toBe('Mon')
  expect(columnText('es', '2026-06-08')).toBe('lun')
})
