import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { migrate, migrationNames } from '../db/migrate.ts'
import { seed } from '../db/seed.ts'
import { makeEmptyPlace, makeFolder, makePlace } from '../testing/database/database.ts'
import { fillAppointments } from '../testing/database/many-appointments.ts'
import type { CopyEntries, CopyEntry } from './entries.ts'
import { loadCopy } from './load-copy.ts'
import { makeCopy } from './make-copy.ts'
import { openSession, type Place } from './session.ts'
import { ownTables, readTables } from './tables.ts'

const at = '2026-06-01T10:00:00.000Z'
const options = { clock: () => new Date(at), version: '0.1.0' }
const oddText = 'José “O’Brien”\n\t\\ "\u2028 𝔘 \u0001'

async function openPlace(place: Place): Promise<Database> {
  const database = await openDatabase(place)
  onTestFinished(() => database.close())
  return database
}

/** A clinic with rows of every type: text in any script, instants, true and false, bytes, later rows that earlier ones name. */
async function fillPlace(place: Place): Promise<Database> {
  const database = await openPlace(place)
  await migrate(database)
  await seed(database, 'Molar Dental')
  await fillAppointments(database, 700)
  const { query } = database
  const isTrue = database.engine === 'postgres' ? true : 1
  await sql`insert into "users" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values ('u', ${oddText}, 'u@x.example', ${isTrue}, ${at}, '2026-06-01T10:00:00.120Z')`.execute(
    query,
  )
  await sql`update "patients" set "mergedInto" = 'p000009' where "id" = 'p000003'`.execute(query)
  const bytes = Uint8Array.from({ length: 700 }, (_, at) => at % 256)
  const pictures = [
    { name: 'a', bytes, createdAt: at },
    { name: 'b', bytes: new Uint8Array(), createdAt: at },
  ]
  await query.insertInto('images').values(pictures).execute()
  await sql`insert into "auditEntries" ("id", "at", "actor", "action", "subject", "data", "address")
    values ('e', ${at}, 'a@x.example', 'policy_changed', '', '{}', '::1')`.execute(query)
  mkdirSync(join(place.dataDir, 'outbox'))
  writeFileSync(join(place.dataDir, 'auth-secret'), 'a secret')
  writeFileSync(join(place.dataDir, 'outbox/1.eml'), oddText)
  return database
}

