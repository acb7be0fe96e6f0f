import { createHash, type Hash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openDatabase } from '../db/database.ts'
import { grantServing } from '../db/grant-serving.ts'
import { findMigration, type Migration, migrate, thisMolar } from '../db/migrate.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import {
  type CopyEntries,
  type CopyEntry,
  CopyHead,
  CopyManifest,
  CopyRefused,
  filesFolder,
  formatVersion,
  headName,
  manifestName,
  nameFullDisk,
  parseEntry,
  refuseOutside,
  tablesFolder,
} from './entries.ts'
import { fillTables } from './fill-tables.ts'
import { readLines } from './lines.ts'
import { isFirst, isLast, sumFiles } from './parts.ts'
import { openSession, type Place, type Session } from './session.ts'
import {
  clinicTables,
  quoted,
  readMigration,
  readOtherTables,
  readTables,
  type Table,
} from './tables.ts'

export type Loaded = {
  head: CopyHead
  rows: number
  files: number
  /** Tables of the operator's own in the copied database, which are not restored. */
  leftOut: string[]
}

/**
 * Reads a copy into an empty database and data folder. All rows are committed in one transaction, after they
 * were read back and compared by checksum and the files are in place: if it ends before that, nothing is left
 * that looks like a complete restore, and it may be started again. An older copy is loaded into the tables of
 * its own migration, which are then migrated.
 */
export async function loadCopy(
  place: Place,
  entries: CopyEntries,
  more: { beforeCommit?: (session: Session) => Promise<void> } = {},
): Promise<Loaded> {
  let loading: Loading | undefined
  let isWhole = false
  try {
    for await (const entry of entries) {
      if (isWhole) throw new CopyRefused('damaged', entry.name)
      if (!loading) loading = await startLoading(place, entry)
      else if (entry.name !== manifestName) await loading.add(entry)
      else {
        loading.check(parseEntry(CopyManifest, entry))
        isWhole = true
      }
    }
    if (!loading) throw new CopyRefused('no-copy')
    if (!isWhole) throw new CopyRefused('cut')
    const loaded = await loading.finish(more.beforeCommit)
    await loading.close()
    await migrateTo(place, 'newest')
    return loaded
  } catch (error) {
    await loading?.close().catch(() => {})
    throw nameDisk(error, place.dataDir)
  }
}

/** By SQLite's primary result codes (sqlite.org/rescode.html), too. */
function nameDisk(error: unknown, dataDir: string): unknown {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : 0
  if (code === 10) return new CopyRefused('disk', dataDir)
  if (code === 13) return new CopyRefused('full', dataDir)
  return nameFullDisk(error, dataDir)
}

type Loading = {
  add(entry: CopyEntry): Promise<void>
  check(manifest: CopyManifest): void
  finish(beforeCommit?: (session: Session) => Promise<void>): Promise<Loaded>
  close(): Promise<void>
}
type Sum = { rows: number; hash: Hash }

