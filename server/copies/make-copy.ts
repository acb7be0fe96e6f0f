import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { idOfSchema } from '../clinics/clinic.ts'
import type { Clock } from '../clock.ts'
import { isBackup } from './archive.ts'
import {
  type CopyEntry,
  type CopyHead,
  type CopyManifest,
  CopyRefused,
  filesFolder,
  formatVersion,
  headName,
  manifestName,
  tablesFolder,
  writeEntry,
} from './entries.ts'
import { readLines } from './lines.ts'
import { partBytes, readParts, sumFiles } from './parts.ts'
import { openSession, type Place, type Session } from './session.ts'
import { quoted, readMigration, readOtherTables, readTables, type Table } from './tables.ts'

export type CopyOptions = {
  clock: Clock
  /** Which version makes the copy. */
  version: string
  /** Folders inside the data folder that are not part of it, such as the one that backups go to. */
  without?: string[] | undefined
  /** Called once, with the tables of the operator's own, if there are any. */
  onLeftOut?: ((tables: string[]) => void) | undefined
  /** Called with the path of each symbolic link in the data folder: neither it nor its target is copied. */
  onLink?: ((path: string) => void) | undefined
  onRows?: ((done: number, total: number) => void) | undefined
}

/**
 * Everything that the portal holds, table after table and file after file, as it is at one moment,
 * while it runs. The format is described in docs/backup.md.
 */
export async function* makeCopy(place: Place, options: CopyOptions): AsyncGenerator<CopyEntry> {
  const session = await openSession(place, 'read')
  try {
    const migration = await readMigration(session)
    const tables = await readTables(session)
    const leftOut = await readOtherTables(session)
    if (leftOut.length > 0) options.onLeftOut?.(leftOut)
    const head: CopyHead = {
      format: formatVersion,
      molar: options.version,
      migration,
      engine: session.engine,
      clinic: await readClinicId(session),
      madeAt: options.clock().toISOString(),
      tables,
      leftOut,
    }
    const sums = sumFiles()
    const manifest: CopyManifest = { files: sums.files, tables: {} }
    const note = (entry: CopyEntry) => {
      sums.add(entry)
      return entry
    }
    yield note(writeEntry(headName, head))
    for await (const entry of readFiles(place.dataDir, options)) yield note(entry)
    const total = options.onRows ? await countRows(session, tables) : 0
    let done = 0
    for (const table of tables) {
      const counted = (rows: number) => options.onRows?.(done + rows, total)
      const copied = yield* copyTable(session, table, note, counted)
      manifest.tables[table.name] = copied
      done += copied.rows
    }
    yield writeEntry(manifestName, manifest)
  } finally {
    await session.close()
  }
}

/** Of many in one installation. */
async function readClinicId({ engine, run }: Session): Promise<string | undefined> {
  if (engine === 'sqlite') return
  const [row] = await run('select current_schema() as "it"')
  return idOfSchema(String(row?.it))
}

async function* copyTable(
  session: Session,
  table: Table,
  note: (entry: CopyEntry) => CopyEntry,
  onRows: (rows: number) => void,
) {
  const hash = createHash('sha256')
  let [rows, part, size] = [0, 0, 0]
  let lines: string[] = []
  const finish = (): CopyEntry => {
    part += 1
    const bytes = Buffer.from(lines.join(''))
    hash.update(bytes)
    ;[lines, size] = [[], 0]
    return note({
      name: `${tablesFolder}${table.name}-${String(part).padStart(5, '0')}.jsonl`,
      bytes,
    })
  }
  for await (const batch of readLines(session, table)) {
    for (const line of batch) {
      lines.push(line)
      size += line.length
      if (size >= partBytes) yield finish()
    }
    rows += batch.length
    onRows(rows)
  }
  if (lines.length > 0) yield finish()
  return { rows, sha256: hash.digest('hex') }
}

async function countRows(session: Session, tables: Table[]): Promise<number> {
  const counts = tables.map(({ name }) => `(select count(*) from ${quoted(name)})`)
  const [answer] = await session.run(`select ${counts.join(' + ')} as "rows"`)
  return Number(answer?.rows)
}

/** The database's own files, what a running portal holds, drafts of a moment, and backups that are unpacked. */
const notKept =
  /^(molar\.(db|db-wal|db-shm|lock|move|probe)|(molar|backup)\.lock-journal|molar\.move-journal|backup\.lock|auth-secret\.\d+|\.restoring|molar-(verify|fetched)-\w+)$|\.part$/

/** What lies beside the database: the secret that signs, mails that were written as files. */
async function* readFiles(
  dataDir: string,
  { without = [], onLink }: Pick<CopyOptions, 'without' | 'onLink'>,
): AsyncGenerator<CopyEntry> {
  const root = resolve(dataDir)
  const left = without.map((folder) => resolve(folder))
  const isLeft = (path: string) => left.includes(path)
  for await (const file of listFiles(root, { isLeft, onLink })) {
    const handle = await open(file).catch(whenGone(null))
    if (!handle) continue
    try {
      yield* readParts(handle, `${filesFolder}${relative(root, file).replaceAll(sep, '/')}`)
    } finally {
      await handle.close()
    }
  }
}

async function* listFiles(
  folder: string,
  asked: { isLeft: (path: string) => boolean; onLink: CopyOptions['onLink'] },
): AsyncGenerator<string> {
  const reading = readdir(folder, { withFileTypes: true, encoding: 'buffer' })
  const inside = (await reading.catch(whenGone([]))).map((entry) => ({
    entry,
    name: entry.name.toString(),
  }))
  for (const { entry, name } of inside.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, name)
    if (notKept.test(name) || isBackup(name) || asked.isLeft(path)) continue
    const shown = join(folder, showName(entry.name))
    if (entry.isSymbolicLink()) asked.onLink?.(shown)
    if (!entry.isFile() && !entry.isDirectory()) continue
    if (shown !== path) throw new CopyRefused('file-name', shown)
    if (entry.isFile()) yield path
    else if (!isExport(path)) yield* listFiles(path, asked)
  }
}

/** If it is not UTF-8, with `\xe9` for a byte that is no character of ASCII, as `printf` and `ls` of the shell have it. */
function showName(name: Buffer): string {
  if (isUtf8(name)) return name.toString()
  return name
    .toString('latin1')
    .replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Also one that was cut: the head is written first. */
function isExport(folder: string): boolean {
  return existsSync(join(folder, headName))
}

/** A mail that was written when we listed it may have been renamed since. */
function whenGone<T>(instead: T) {
  return (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
}
