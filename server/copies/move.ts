import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { holdDataFolder, openDataFolder, takeLock } from '../data-folder.ts'
import { atAddress, readAddress, settingNames } from '../db/address.ts'
import type { Tables } from '../db/schema.ts'
import { sqliteFile } from '../db/sqlite.ts'
import { type CopyEntries, type CopyManifest, filesFolder } from './entries.ts'
import { insertRows } from './fill-tables.ts'
import { changing, type DataMove, freeze, readDataMove, unfreeze, writeDataMove } from './freeze.ts'
import { readLines } from './lines.ts'
import { type Loaded, loadCopy, prepareEmpty, refuseFilled } from './load-copy.ts'
import { makeCopy } from './make-copy.ts'
import { sumFile, sumFiles } from './parts.ts'
import { openSession, type Place, type Session } from './session.ts'
import { readTables, type Table } from './tables.ts'

const refusals = {
  busy: 'another `molar move` works there, or it is the same database',
  same: 'that is where the data is',
  left: 'the data was moved already',
  unfinished: 'a move to here did not finish; run it again where it came from',
  'not-empty': 'there is data already; data is moved to an empty database and folder',
  different: 'a file that was read back is not what was copied; nothing was moved',
  unsure: 'whether all of it arrived cannot be asked; run the same command again',
} as const

/** A move that was not made; the source takes writes again unless the code is `unsure`. */
export class MoveRefused extends Error {
  readonly code: keyof typeof refusals

  constructor(code: keyof typeof refusals, detail?: string) {
    super(`${refusals[code]}${detail ? ` (${detail})` : ''}`)
    this.code = code
  }
}

type Options = {
  clock: Clock
  version: string
  without?: string[] | undefined
  onLink?: ((path: string) => void) | undefined
  /** May throw to give the move up. */
  onRows?: ((done: number, total: number) => void) | undefined
}
/** `loaded` is absent where an earlier call had brought everything, and was killed after that. */
export type Moved = { from: string; to: string; loaded: Loaded | undefined }

/**
 * Brings everything to an empty place while the source is read on and takes no writes. Killed at any point it leaves
 * one of the two to be opened: a second call goes on, and `undoMove` opens the source, until the target has been
 * opened.
 */
export async function moveData(from: Place, to: Place, options: Options): Promise<Moved> {
  const names = { from: describePlace(from), to: describePlace(to) }
  openDataFolder(to.dataDir)
  if (!from.databaseUrl && !to.databaseUrl && isSameFolder(from.dataDir, to.dataDir))
    throw new MoveRefused('same', names.to)
  const holds: { release(): Promise<void> | void }[] = []
  try {
    holds.push(await holdMove(from))
    if (!to.databaseUrl) holds.push(holdDataFolder(to.dataDir))
    holds.push(await holdMove(to))
    const known = await readMoveOf(from)
    const there = await readMoveOf(to)
    const isThere = there?.state === 'arrived' && there.move === known?.move
    if (known && isThere) {
      await finish(from, to, { ...known, state: 'left' })
      return { ...names, loaded: undefined }
    }
    if (known?.state === 'left') throw new MoveRefused('left', known.place)
    if (known && known.state !== 'leaving') throw new MoveRefused('unfinished', known.place)
    await refuseUnlessEmpty(to)
    const move: DataMove = {
      move: known?.move ?? randomUUID(),
      state: 'leaving',
      place: names.to,
      since: options.clock().toISOString(),
    }
    await freeze(from, move)
    return { ...names, loaded: await carry(from, to, { move, options }) }
  } finally {
    for (const hold of holds.toReversed()) await hold.release()
  }
}

/** Opens a place again that a move has left, or that one did not finish to fill. */
export async function undoMove(place: Place): Promise<DataMove | undefined> {
  const hold = await holdMove(place)
  try {
    const known = await readMoveOf(place)
    if (known?.state === 'arrived') throw new MoveRefused('unfinished', known.place)
    if (known) await unfreeze(place)
    return known
  } finally {
    await hold.release()
  }
}

async function carry(
  from: Place,
  to: Place,
  { move, options }: { move: DataMove; options: Options },
): Promise<Loaded | undefined> {
  const atTarget = { ...move, place: describePlace(from) }
  let loaded: Loaded | undefined
  try {
    await prepareEmpty(to)
    await changing(to, (session) => writeDataMove(session, { ...atTarget, state: 'arriving' }))
    const sums = sumFiles()
    loaded = await loadCopy(to, notingFiles(makeCopy(from, options), sums), {
      beforeCommit: async (session) => {
        await compareFiles(to.dataDir, sums.files)
        await writeDataMove(session, { ...atTarget, state: 'arrived' })
      },
    })
  } catch (error) {
    // What failed may have been the answer to a commit that was done.
    const there = await readMoveOf(to).catch(() => 'unknown' as const)
    if (there === 'unknown') throw new MoveRefused('unsure', String(error))
    if (there?.state !== 'arrived' || there.move !== move.move) {
      await unfreeze(from)
      throw error
    }
  }
  await finish(from, to, { ...move, state: 'left', since: options.clock().toISOString() })
  return loaded
}

