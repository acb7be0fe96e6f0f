import { type CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSearch } from '../appointments/search-keys.ts'
import { explain, readsWholeTable } from '../testing/database/query-plan.ts'
import { openPortal } from '../testing/portal.ts'
import { allQuery, foundQuery } from './find-patients.ts'

const patients = 5_000

/** A clinic of many years, each patient with a name, phone and e-mail of their own. */
async function openMany() {
  const { database } = await openPortal()
  const { query, engine } = database
  const digits = sql.raw(engine === 'sqlite' ? `printf('%06d', n)` : `lpad(n::text, 6, '0')`)
  await sql`with recursive counted(n) as
      (select 0 union all select n + 1 from counted where n < ${sql.lit(patients - 1)})
    insert into "patients" ("id", "name", "nameKey", "phone", "phoneKey", "email", "birthDate", "createdAt")
    select 'p' || ${digits}, 'Pat' || ${digits}, 'pat' || ${digits}, '718' || ${digits},
      '718' || ${digits}, 'q' || ${digits} || '@x.example', '1988-06-05', ''
    from counted`.execute(query)
  await sql`update "patients" set "birthDate" = '1990-01-01' where "id" = 'p000007'`.execute(query)
  await sql`analyze`.execute(query)
  return database
}

test('searching for a patient among 5,000 never scans a whole table', async () => {
  const database = await openMany()
  const { query } = database
  const find = (search: string, births: string[] = []) =>
    foundQuery(query, { sought: readSearch(search), births, place: null, limit: 51 })
  const asked: Record<string, CompiledQuery> = {
    'the next page': allQuery(query, {
      place: { nameKey: 'pat000999', id: 'p000999' },
      limit: 51,
    }).compile(),
    'part of a name': find('t004999').compile(),
    'the picker of a booking': foundQuery(query, {
      ...{ sought: readSearch('t0049'), births: [], place: null, limit: 9 },
    }).compile(),
    'two words': find('pat0012 q0012').compile(),
    'digits of a phone': find('718001234').compile(),
    'a birth date': find('1990-01-01', ['1990-01-01']).compile(),
  }
  for (const [what, compiled] of Object.entries(asked)) {
    const plan = await explain(database, compiled)
    for (const table of ['patients', 'p', 'patientParts']) {
      expect(readsWholeTable(plan, table), `${what}:\n${plan}`).toBe(false)
    }
  }
  const found = await find('t004999').execute()
  expect(found.map(({ id }) => id)).toEqual(['p004999'])
})
