import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { holdBackups } from '../data-folder.ts'
import { findSqliteFile } from '../db/read-only.ts'
import { canOpen, chooseOld, type Kept, nameBackup, readArchive, writeArchive } from './archive.ts'
import {
  type CopyEntries,
  CopyHead,
  CopyManifest,
  CopyRefused,
  headName,
  manifestName,
  parseEntry,
} from './entries.ts'
import { type CopyOptions, makeCopy } from './make-copy.ts'
import { sumFiles } from './parts.ts'
import { type BackupStore, isS3, openS3Store, type S3Settings, type Written } from './s3-store.ts'
import type { Place } from './session.ts'

type Backup = Written & {
  file: string
  removed: string[]
  /** Tables of the operator's own, which are not in it. */
  leftOut: string[]
  /** Symbolic links in the data folder, which are not in it. */
  links: string[]
}
type BackupOptions = Omit<CopyOptions, 'onLeftOut' | 'onLink'> & {
  /** A folder, or `s3://bucket/prefix`. */
  to: string
  key: string | undefined
  s3?: S3Settings | undefined
  kept?: Kept | undefined
}

/**
 * Writes a backup while the portal runs, reads it back, and then removes older ones than are `kept`; other
 * files stay. One at a time: what one that was killed left unfinished goes before.
 */
export async function backUp(place: Place, options: BackupOptions): Promise<Backup> {
  if (!place.databaseUrl) findSqliteFile(place.dataDir)
  const hold = holdBackups(place.dataDir)
  if (!hold) throw new CopyRefused('busy')
  try {
    const { to, key, kept, s3 } = options
    const staging = join(place.dataDir, 'backups', 'sending')
    const store = await (isS3(to) ? openS3Store(to, s3, staging) : openFolder(to))
    const name = nameBackup(options.clock(), await store.list(), key !== undefined)
    const leftOut: string[] = []
    const links: string[] = []
    const onLeftOut = (tables: string[]) => void leftOut.push(...tables)
    const onLink = (path: string) => void links.push(path)
    const written = await store.add(name, (file) =>
      writeChecked(place, file, { ...options, onLeftOut, onLink }),
    )
    const old = kept ? chooseOld(await store.list(), kept) : []
    for (const each of old) await store.remove(each)
    return { file: store.locate(name), ...written, removed: old.map(store.locate), leftOut, links }
  } finally {
    hold.release()
  }
}

async function openFolder(folder: string): Promise<BackupStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = (await readdir(folder)).filter((name) => /^molar-.*\.part$/.test(name))
  for (const name of unfinished) await rm(join(folder, name), { force: true })
  return {
    list: () => readdir(folder),
    locate: (name) => join(folder, name),
    add: (name, write) => write(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** Only a file that is whole stays. One for a recipient cannot be opened here; its bytes are compared. */
async function writeChecked(
  place: Place,
  file: string,
  { to, key, ...options }: BackupOptions & CopyOptions,
): Promise<Written> {
  const without = [...(options.without ?? []), join(place.dataDir, 'backups'), to]
  const entries = makeCopy(place, { ...options, without })
  const written = await writeArchive(entries, { file, key, at: options.clock() })
  try {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(file)) hash.update(chunk)
    if (hash.digest('hex') !== written.sha256) throw new CopyRefused('damaged', file)
    if (key === undefined || canOpen(key)) await checkCopy(readArchive(file, key))
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return written
}

type Checked = { head: CopyHead; rows: number; files: number }

/** Reads a copy to its end without loading it. Throws `CopyRefused` unless it is whole, byte for byte. */
export async function checkCopy(entries: CopyEntries): Promise<Checked> {
  const sums = sumFiles()
  let [head, manifest]: [CopyHead | undefined, CopyManifest | undefined] = [undefined, undefined]
  for await (const entry of entries) {
    if (manifest) throw new CopyRefused('damaged', entry.name)
    if (entry.name === manifestName) {
      manifest = parseEntry(CopyManifest, entry)
      continue
    }
    if (!head && entry.name !== headName) throw new CopyRefused('no-copy', entry.name)
    head ??= parseEntry(CopyHead, entry)
    sums.add(entry)
  }
  if (!head) throw new CopyRefused('no-copy')
  if (!manifest) throw new CopyRefused('cut')
  if (!isDeepStrictEqual(sums.files, manifest.files)) throw new CopyRefused('damaged', 'checksums')
  const counts = Object.values(manifest.tables).map(({ rows }) => rows)
  const files = Object.keys(sums.files).filter((name) => name.startsWith('files/')).length
  return { head, rows: counts.reduce((sum, rows) => sum + rows, 0), files }
}
