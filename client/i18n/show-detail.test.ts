import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatSlot } from '../../contract/appointments/slot.ts'
import { addDays, formatDay } from '../../contract/date.ts'
import { showDetail } from './show-detail.ts'

const move = 'Jun 5, 2022, 8:00 AM - 8:30 AM -> Nov 21, 2026, 11:30 AM - 12:30 PM'

it.each([
  ['8:00 AM - 8:30 AM', '8:00–8:30 a.m.'],
  [move, '5 jun 2022, 8:00–8:30 a.m. -> 21 nov 2026, 11:30 a.m. – 12:30 p.m.'],
  ['$99.00, cash', '$99.00, en efectivo'],
  ['$99.00, pi_3Nx. Paid by card before', '$99.00, pi_3Nx. Paid by card before'],
  [
    '$99.00, pi_3Nx. The appointment was already paid.',
    '$99.00, pi_3Nx. La cita ya estaba pagada.',
  ],
  ['$99.00, re_1. the provider refused it', '$99.00, re_1. el proveedor lo rechazó'],
  ['Call me cash', 'Call me cash'],
  [
    'The e-mail address was not confirmed in time.',
    'El correo electrónico no se confirmó a tiempo.',
  ],
  ['', ''],
])('%s', (detail, spanish) => {
  // Narrow spaces are for the eye.
  expect(showDetail('es', detail).replaceAll(/\s/g, ' ')).toBe(spanish)
  expect(showDetail('en', detail)).toBe(detail)
})

it('leaves English word for word, and nothing of the English forms in Spanish', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1990-01-01', count))
  const time = fc
    .tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 1, max: 38 }))
    .map(([start, length]) => ({ start, end: start + length }))
  fc.assert(
    fc.property(day, time, (someDay, someTime) => {
      const detail = `${formatDay(someDay)}, ${formatSlot(someTime)}`
      expect(showDetail('en', detail)).toBe(detail)
      const spanish = showDetail('es', detail)
      expect(spanish).not.toMatch(/\b[AP]M\b|[A-Z]/)
      expect(spanish).toContain(someDay.slice(0, 4))
    }),
  )
})
