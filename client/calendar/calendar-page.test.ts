import { expect, it } from 'vitest'
import { formatDay } from '../../contract/date.ts'
import { isToCome } from './calendar-page.tsx'

const date = formatDay(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))

it.each(['booked', 'arrived', 'seated'] as const)('offers an appointment that is %s', (status) => {
  expect(isToCome({ date, status })).toBe(true)
})

it.each(['completed', 'no_show'] as const)('offers no appointment that is %s', (status) => {
  expect(isToCome({ date, status })).toBe(false)
})
