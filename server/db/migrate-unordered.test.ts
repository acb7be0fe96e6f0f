import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeEmptyPlace } from '../testing/database/database.ts'
import { openDatabase } from './database.ts'
import { migrate, migrationNames } from './migrate.ts'

test('missing earlier migrations run on a database that already has a later one', async () => {
  const database = await openDatabase(await makeEmptyPlace())
  onTestFinished(() => database.close())
  const { query } = database
  await migrate(database, '0039-trigger-plans')
  // The effect of 0042-due-passwords, two numbers early.
  await sql`alter table "users" add column "passwordDue" integer not null default 0
    check ("passwordDue" in (0, 1))`.execute(query)
  await sql`insert into kysely_migration (name, timestamp)
    values ('0042-due-passwords', '2026-11-23T00:00:00.000Z')`.execute(query)
  await migrate(database)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration
    order by name`.execute(query)
  expect(rows.map(({ name }) => name)).toEqual(migrationNames)
})
