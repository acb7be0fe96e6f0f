import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { plansOf, readsWholeTable } from '../testing/database/query-plan.ts'
import { forgetSearches } from './forget-searches.ts'

const closed = { action: 'patients_searched', address: '', at: '', status: 200 }

test('searches for a person are found among many entries of the audit by an index', async () => {
  const database = await openUnusedDatabase()
  const { query } = database
  const entries = Array.from({ length: 10_000 }, (_, index) => ({
    ...{ ...closed, actor: 'staff@clinic.example', subject: '' },
    id: String(index).padStart(5, '0'),
    data: index % 100 === 0 ? JSON.stringify({ search: 'jane doe' }) : 'null',
  }))
  for (let first = 0; first < entries.length; first += 1000) {
    await query
      .insertInto('auditEntries')
      .values(entries.slice(first, first + 1000))
      .execute()
  }
  await sql`analyze`.execute(query)
  const jane = { name: 'Jane Doe', email: 'jane@x.example', phone: '', birthDate: null }
  const plans = await plansOf(database, (watched) => forgetSearches(watched, jane))
  // The one that reads and the one that changes.
  expect(plans).toHaveLength(2)
  expect(plans.filter((plan) => readsWholeTable(plan, 'auditEntries'))).toEqual([])
  const rows = await query.selectFrom('auditEntries').select('data').distinct().execute()
  expect(rows.map(({ data }) => data).toSorted()).toEqual(['null', '{"search":"—"}'])
})
