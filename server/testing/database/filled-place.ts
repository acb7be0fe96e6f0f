import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished } from 'vitest'
import { createDatabase } from '../../../scripts/postgres.ts'
import type { Place } from '../../copies/session.ts'
import { ownTables } from '../../copies/tables.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'
import { seed } from '../../db/seed.ts'
import { sqliteFile } from '../../db/sqlite.ts'
import { makePlace, makePlaceFrom } from './database.ts'
import { fillAppointments } from './many-appointments.ts'

export const filledAt = '2026-06-01T10:00:00.000Z'
const oddText = 'José “O’Brien”\n\t\\ "\u2028 𝔘 \u0001'

export async function openPlace(place: Place): Promise<Database> {
  const database = await openDatabase(place)
  onTestFinished(() => database.close())
  return database
}

/** A clinic with rows of every type: text in any script, instants, true and false, bytes, later rows that earlier ones name. */
export async function fillPlace(place: Place): Promise<Database> {
  const database = await openPlace(place)
  await migrate(database)
  await fillRows(database)
  addFiles(place)
  return database
}

/** The same in a place of its own, as a copy of one that each worker fills once. */
export async function makeFilledPlace(): Promise<Place> {
  filled ??= makeFilled()
  const place = await makePlaceFrom(await filled)
  addFiles(place)
  return place
}

let filled: Promise<string> | undefined

/** Its database's name on PostgreSQL, its file on SQLite; the end of the run removes it with the usual template. */
async function makeFilled(): Promise<string> {
  const template = inject('template')
  if (inject('engine') === 'sqlite') {
    const place = await makePlace()
    await fillAndClose(place)
    const file = `${template}_${randomBytes(8).toString('hex')}`
    copyFileSync(sqliteFile(place.dataDir), file)
    return file
  }
  const prefix = `${template}_`
  const { name, url } = await createDatabase(inject('postgresUrl'), { template, prefix })
  await fillAndClose({ dataDir: '', databaseUrl: url })
  return name
}

async function fillAndClose(place: Place): Promise<void> {
  const database = await openDatabase(place)
  await fillRows(database)
  await database.close()
}

async function fillRows(database: Database): Promise<void> {
  await seed(database, 'Molar Dental')
  await fillAppointments(database, 700)
  const { query } = database
  const isTrue = database.engine === 'postgres' ? true : 1
  await sql`insert into "users" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values ('u', ${oddText}, 'u@x.example', ${isTrue}, ${filledAt}, '2026-06-01T10:00:00.120Z')`.execute(
    query,
  )
  await sql`update "patients" set "mergedInto" = 'p000009' where "id" = 'p000003'`.execute(query)
  const bytes = Uint8Array.from({ length: 700 }, (_, at) => at % 256)
  const pictures = [
    { name: 'a', bytes, createdAt: filledAt },
    { name: 'b', bytes: new Uint8Array(), createdAt: filledAt },
  ]
  await query.insertInto('images').values(pictures).execute()
  await sql`insert into "auditEntries" ("id", "at", "actor", "action", "subject", "data", "address")
    values ('e', ${filledAt}, 'a@x.example', 'policy_changed', '', '{}', '::1')`.execute(query)
}

function addFiles({ dataDir }: Place): void {
  mkdirSync(join(dataDir, 'outbox'))
  writeFileSync(join(dataDir, 'auth-secret'), 'a secret')
  writeFileSync(join(dataDir, 'outbox/1.eml'), oddText)
}

/** Every row of every table, by another way than that of the copy. */
export async function showRows({ query }: Database) {
  const tables = await query.introspection.getTables()
  const shown: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    if (ownTables.includes(name)) continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      query,
    )
    const names = columns.map((column) => column.name).toSorted()
    shown[name] = rows.map((row) => JSON.stringify(names.map((it) => show(row[it])))).toSorted()
  }
  return shown
}

function show(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'boolean' ? Number(value) : value
}

function showFiles({ dataDir }: Place) {
  return ['auth-secret', 'outbox/1.eml'].map((name) => readFileSync(join(dataDir, name), 'utf8'))
}

export async function expectSame(from: Place, to: Place) {
  expect(await showRows(await openPlace(to))).toEqual(await showRows(await openPlace(from)))
  expect(showFiles(to)).toEqual(showFiles(from))
}
