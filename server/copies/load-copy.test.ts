import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate, migrationNames, thisMolar } from '../db/migrate.ts'
import { makeEmptyPlace, makeFolder, makePlace } from '../testing/database/database.ts'
import {
  expectSame,
  filledAt,
  makeFilledPlace,
  openPlace,
  showRows,
} from '../testing/database/filled-place.ts'
import { migrateEach } from '../testing/database/older.ts'
import { spawnMolar } from '../testing/process.ts'
import {
  type CopyEntries,
  type CopyEntry,
  CopyHead,
  CopyManifest,
  headName,
  manifestName,
  parseEntry,
  writeEntry,
} from './entries.ts'
import { loadCopy } from './load-copy.ts'
import { makeCopy } from './make-copy.ts'
import { openSession, type Place } from './session.ts'
import { clinicTables, ownTables, readTables } from './tables.ts'

const options = { clock: () => new Date(filledAt), version: '0.1.0' }

async function collect(entries: CopyEntries): Promise<CopyEntry[]> {
  const collected: CopyEntry[] = []
  for await (const entry of entries) collected.push(entry)
  return collected
}

async function* listed(entries: CopyEntry[]): CopyEntries {
  yield* entries
}

test('a copy that is loaded into an empty database has every row and file', async () => {
  const [from, to] = [await makeFilledPlace(), await makePlace()]
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
  test('a copy from one engine to the other and back is identical', async () => {
    const between: Place = { dataDir: makeFolder() }
    const [from, to] = [await makeFilledPlace(), await makePlace()]
    await loadCopy(between, makeCopy(from, options))
    await loadCopy(to, makeCopy(between, options))
    await expectSame(from, between)
    await expectSame(from, to)
  })
}

// Only there can a lock stop an export midway.
if (inject('engine') === 'postgres') {
  test('an export that a signal ends leaves nothing of it', async () => {
    const from = await makeFilledPlace()
    const { query } = await openPlace(from)
    const folder = makeFolder()
    const settings = { DATA_DIR: from.dataDir, DATABASE_URL: from.databaseUrl ?? '' }
    const exporting = await query.transaction().execute(async (trx) => {
      await sql`lock table "treatments"`.execute(trx)
      const running = spawnMolar(settings, ['--json', 'export', folder])
      await expect.poll(() => readdirSync(folder)).toContain('files')
      running.kill('SIGINT')
      return running
    })
    expect(await exporting.ended).toBe(1)
    const message = `Ended; nothing of the export is left in ${folder}.`
    expect(exporting.output()).toContain(JSON.stringify({ code: 'ended', message }))
    expect(readdirSync(folder)).toEqual([])
  })
}

test('a copy shows one moment, even while rows are changed', async () => {
  const [from, to] = [await makeFilledPlace(), await makePlace()]
  const database = await openPlace(from)
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

test('a copy that is truncated, changed or has duplicates is refused and leaves nothing', async () => {
  const [from, to] = [await makeFilledPlace(), await makePlace()]
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

test('a copy leaves out and names the tables that no migration makes', async () => {
  const [from, to] = [await makeFilledPlace(), await makePlace()]
  const { query } = await openPlace(from)
  // A type that no copy knows, no key, and a reference to a table of the clinic.
  await sql`create table "report_cache" ("patient" text references "patients", "sum" real)`.execute(
    query,
  )
  await sql`insert into "report_cache" values ('p000009', 1.5)`.execute(query)
  await sql`create view "report" as select count(*) as "count" from "appointments"`.execute(query)
  await sql`create index "report_by_day" on "appointments" ("day", "paidAt")`.execute(query)
  const told: string[][] = []
  const copy = await collect(makeCopy(from, { ...options, onLeftOut: (it) => told.push(it) }))
  expect(told).toEqual([['report_cache']])
  expect(copy.filter(({ name }) => name.includes('report'))).toEqual([])
  expect(await loadCopy(to, listed(copy))).toMatchObject({ leftOut: ['report_cache'] })
  await sql`drop view "report"`.execute(query)
  await sql`drop table "report_cache"`.execute(query)
  await expectSame(from, to)
})

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** As Molar wrote it when it copied every table of the database. */
function withOtherTable(copy: CopyEntry[], lines: string): CopyEntry[] {
  const [first, ...rest] = copy
  const last = rest.pop()
  if (!first || !last) throw new Error('the copy is empty')
  const head = parseEntry(CopyHead, first)
  head.tables.push({ name: 'report_cache', key: ['id'], columns: [{ name: 'id', kind: 'text' }] })
  const manifest = parseEntry(CopyManifest, last)
  const bytes = Buffer.from(lines)
  const added = { name: 'tables/report_cache-00001.jsonl', bytes }
  const written = writeEntry(headName, head)
  for (const each of [written, added]) {
    manifest.files[each.name] = { bytes: each.bytes.length, sha256: sha256(each.bytes) }
  }
  manifest.tables.report_cache = { rows: lines.split('\n').length - 1, sha256: sha256(bytes) }
  return [written, ...rest, added, writeEntry(manifestName, manifest)]
}

test('an older copy with tables that no migration makes is loaded without them, and still checked', async () => {
  const [from, to] = [await makeFilledPlace(), await makePlace()]
  const lines = '{"id":"a"}\n{"id":"b"}\n'
  const older = withOtherTable(await collect(makeCopy(from, options)), lines)
  const changed = older.map((entry) =>
    entry.name.includes('report_cache')
      ? { ...entry, bytes: Buffer.from(lines.replace('b', 'c')) }
      : entry,
  )
  await expect(loadCopy(to, listed(changed))).rejects.toMatchObject({ code: 'damaged' })
  expect(await loadCopy(to, listed(older))).toMatchObject({ leftOut: ['report_cache'] })
  await expectSame(from, to)
})

test('a copy of an older version is loaded and migrated, and one of a newer version is refused', async () => {
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
  await expect(loadCopy(to, listed(newer))).rejects.toMatchObject({
    code: 'newer',
    message: expect.stringContaining(`(it has 9999-later of Molar 0.1.0, ${thisMolar})`),
  })
  await loadCopy(to, listed(copy))
  const { query } = await openPlace(to)
  expect(await query.selectFrom('treatments').select(['name', 'description']).execute()).toEqual([
    { name: 'Cleaning', description: '' },
  ])
  const migrated = await makePlace()
  await expect(loadCopy(migrated, listed(copy))).rejects.toMatchObject({ code: 'migrated-further' })
})

test('a database of a newer version is neither copied nor loaded into, and the error names both versions', async () => {
  const place = await makePlace()
  const { query } = await openPlace(place)
  const whole = await collect(makeCopy(place, options))
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', ${filledAt})`.execute(
    query,
  )
  const refusal = `made by a newer Molar (it has 9999-later, ${thisMolar})`
  await expect(collect(makeCopy(place, options))).rejects.toThrow(refusal)
  await expect(loadCopy(place, listed(whole))).rejects.toThrow(refusal)
})

test('at every migration, a copy knows all tables and columns, and the tables that it copies are empty', async () => {
  const database = await openPlace(await makeEmptyPlace())
  const { engine, query } = database
  const run = async (text: string) =>
    (await sql.raw<Record<string, unknown>>(text).execute(query)).rows
  const made = new Set<string>()
  await migrateEach(database, migrationNames, async (name) => {
    const tables = (await readTables({ engine, run })).map((table) => table.name)
    const rows = tables.map(
      (table) => `select '${table}' as "it" where exists (select 1 from "${table}")`,
    )
    expect({ name, filled: await run(rows.join(' union all ')) }).toEqual({ name, filled: [] })
    for (const table of tables) made.add(table)
    const there = await query.introspection.getTables()
    const copied = there.map((table) => table.name).filter((table) => !ownTables.includes(table))
    expect({ name, copied: tables.toSorted() }).toEqual({ name, copied: copied.toSorted() })
  })
  expect([...made].toSorted()).toEqual(clinicTables)
})

test.runIf(inject('engine') === 'sqlite')(
  'a session that cannot begin leaves no open file',
  async () => {
    const dataDir = makeFolder()
    const file = join(dataDir, 'molar.db')
    writeFileSync(
      file,
      'This is not a database, though it is as long as the head of one. '.repeat(9),
    )
    await expect(openSession({ dataDir }, 'read')).rejects.toThrow('not a database')
    const open = readdirSync('/proc/self/fd').flatMap((fd) => linkOf(`/proc/self/fd/${fd}`) ?? [])
    expect(open).not.toContain(file)
  },
)

/** `null` for one that was closed since it was listed. */
function linkOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

test.runIf(inject('engine') === 'postgres')(
  'a session that cannot begin leaves no open connection',
  async () => {
    const ended = Promise.withResolvers<void>()
    const peer = createServer((socket) => {
      socket.on('close', ended.resolve)
      refuseQueries(socket)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void peer.close())
    await once(peer, 'listening')
    const { port } = peer.address() as AddressInfo
    const place = { dataDir: '', databaseUrl: `postgres://molar@127.0.0.1:${port}/molar` }
    await expect(openSession(place, 'read')).rejects.toThrow('not now')
    await ended.promise
  },
)

/** Speaks PostgreSQL's protocol as far as to let a client in and to answer each query with an error. */
function refuseQueries(socket: Socket): void {
  const message = (kind: string, body: string) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(4 + body.length)
    return Buffer.concat([Buffer.from(kind), length, Buffer.from(body, 'latin1')])
  }
  const ready = message('Z', 'I')
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', '\0\0\0\0'), ready]))
    socket.on('data', (data) => {
      if (data.toString('latin1', 0, 1) !== 'Q') return
      const error = message('E', 'SERROR\0VERROR\0C55000\0Mnot now\0\0')
      socket.write(Buffer.concat([error, ready]))
    })
  })
}
