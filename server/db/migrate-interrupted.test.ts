import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeEmptyPlace, openTestDatabase } from '../testing/database/database.ts'
import { migrate } from './migrate.ts'

test('an interrupted migration leaves nothing behind, and the next start runs all of it', async () => {
  const database = await openTestDatabase(await makeEmptyPlace())
  const { query } = database
  // The ninth migration fails at its first table, after eight migrations have made theirs.
  await sql`create table "reminders" (id text)`.execute(query)
  await expect(migrate(database)).rejects.toThrow('reminders')
  const { rows } = await sql<{ name: string }>`select "name" from "kysely_migration"`.execute(query)
  expect(rows).toEqual([])
  await expect(sql`select 1 from "appointments"`.execute(query)).rejects.toThrow('appointments')
  await sql`drop table "reminders"`.execute(query)
  await migrate(database)
  await sql`select 1 from "appointments"`.execute(query)
  await database.close()
})
