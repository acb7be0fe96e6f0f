import { expect, it } from 'vitest'
import type { OverviewDay } from '../../contract/reports/endpoints.ts'
import { longDay, shortDay } from './day-bars.tsx'
import { summarizeUse } from './practice-figures.tsx'
import {
  appointmentsSummary,
  moneySummary,
  monthSummary,
  noShowsSummary,
  shortDollars,
  treatmentsSummary,
} from './summaries.ts'

const today = '2026-11-21'
const quiet = { appointments: 0, noShows: 0, cancelled: 0, taken: 0, collected: 0, outstanding: 0 }
const day = (iso: string, part: Partial<OverviewDay> = {}) => ({ day: iso, ...quiet, ...part })

it('counts past, current and upcoming appointments', () => {
  const days = [
    day('2026-11-19', { appointments: 1000 }),
    day('2026-11-20', { appointments: 2 }),
    day(today, { appointments: 3 }),
    day('2026-11-22', { appointments: 4 }),
  ]
  expect(appointmentsSummary('en', days, today)).toBe(
    '1,002 appointments in the last 30 days, 3 today, 4 in the next 14.',
  )
})

it('names the amounts of an axis in three digits', () => {
  const amounts = [0, 1750, 6500, 19_500, 130_000]
  expect(amounts.map((dollars) => shortDollars('en', dollars))).toEqual([
    '$0',
    '$1.75K',
    '$6.5K',
    '$19.5K',
    '$130K',
  ])
})

it('totals collected money to the cent and lists upcoming amounts separately', () => {
  const days = [
    day('2026-11-20', { taken: 0.1, collected: 7, outstanding: 5 }),
    day(today, { taken: 0.2, outstanding: 6.5 }),
    day('2026-11-22', { collected: 20, outstanding: 99 }),
  ]
  expect(moneySummary('en', days, today)).toBe(
    '$0.30 was collected in the last 30 days and today, refunds taken off. Of the appointments below, $20 of the next 14 days is prepaid and $99 to come; $11.50 is outstanding until today.',
  )
})

it('totals a month to the cent', () => {
  const days = [
    { day: '2026-10-01', taken: 0.1 },
    { day: '2026-10-31', taken: 0.2 },
  ]
  expect(monthSummary('en', days, 'October 2026')).toBe(
    '$0.30 was collected in October 2026, refunds taken off.',
  )
})

it('names the treatment with the highest occupancy, unless nothing is booked', () => {
  const offered = { name: 'Oral Surgery', booked: 0, capacity: 20 }
  expect(treatmentsSummary('en', [offered, { ...offered, name: 'Cleaning', booked: 10 }])).toBe(
    '10 of 40 times are booked, 25%; Cleaning fills best with 50%.',
  )
  expect(treatmentsSummary('en', [offered])).toBe('0 of 20 times are booked, 0%.')
  expect(treatmentsSummary('en', [])).toBe('No times were on offer in these days.')
})

it('counts no-shows', () => {
  expect(noShowsSummary('en', [day(today)])).toBe(
    'Nobody missed an appointment in the last 30 days and today.',
  )
  expect(noShowsSummary('es', [day(today)])).toBe(
    'Nadie faltó a una cita en los últimos 30 días ni hoy.',
  )
  expect(noShowsSummary('en', [day(today, { appointments: 4, noShows: 1 })])).toBe(
    '1 of 4 appointments in the last 30 days and today was missed, 25%.',
  )
})

it('summarizes in Spanish with the correct plural forms', () => {
  const days = [
    day('2026-11-20', { appointments: 1000, noShows: 2 }),
    day(today, { appointments: 1, noShows: 0, taken: 0.3 }),
    day('2026-11-22', { appointments: 4, outstanding: 99 }),
  ]
  const past = days.slice(0, 2)
  expect(appointmentsSummary('es', days, today)).toBe(
    '1,000 citas en los últimos 30 días, 1 hoy, 4 en los próximos 14.',
  )
  expect(moneySummary('es', days, today)).toBe(
    'Se cobraron $0.30 en los últimos 30 días y hoy, descontados los reembolsos. De las citas de abajo, $0 de los próximos 14 días ya están pagados y $99 por cobrar; $0 quedan pendientes hasta hoy.',
  )
  expect(noShowsSummary('es', past)).toBe(
    'En los últimos 30 días y hoy se faltó a 2 de 1,001 citas, el 0%.',
  )
  expect(noShowsSummary('es', [day(today, { appointments: 1, noShows: 1 })])).toBe(
    'En los últimos 30 días y hoy se faltó a 1 de 1 cita, el 100%.',
  )
  expect(treatmentsSummary('es', [{ name: 'Cleaning', booked: 10, capacity: 20 }])).toBe(
    '10 de 20 horarios están reservados, el 50%; Cleaning es el más reservado, con el 50%.',
  )
})

it('formats the days of axes and tables in each language', () => {
  expect(shortDay('en', '2022-06-05')).toBe('Jun 5')
  expect(longDay('en', '2022-06-05')).toBe('Sun, Jun 5, 2022')
  expect(shortDay('es', '2022-06-05')).toBe('5 jun')
  expect(longDay('es', '2022-06-05')).toMatch(/^dom, 5 de jun/)
})

it('totals the hours of all rows, or states that none were offered', () => {
  const use = { _id: '', name: '', appointments: 1, missed: 20, cancelledLate: 10 }
  const rows = [
    { ...use, offered: 450, booked: 330 },
    { ...use, offered: 150, booked: 90 },
  ]
  expect(summarizeUse('en', rows)).toBe(
    '7 of 10 hours are booked, 70%; lost to no-shows and late cancellations: 1 h.',
  )
  expect(summarizeUse('es', rows)).toBe(
    '7 de 10 horas están reservadas, el 70%; perdidas por ausencias y cancelaciones tardías: 1 h.',
  )
  expect(summarizeUse('en', [{ ...use, offered: 0, booked: 30 }])).toBe(
    'No hours were offered on these days.',
  )
})
