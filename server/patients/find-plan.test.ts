import { type CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSearch } from '../appointments/search-keys.ts'
import type { Engine, Queries } from '../db/database.ts'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { fillAppointments } from '../testing/database/many-appointments.ts'
import { explain, readsWholeTable } from '../testing/database/query-plan.ts'
import { openPortal } from '../testing/portal.ts'
import { allQuery, foundQuery } from './find-patients.ts'

/**
 * A clinic of many years: 11,500 patients, each with a name, phone and e-mail of their own, 300 others with an account, and
 * 500 who share 5,000 appointments.
 */
async function openMany() {
  const { database } = await openPortal({ database: await openUnusedDatabase() })
  const { query, engine } = database
  await insertNamed(query, engine, { first: 0, count: 1_500 })
  await query.transaction().execute(async (transaction) => {
    // No search here finds them: triggers would only cost time.
    if (engine === 'postgres') {
      await sql`set local session_replication_role = replica`.execute(transaction)
    }
    await insertNamed(transaction, engine, { first: 100_000, count: 10_000 })
  })
  await sql`update "patients" set "birthDate" = '1990-01-01' where "id" = 'q000007'`.execute(query)
  const at = '2026-01-01T00:00:00.000Z'
  const made = {
    ...{ name: 'Zoe', role: 'patient' as const, createdAt: at, updatedAt: at },
    emailVerified: engine === 'postgres' ? true : 1,
  }
  const users = Array.from({ length: 300 }, (_, n) => {
    const id = `u${n}`
    return { ...made, id, email: `${id}@x.example` }
  })
  await query.insertInto('users').values(users).execute()
  // Last, since it counts all rows: the triggers of patients would plan for tables that were empty.
  await fillAppointments(database, 5_000)
  return database
}

async function insertNamed(
  query: Queries,
  engine: Engine,
  { first, count }: { first: number; count: number },
): Promise<void> {
  const digits = sql.raw(engine === 'sqlite' ? `printf('%06d', n)` : `lpad(n::text, 6, '0')`)
  await sql`with recursive counted(n) as
      (select ${sql.lit(first)} union all select n + 1 from counted where n < ${sql.lit(first + count - 1)})
    insert into "patients" ("id", "name", "nameKey", "phone", "phoneKey", "email", "birthDate", "createdAt")
    select 'q' || ${digits}, 'Pat' || ${digits}, 'pat' || ${digits}, '718' || ${digits},
      '718' || ${digits}, 'q' || ${digits} || '@x.example', '1988-06-05', ''
    from counted`.execute(query)
}

test('searching for a patient among thousands never scans a whole table', async () => {
  const database = await openMany()
  const { query } = database
  const find = (search: string, births: string[] = []) =>
    foundQuery(query, { sought: readSearch(search), births, place: null, limit: 51 })
  const asked: Record<string, CompiledQuery> = {
    'the next page': allQuery(query, {
      place: { nameKey: 'pat000999', id: 'q000999' },
      limit: 51,
    }).compile(),
    'part of a name': find('t001499').compile(),
    'the picker of a booking': foundQuery(query, {
      ...{ sought: readSearch('t0014'), births: [], place: null, limit: 9 },
    }).compile(),
    'two words': find('pat00123 q00123').compile(),
    'digits of a phone': find('718001234').compile(),
    'a birth date': find('1990-01-01', ['1990-01-01']).compile(),
  }
  for (const [what, compiled] of Object.entries(asked)) {
    const plan = await explain(database, compiled)
    for (const table of ['patients', 'p', 'patientParts', 'a']) {
      expect(readsWholeTable(plan, table), `${what}:\n${plan}`).toBe(false)
    }
  }
  const found = await find('t001499').execute()
  expect(found.map(({ id }) => id)).toEqual(['q001499'])
})
