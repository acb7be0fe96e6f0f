import { expect, it } from 'vitest'
import type { OverviewDay } from '../../contract/overview-endpoints.ts'
import {
  appointmentsSummary,
  moneySummary,
  noShowsSummary,
  treatmentsSummary,
} from './summaries.ts'

const today = '2026-11-21'
const quiet = { appointments: 0, noShows: 0, cancelled: 0, collected: 0, outstanding: 0 }
const day = (iso: string, part: Partial<OverviewDay> = {}) => ({ day: iso, ...quiet, ...part })

it('counts what was, what is and what comes', () => {
  const days = [
    day('2026-11-19', { appointments: 1000 }),
    day('2026-11-20', { appointments: 2 }),
    day(today, { appointments: 3 }),
    day('2026-11-22', { appointments: 4 }),
  ]
  expect(appointmentsSummary(days, today)).toBe(
    '1,002 appointments in the last 30 days, 3 today, 4 in the next 14.',
  )
})

it('adds money to the cent and keeps what is still to come apart', () => {
  const days = [
    day('2026-11-20', { collected: 0.1, outstanding: 5 }),
    day(today, { collected: 0.2, outstanding: 6.5 }),
    day('2026-11-22', { outstanding: 99 }),
  ]
  expect(moneySummary(days, today)).toBe(
    '$0.30 collected. $11.50 outstanding until today, $99 to come in the next 14 days.',
  )
})

it('says who fills best, and nothing of the best where nobody booked', () => {
  const offered = { name: 'Oral Surgery', booked: 0, capacity: 20 }
  expect(treatmentsSummary([offered, { ...offered, name: 'Cleaning', booked: 10 }])).toBe(
    '10 of 40 times are booked, 25%; Cleaning fills best with 50%.',
  )
  expect(treatmentsSummary([offered])).toBe('0 of 20 times are booked, 0%.')
  expect(treatmentsSummary([])).toBe('No times were on offer in these days.')
})

it('counts who did not come', () => {
  expect(noShowsSummary([day(today)])).toBe('Nobody missed an appointment in the last 30 days.')
  expect(noShowsSummary([day(today, { appointments: 4, noShows: 1 })])).toBe(
    '1 of 4 appointments in the last 30 days was missed, 25%.',
  )
})
