import type { Compilable } from 'kysely'
import { expect, test } from 'vitest'
import { ownQuery } from '../appointments/queries.ts'
import type { Queries } from '../db/database.ts'
import {
  appointmentsQuery,
  dayTotalsQuery,
  paymentsQuery,
  takenQuery,
} from '../overview/queries.ts'
import { fillAppointments } from '../testing/many-appointments.ts'
import { openPortal } from '../testing/portal.ts'
import { explain, readsWholeTable } from '../testing/query-plan.ts'
import { bookedQuery, dayQuery, searchQuery } from './queries.ts'

const appointments = 100_000
const month = { from: '2026-06-01', to: '2026-06-30' }
const span = {
  after: { at: '2026-06-01T04:00:00.000Z', id: '' },
  before: '2026-07-01T04:00:00.000Z',
}
const beginnings = { nameKey: 'pat0123', familyKey: 'pat0123', phoneKey: '', patient: 'pat0123' }

/** What staff's screens and exports ask, by what the tables are called in it. */
function asked(query: Queries): Record<string, { of: string[]; ask: Compilable<unknown> }> {
  const place = { day: '2026-06-20', id: 'a012300' }
  const row = { ...place, startMinute: 480 }
  return {
    day: { of: ['appointments'], ask: dayQuery(query, '2026-06-08') },
    month: { of: ['appointments'], ask: bookedQuery(query, month) },
    search: {
      of: ['appointments'],
      ask: searchQuery(query, { beginnings, after: null, limit: 51 }),
    },
    'search by phone': {
      of: ['appointments'],
      ask: searchQuery(query, {
        ...{ after: place, limit: 51 },
        beginnings: { nameKey: '', familyKey: '', phoneKey: '7180123', patient: '' },
      }),
    },
    'first page of an export': {
      of: ['appointments'],
      ask: appointmentsQuery(query, month, { after: null, limit: 500 }),
    },
    'next page of an export': {
      of: ['appointments'],
      ask: appointmentsQuery(query, month, { after: row, limit: 500 }),
    },
    payments: { of: ['p', 'a', 'a_1', 'r'], ask: paymentsQuery(query, { ...span, limit: 500 }) },
    overview: { of: ['appointments'], ask: dayTotalsQuery(query, month) },
    shares: { of: ['a'], ask: takenQuery(query, month) },
    'a patient’s own': {
      of: ['appointments'],
      ask: ownQuery(query, 'p000123@patients.example', '2026-06-05'),
    },
  }
}

test('with 100,000 appointments no screen and no export reads the whole table', async () => {
  const { database } = await openPortal()
  await fillAppointments(database, appointments)
  for (const [name, { of, ask }] of Object.entries(asked(database.query))) {
    const plan = await explain(database, ask.compile())
    const whole = of.filter((table) => readsWholeTable(plan, table))
    expect({ name, plan, whole }).toEqual({ name, plan, whole: [] })
  }
  const everything = database.query.selectFrom('appointments').selectAll().where('phone', '=', '1')
  expect(readsWholeTable(await explain(database, everything.compile()), 'appointments')).toBe(true)
}, 180_000)
