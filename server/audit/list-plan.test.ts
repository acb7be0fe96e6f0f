import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { explain, readsWholeTable } from '../testing/database/query-plan.ts'
import { openPortal } from '../testing/portal.ts'
import {
  selectActors,
  selectByActor,
  selectBySubject,
  selectBySubjects,
  selectEntries,
} from './queries.ts'

test('no page or search of the audit scans a whole table', async () => {
  const { database } = await openPortal({ database: await openUnusedDatabase() })
  const { query } = database
  const rest = { at: '', action: 'users_read', data: 'null', address: '', status: 200 }
  const entries = Array.from({ length: 10_000 }, (_, index) => ({
    ...rest,
    id: index.toString(16).padStart(8, '0'),
    actor: `staff${index % 5}@clinic.example`,
    subject: `${index * 7}@x.example`,
  }))
  for (let first = 0; first < entries.length; first += 1000) {
    await query
      .insertInto('auditEntries')
      .values(entries.slice(first, first + 1000))
      .execute()
  }
  await sql`analyze`.execute(query)
  const page = { before: 'g', limit: 51 }
  const asked = {
    first: selectEntries(query, page).compile(),
    later: selectEntries(query, { ...page, before: '00000800' }).compile(),
    actor: selectByActor(query, 'staff1@clinic.example', page).compile(),
    nobody: selectByActor(query, 'nobody', page).compile(),
    actors: selectActors('staff').compile(query),
    subject: selectBySubject(query, '123', page).compile(),
    patient: selectBySubjects(query, ['123@x.example', 'zzz'], page).compile(),
    nothing: selectBySubject(query, 'zzz', page).compile(),
  }
  for (const [name, compiled] of Object.entries(asked)) {
    const plan = await explain(database, compiled)
    const whole = ['auditEntries', 'e'].filter((table) => readsWholeTable(plan, table))
    expect(whole, `${name}:\n${plan}`).toEqual([])
  }
})
