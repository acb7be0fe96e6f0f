import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSearch } from '../appointments/search-keys.ts'
import { searchQuery } from '../schedule/queries.ts'
import { openOlder } from '../testing/database/older.ts'
import { selectSought } from '../users/queries.ts'

const at = '2026-06-01T10:00:00.000Z'

test('patients and accounts of an older Molar are found by any part of their names', async () => {
  const { database, upgrade } = await openOlder('0020-photos')
  const { query } = database
  await sql`insert into "treatments" ("id", "name", "priceCents", "position")
    values ('t', 'Cleaning', 9900, 0)`.execute(query)
  const emailVerified = database.engine === 'postgres' ? true : 1
  await sql`insert into "users" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values ('u', 'José Tran-Díaz', 'jt@x.example', ${emailVerified}, ${at}, ${at})`.execute(query)
  for (const day of ['2026-06-08', '2026-06-09']) {
    await sql`insert into "appointments" ("id", "treatmentId", "treatment", "priceCents", "day",
        "slot", "startMinute", "endMinute", "patient", "patientName", "phone", "createdAt",
        "nameKey", "familyKey", "phoneKey")
      values (${day}, 't', 'Cleaning', 9900, ${day}, '8:00 AM - 8:30 AM', 480, 510, 'o@x.example',
        'Síle O’Brien', '718 555 0255', ${at}, 'sile o’brien', 'o’brien', '7185550255')`.execute(
      query,
    )
  }
  await upgrade()
  for (const search of ['obrien', 'sile', '0255']) {
    const sought = readSearch(search)
    const found = await searchQuery(query, { sought, after: null, limit: 5 }).execute()
    expect({ search, ids: found.map(({ id }) => id) }).toEqual({
      search,
      ids: ['2026-06-09', '2026-06-08'],
    })
  }
  const page = { words: ['diaz', 'jose'], after: '', limit: 5 }
  expect(await selectSought(query, page).execute()).toMatchObject([{ id: 'u' }])
  expect(await query.selectFrom('searchPeople').select('name').execute()).toHaveLength(1)
})
