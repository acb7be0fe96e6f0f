import type { Compilable } from 'kysely'
import { expect, test } from 'vitest'
import { ownQuery, takenQuery as takenDaysQuery } from '../appointments/queries.ts'
import { readSearch } from '../appointments/search-keys.ts'
import type { Database, Queries } from '../db/database.ts'
import {
  appointmentsQuery,
  dayTotalsQuery,
  moneyByDoctorQuery,
  paymentsQuery,
  takenQuery,
  testTotalsQuery,
  usedTimesQuery,
} from '../reports/queries.ts'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { fillAppointments } from '../testing/database/many-appointments.ts'
import { explain, readsWholeTable } from '../testing/database/query-plan.ts'
import { openPortal } from '../testing/portal.ts'
import { bookedQuery, dayQuery, newestQuery, searchQuery } from './queries.ts'

const appointments = 20_000
const week = { from: '2026-06-08', to: '2026-06-14' }
const month = { from: '2026-06-01', to: '2026-06-30' }
const span = {
  after: { at: '2026-06-01T04:00:00.000Z', id: '' },
  before: '2026-07-01T04:00:00.000Z',
}

const searched = ['appointments', 'a', 'searchPeople', 'p', 'searchPeopleParts']

/** What screens, reports and exports ask, by what the tables are called in it. */
function asked(query: Queries): Record<string, { of: string[]; ask: Compilable<unknown> }> {
  const place = { day: '2026-06-20', id: 'a012300' }
  const row = { ...place, startMinute: 480 }
  return {
    day: { of: ['appointments'], ask: dayQuery(query, '2026-06-08') },
    month: { of: ['appointments'], ask: bookedQuery(query, month) },
    search: {
      of: searched,
      ask: searchQuery(query, { sought: readSearch('oe00123'), after: null, limit: 51 }),
    },
    'search by phone': {
      of: searched,
      ask: searchQuery(query, { sought: readSearch('+1 800123'), after: place, limit: 51 }),
    },
    'first page of an export': {
      of: ['appointments'],
      ask: appointmentsQuery(query, month, { after: null, limit: 500 }),
    },
    'next page of an export': {
      of: ['appointments'],
      ask: appointmentsQuery(query, month, { after: row, limit: 500 }),
    },
    payments: {
      of: ['p', 'd', 'a', 'a_1', 'r'],
      ask: paymentsQuery(query, { ...span, limit: 500 }),
    },
    overview: { of: ['appointments'], ask: dayTotalsQuery(query, month) },
    // The index that it reads whole has the payments in test mode alone.
    'money of tests': { of: ['a'], ask: testTotalsQuery(query, month) },
    'free days of a month': {
      of: ['a'],
      ask: takenDaysQuery(query, { from: '2026-06-05', to: '2026-06-30', firstMinute: 480 }),
    },
    'hours of the practice': { of: ['appointments'], ask: usedTimesQuery(query, week) },
    'money of the practice': {
      of: ['p', 'd', 'a', 'a_1'],
      ask: moneyByDoctorQuery(query, {
        from: '2026-06-08T04:00:00.000Z',
        before: '2026-06-15T04:00:00.000Z',
        testMode: false,
      }),
    },
    shares: { of: ['a'], ask: takenQuery(query, month) },
    'a patient’s own': {
      of: ['appointments'],
      ask: ownQuery(query, 'p000123@patients.example', '2026-06-05').select('id'),
    },
  }
}

test('with 20,000 appointments no screen, report or export reads the whole table', async () => {
  const { database } = await openPortal({ database: await openUnusedDatabase() })
  await fillAppointments(database, appointments)
  for (const [name, { of, ask }] of Object.entries(asked(database.query))) {
    const plan = await explain(database, ask.compile())
    const whole = of.filter((table) => readsWholeTable(plan, table))
    expect({ name, plan, whole }).toEqual({ name, plan, whole: [] })
  }
  await expectSearches(database)
  const everything = database.query.selectFrom('appointments').selectAll().where('phone', '=', '1')
  expect(readsWholeTable(await explain(database, everything.compile()), 'appointments')).toBe(true)
}, 180_000)

/** However many share it: the newest are found by walking the days back, the others by their patients. */
async function expectSearches(database: Database) {
  const { query } = database
  for (const after of [null, { day: '2026-05-20', id: 'a013400' }]) {
    const page = { sought: readSearch('DOE, Pat'), after, limit: 51 }
    const walk = await explain(database, newestQuery(query, page).compile())
    expect(walk).toContain('appointments_by_day')
    expect(walk).not.toMatch(/Seq Scan on appointments|SCAN appointments$/m)
    const found = await searchQuery(query, page).execute()
    expect(found).toHaveLength(51)
    expect(await newestQuery(query, page).execute()).toEqual(found)
    const nobody = { ...page, sought: readSearch('zoe') }
    expect(await newestQuery(query, nobody).execute()).toEqual([])
    expect(await searchQuery(query, nobody).execute()).toEqual([])
  }
}
