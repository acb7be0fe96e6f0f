import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { readArchive } from '../../copies/archive.ts'
import { type CopyEntries, tablesFolder } from '../../copies/entries.ts'
import { insertRows } from '../../copies/fill-tables.ts'
import { makeCopy } from '../../copies/make-copy.ts'
import { openSession, type Place, type Session } from '../../copies/session.ts'
import { quoted, readTables } from '../../copies/tables.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { type Migration, migrate } from '../../db/migrate.ts'
import { makeEmptyPlace, openTestDatabase } from './database.ts'

/** The lines of each table of a copy. */
export type Lines = Map<string, string[]>

/** The backup of a filled clinic as it was stored when a migration was the newest. */
export function olderFile(migration: Migration): string {
  return join(import.meta.dirname, '../../db/older', `${migration}.tar.gz`)
}

export async function readOlder(migration: Migration): Promise<Lines> {
  if (!existsSync(olderFile(migration))) {
    throw new Error(
      `${migration} has no filled clinic; node scripts/store-clinic.ts makes it (docs/upgrade.md)`,
    )
  }
  return collectLines(readArchive(olderFile(migration), undefined))
}

/** Those of a database as it is now. */
export async function readLines(place: Place): Promise<Lines> {
  return collectLines(makeCopy(place, { clock: () => new Date(0), version: '' }))
}

async function collectLines(entries: CopyEntries): Promise<Lines> {
  const lines: Lines = new Map()
  for await (const entry of entries) {
    if (!entry.name.startsWith(tablesFolder)) continue
    const table = entry.name.slice(tablesFolder.length, -'-00001.jsonl'.length)
    const found = Buffer.from(entry.bytes).toString().split('\n').slice(0, -1)
    lines.set(table, [...(lines.get(table) ?? []), ...found])
  }
  return lines
}

/** Of each table the lines that `some` has not. */
export function without(all: Lines, some: Lines): Lines {
  const left = [...all].map(([table, lines]) => {
    const known = new Set(some.get(table))
    return [table, lines.filter((line) => !known.has(line))] as const
  })
  return new Map(left.filter(([, lines]) => lines.length > 0))
}

export async function migrateTo(place: Place, migration: Migration | 'newest'): Promise<void> {
  const database = await openDatabase(place)
  try {
    await migrate(database, migration)
  } finally {
    await database.close()
  }
}

/**
 * A database without rows at an older migration, closed when the test is over. `upgrade` migrates it to the newest, past
 * 0047: that makes every table a second time to compare with, and finds no difference where migrations alone were at
 * work. What it mends has `migrate-unfinished.test.ts`, and whole upgrades have `upgrade.test.ts`.
 */
export async function openOlder(migration: Migration) {
  const database = await openTestDatabase(await makeEmptyPlace())
  onTestFinished(() => database.close())
  await migrate(database, migration)
  const upgrade = async () => {
    await sql`insert into kysely_migration (name, timestamp)
      values ('0047-definitions', '2026-11-25T00:00:00.000Z')`.execute(database.query)
    await migrate(database)
  }
  return { database, upgrade }
}

/** Migrates again and again over one connection: a new one costs PostgreSQL more than most migrations do. */
export async function migrateEach(
  database: Database,
  migrations: readonly Migration[],
  look: (migration: Migration) => Promise<void>,
): Promise<void> {
  await database.unbounded(async (owner) => {
    const held: Database = { ...database, unbounded: (act) => act(owner) }
    for (const migration of migrations) {
      await migrate(held, migration)
      await look(migration)
    }
  })
}

/** Writes lines into the tables that are there, past the triggers. References hold. */
export async function writeLines(place: Place, lines: Lines): Promise<void> {
  if (lines.size === 0) return
  const session = await openSession(place, 'write')
  try {
    for (const table of await readTables(session)) {
      const rows = lines.get(table.name)?.map((line) => JSON.parse(line)) ?? []
      if (rows.length === 0) continue
      const wake = await restTriggers(session, table.name)
      await insertRows(session, table, rows)
      await wake()
    }
    if (session.engine === 'sqlite') {
      const astray = await session.run('select * from pragma_foreign_key_check limit 1')
      if (astray.length > 0) throw new Error(`References lead nowhere: ${JSON.stringify(astray)}`)
    }
    await session.commit()
  } finally {
    await session.close()
  }
}

async function restTriggers({ engine, run }: Session, table: string) {
  if (engine === 'postgres') {
    await run(`alter table ${quoted(table)} disable trigger user`)
    return async () => void (await run(`alter table ${quoted(table)} enable trigger user`))
  }
  const triggers = await run(
    `select "name", "sql" from "sqlite_master" where "type" = 'trigger' and "tbl_name" = ?`,
    [table],
  )
  for (const { name } of triggers) await run(`drop trigger ${quoted(String(name))}`)
  return async () => {
    for (const { sql } of triggers) await run(String(sql))
  }
}