async function startLoading(place: Place, first: CopyEntry): Promise<Loading> {
  const head = readHead(first)
  await prepare(place, head)
  const session = await openSession(place, 'write')
  const placer = await createFilePlacer(place.dataDir)
  const sums = new Map<string, Sum>()
  const seen = sumFiles()
  let rows = 0
  seen.add(first)
  const close = async () => {
    await placer.close()
    await session.close()
  }
  try {
    const tables = await readTables(session)
    await refuseFilled(session)
    const leftOut = head.tables.filter((table) => !isOfClinic(table))
    refuseDifferentTables(tables, head.tables.filter(isOfClinic))
    for (const { name } of head.tables) sums.set(name, { rows: 0, hash: createHash('sha256') })
    const filling = await fillTables(session)
    return {
      async add(entry) {
        seen.add(entry)
        const table = findTable(head.tables, entry.name)
        const sum = table && sums.get(table.name)
        if (table && sum) {
          const isLoaded = isOfClinic(table)
          const read = isLoaded ? await filling.add(table, entry) : countLines(entry)
          sum.rows += read
          sum.hash.update(entry.bytes)
          if (isLoaded) rows += read
        } else if (entry.name.startsWith(filesFolder)) {
          await placer.stage({ ...entry, name: entry.name.slice(filesFolder.length) })
        } else throw new CopyRefused('damaged', entry.name)
      },
      check(manifest) {
        const found = Object.fromEntries(
          [...sums].map(([name, sum]) => [
            name,
            { rows: sum.rows, sha256: sum.hash.copy().digest('hex') },
          ]),
        )
        if (isDeepStrictEqual({ files: seen.files, tables: found }, manifest)) return
        throw new CopyRefused('damaged', 'checksums')
      },
      async finish(beforeCommit) {
        await filling.finish()
        for (const table of tables) await compare(session, table, sums)
        // Before the commit: without its files the database would not be whole.
        await placer.place()
        await beforeCommit?.(session)
        await session.commit()
        const files = Object.keys(seen.files).filter((name) => name.startsWith(filesFolder)).length
        return { head, rows, files, leftOut: [...head.leftOut, ...leftOut.map(({ name }) => name)] }
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function readHead(entry: CopyEntry): CopyHead {
  if (entry.name !== headName) throw new CopyRefused('no-copy', entry.name)
  const head = parseEntry(CopyHead, entry)
  if (head.format > formatVersion)
    throw new CopyRefused('newer', `format ${head.format} of Molar ${head.molar}, ${thisMolar}`)
  return head
}

/** Brings an empty database to the tables of the copy's time. */
async function prepare(place: Place, head: CopyHead): Promise<void> {
  const migration = findMigration(head.migration)
  if (!migration) {
    const made = `it has ${head.migration} of Molar ${head.molar}`
    throw new CopyRefused('newer', `${made}, ${thisMolar}`)
  }
  const session = await openSession(place, 'write')
  try {
    const present = await readMigration(session)
    await refuseFilled(session)
    if (present > migration) {
      throw new CopyRefused('migrated-further', `${present}, the copy ${migration}`)
    }
  } finally {
    await session.close()
  }
  await migrateTo(place, migration)
}

async function migrateTo(place: Place, migration: Migration | 'newest'): Promise<void> {
  const database = await openDatabase(place)
  try {
    await migrate(database, migration)
    // Earlier tables may lack those that the grants name.
    if (migration === 'newest') await grantServing(database)
  } finally {
    await database.close()
  }
}

/** Makes the tables of an empty database, as `prepare` does for a copy. */
export async function prepareEmpty(place: Place): Promise<void> {
  await migrateTo(place, 'newest')
}

/** Rows of other programs are data too: a copy is not loaded into a database that was named by mistake. */
export async function refuseFilled(session: Session): Promise<void> {
  const ours = (await readTables(session)).map(({ name }) => name)
  for (const name of [...ours, ...(await readOtherTables(session))]) {
    const rows = await session.run(`select 1 as "it" from ${quoted(name)} limit 1`)
    if (rows.length > 0) throw new CopyRefused('not-empty', name)
  }
}

function refuseDifferentTables(ours: Table[], copied: Table[]): void {
  const byName = (tables: Table[]) => Object.fromEntries(tables.map((table) => [table.name, table]))
  const [here, there] = [byName(ours), byName(copied)]
  for (const name of new Set([...Object.keys(here), ...Object.keys(there)])) {
    if (!isDeepStrictEqual(here[name], there[name]))
      throw new CopyRefused('damaged', `table ${name}`)
  }
}

function isOfClinic({ name }: Table): boolean {
  return clinicTables.includes(name)
}

function countLines({ bytes }: CopyEntry): number {
  return bytes.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 0)
}

function findTable(tables: Table[], entryName: string): Table | undefined {
  if (!entryName.startsWith(tablesFolder)) return undefined
  const name = entryName.slice(tablesFolder.length).replace(/-\d{5}\.jsonl$/, '')
  return tables.find((table) => table.name === name)
}

/** Reads the table back: the engine may have stored something other than what it was given. */
async function compare(session: Session, table: Table, sums: Map<string, Sum>): Promise<void> {
  const hash = createHash('sha256')
  for await (const lines of readLines(session, table)) hash.update(lines.join(''))
  if (hash.digest('hex') === sums.get(table.name)?.hash.digest('hex')) return
  throw new CopyRefused('different', `table ${table.name}`)
}

/**
 * Writes files beside a data folder's own, and puts them in their place when all are there. A file that is
 * there already with the same content is left; so a second try goes on where the first ended.
 */
async function createFilePlacer(dataDir: string) {
  const staging = join(dataDir, '.restoring')
  await rm(staging, { recursive: true, force: true })
  const staged: string[] = []
  return {
    async stage(entry: CopyEntry): Promise<void> {
      const { name, bytes } = entry
      refuseOutside(name)
      if (await isThere(dataDir, entry)) return
      const file = join(staging, name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const handle = await open(file, isFirst(entry) ? 'wx' : 'a', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      if (isLast(entry)) staged.push(name)
    },
    async place(): Promise<void> {
      for (const name of staged) {
        await mkdir(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 })
        await rename(join(staging, name), join(dataDir, name))
      }
    },
    close: () => rm(staging, { recursive: true, force: true }),
  }
}

/** Throws `CopyRefused` where something else has the name. */
async function isThere(dataDir: string, { name, bytes, part }: CopyEntry): Promise<boolean> {
  const file = await open(join(dataDir, name)).catch(() => null)
  if (!file) return false
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(bytes.length),
      0,
      bytes.length,
      part?.at ?? 0,
    )
    const isSame = size === (part?.size ?? bytes.length) && bytesRead === bytes.length
    if (isSame && buffer.equals(bytes)) return true
    throw new CopyRefused('not-empty', name)
  } finally {
    await file.close()
  }
}