/** In this order: at no moment can both be opened, and no look is written where it would stay behind. */
async function finish(from: Place, to: Place, left: DataMove): Promise<void> {
  await freeze(from, left)
  await changing(to, async (target) => {
    const source = await openSession(from, 'read')
    try {
      await bringLaterEntries(source, target)
    } finally {
      await source.close()
    }
    await writeDataMove(target, undefined)
  })
}

type Entry = Tables['auditEntries']

/**
 * The audit goes on while the rest is copied: an entry may have come after the copy, or was open in it and has been
 * closed since. Entries change in no other way.
 */
async function bringLaterEntries(source: Session, target: Session): Promise<void> {
  const table = (await readTables(target)).find(({ name }) => name === 'auditEntries')
  if (!table) throw new Error('there is no table of the audit')
  const copied = readEach(target, table)
  let known = await copied.next()
  const added: Entry[] = []
  const closed: Entry[] = []
  for await (const row of readEach(source, table)) {
    const isCopied = !known.done && known.value.id === row.id
    if (!isCopied) added.push(row)
    else if (known.value?.status !== row.status) closed.push(row)
    if (isCopied) known = await copied.next()
  }
  await insertRows(target, table, added)
  const [status, subject, data, id] =
    target.engine === 'postgres' ? ['$1', '$2', '$3', '$4'] : ['?', '?', '?', '?']
  for (const row of closed) {
    await target.run(
      `update "auditEntries" set "status" = ${status}, "subject" = ${subject}, "data" = ${data}
        where "id" = ${id}`,
      [row.status, row.subject, row.data, row.id],
    )
  }
}

async function* readEach(session: Session, table: Table): AsyncGenerator<Entry, undefined> {
  for await (const lines of readLines(session, table))
    for (const line of lines) yield JSON.parse(line)
}

async function* notingFiles(entries: CopyEntries, sums: ReturnType<typeof sumFiles>): CopyEntries {
  for await (const entry of entries) {
    // SQLite works without a turn of the event loop, in which a signal would be noticed.
    await turn()
    if (entry.name.startsWith(filesFolder)) sums.add(entry)
    yield entry
  }
}

async function compareFiles(dataDir: string, files: CopyManifest['files']): Promise<void> {
  for (const [entry, { sha256 }] of Object.entries(files)) {
    const name = entry.slice(filesFolder.length)
    const found = await sumFile(join(dataDir, name)).catch(() => null)
    if (found !== sha256) throw new MoveRefused('different', name)
  }
}

async function refuseUnlessEmpty(place: Place): Promise<void> {
  const session = await openSession(place, 'write')
  try {
    const known = await readDataMove(session)
    if (known && known.state !== 'arriving') throw new MoveRefused('not-empty', known.state)
    await refuseFilled(session)
  } finally {
    await session.close()
  }
}

async function readMoveOf(place: Place): Promise<DataMove | undefined> {
  if (!place.databaseUrl && !existsSync(sqliteFile(place.dataDir))) return undefined
  // As the owner on PostgreSQL: a serving role that has not been granted anything yet may not read.
  const session = await openSession(place, place.databaseUrl ? 'write' : 'read')
  try {
    return await readDataMove(session)
  } finally {
    await session.close()
  }
}

/** One move at a time; the operating system or PostgreSQL lets go of it when the process ends. */
async function holdMove({
  dataDir,
  databaseUrl,
  addressNames = settingNames,
}: Place): Promise<{ release(): Promise<void> | void }> {
  if (!databaseUrl) {
    const hold = takeLock(join(dataDir, 'molar.move'))
    if (hold) return hold
    throw new MoveRefused('busy', resolve(dataDir))
  }
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  client.on('error', () => {})
  await atAddress(addressNames.url, () => client.connect())
  const { rows } = await client.query(
    `select pg_try_advisory_lock(hashtextextended('molar move ' || current_schema(), 0)) as "taken"`,
  )
  if (rows[0]?.taken === true) return { release: () => client.end() }
  await client.end()
  throw new MoveRefused('busy', describePlace({ dataDir, databaseUrl }))
}

function isSameFolder(one: string, other: string): boolean {
  return existsSync(one) && realpathSync(one) === realpathSync(other)
}

/** For people: without the password that an address may hold. */
export function describePlace({ dataDir, databaseUrl }: Place): string {
  const address = databaseUrl && readAddress(databaseUrl)
  if (!address) return resolve(dataDir)
  const { protocol, host, port, pathname } = address
  if (host.startsWith('/')) return `${protocol}//${pathname}?host=${host}`
  return `${protocol}//${host}${port && `:${port}`}${pathname}`
}