/** Every row of every table, by another way than that of the copy. */
async function showRows({ query }: Database) {
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

async function expectSame(from: Place, to: Place) {
  expect(await showRows(await openPlace(to))).toEqual(await showRows(await openPlace(from)))
  expect(showFiles(to)).toEqual(showFiles(from))
}

async function collect(entries: CopyEntries): Promise<CopyEntry[]> {
  const collected: CopyEntry[] = []
  for await (const entry of entries) collected.push(entry)
  return collected
}

async function* listed(entries: CopyEntry[]): CopyEntries {
  yield* entries
}

test('a copy that was read into an empty place has every row and file', async () => {
  const [from, to] = [await makePlace(), await makePlace()]
  await fillPlace(from)
  const loaded = await loadCopy(to, makeCopy(from, options))
  expect(loaded.files).toBe(2)
  await expectSame(from, to)
  // The triggers are back: a person is searched for from their first appointment on.
  const { query } = await openPlace(to)
  await expect(sql`delete from "auditEntries"`.execute(query)).rejects.toThrow()
  await sql`insert into "searchPeople" ("patient", "nameKey", "phoneKey", "name", "phone")
    values ('n', 'n', '', 'N', '')`.execute(query)
})

// From PostgreSQL to SQLite and back; both are only there where PostgreSQL is.
if (inject('engine') === 'postgres') {
  test('a copy goes from one engine to the other and back without a difference', async () => {
    const between: Place = { dataDir: makeFolder() }
    const [from, to] = [await makePlace(), await makePlace()]
    await fillPlace(from)
    await loadCopy(between, makeCopy(from, options))
    await loadCopy(to, makeCopy(between, options))
    await expectSame(from, between)
    await expectSame(from, to)
  })
}

test('a copy is of one moment, whatever is written while it is made', async () => {
  const [from, to] = [await makePlace(), await makePlace()]
  const database = await fillPlace(from)
  const before = await showRows(database)
  async function* whileWriting(): CopyEntries {
    for await (const entry of makeCopy(from, options)) {
      yield entry
      await sql`delete from "appointments" where "id" in
        (select "id" from "appointments" where "paidAt" is null limit 3)`.execute(database.query)
      await sql`update "treatments" set "revision" = "revision" + 1`.execute(database.query)
    }
  }
  await loadCopy(to, whileWriting())
  expect(await showRows(database)).not.toEqual(before)
  expect(await showRows(await openPlace(to))).toEqual(before)
})

test('a copy that is cut, changed or doubled anywhere is refused and leaves nothing', async () => {
  const [from, to] = [await makePlace(), await makePlace()]
  await fillPlace(from)
  const whole = await collect(makeCopy(from, options))
  const middle = whole.findIndex(({ name }) => name.startsWith('tables/patients-'))
  const { name = '', bytes = new Uint8Array() } = whole[middle] ?? {}
  const changed = Buffer.from(Buffer.from(bytes).toString().replace('Pat000001', 'Pat000002'))
  const put = (...instead: CopyEntry[]) => whole.toSpliced(middle, 1, ...instead)
  const outside = { name: 'files/../out', bytes }
  const spoilt: [string, CopyEntry[]][] = [
    ['no-copy', []],
    ['no-copy', whole.slice(1)],
    ['cut', whole.slice(0, -1)],
    ['damaged', put({ name, bytes: changed })],
    ['damaged', put({ name, bytes: bytes.subarray(0, -2) })],
    ['damaged', put({ name, bytes }, { name, bytes })],
    ['damaged', put({ name, bytes }, outside)],
    ['damaged', [...whole, outside]],
  ]
  for (const [code, entries] of spoilt) {
    await expect(loadCopy(to, listed(entries))).rejects.toMatchObject({ code })
  }
  const missing = whole.toSpliced(middle, 1)
  await expect(loadCopy(to, listed(missing))).rejects.toThrow()
  await loadCopy(to, listed(whole))
  await expectSame(from, to)
  await expect(loadCopy(to, listed(whole))).rejects.toMatchObject({ code: 'not-empty' })
})

test('an older copy is loaded and migrated, one of a newer Molar is refused', async () => {
  const [from, to] = [await makeEmptyPlace(), await makeEmptyPlace()]
  const old = await openPlace(from)
  await migrate(old, '0020-photos')
  await sql`insert into "treatments" ("id", "name", "priceCents", "position")
    values ('t', 'Cleaning', 9900, 0)`.execute(old.query)
  const copy = await collect(makeCopy(from, options))
  const newer = copy.map((entry) => ({
    ...entry,
    bytes: Buffer.from(Buffer.from(entry.bytes).toString().replace('0020-photos', '9999-later')),
  }))
  await expect(loadCopy(to, listed(newer))).rejects.toMatchObject({ code: 'newer' })
  await loadCopy(to, listed(copy))
  const { query } = await openPlace(to)
  expect(await query.selectFrom('treatments').select(['name', 'description']).execute()).toEqual([
    { name: 'Cleaning', description: '' },
  ])
  const migrated = await makePlace()
  await expect(loadCopy(migrated, listed(copy))).rejects.toMatchObject({ code: 'migrated-further' })
})

test('at every migration a copy knows all columns, and only the tables of the program have rows', async () => {
  const place = await makeEmptyPlace()
  const database = await openPlace(place)
  for (const name of migrationNames) {
    await migrate(database, name)
    const session = await openSession(place, 'read')
    const tables = await readTables(session)
    for (const table of tables) {
      const rows = await session.run(`select 1 from "${table.name}"`)
      expect({ name, table: table.name, rows: rows.length }).toMatchObject({ rows: 0 })
    }
    await session.close()
  }
})
