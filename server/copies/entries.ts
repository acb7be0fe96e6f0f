import { posix, sep } from 'node:path'
import * as z from 'zod'
import { columnKinds } from './tables.ts'

/**
 * A file of a copy, small enough for the memory: a table that is not has several. A larger file of the data folder comes
 * as parts of `partBytes`, one behind the other.
 */
export type CopyEntry = { name: string; bytes: Uint8Array; part?: Part }
/** Where it begins in a file of this size. */
type Part = { at: number; size: number }
export type CopyEntries = AsyncIterable<CopyEntry>

/** Rises when an older Molar could not read what a newer one writes. */
export const formatVersion = 1

/** What a copy begins and ends with; without the second it was cut. */
export const headName = 'copy.json'
export const manifestName = 'manifest.json'
export const tablesFolder = 'tables/'
export const filesFolder = 'files/'

const Column = z.object({ name: z.string(), kind: z.enum(columnKinds) })
const Table = z.object({
  name: z.string(),
  key: z.array(z.string()).min(1),
  columns: z.array(Column).min(1),
})

export const CopyHead = z.object({
  format: z.int(),
  /** Of the program that wrote it. */
  molar: z.string(),
  /** The newest that the database had had. */
  migration: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Its id where it is one of many of an installation. */
  clinic: z.string().optional(),
  madeAt: z.iso.datetime(),
  tables: z.array(Table),
  /** Tables of the operator's own. Older copies have them among `tables`. */
  leftOut: z.array(z.string()).default([]),
})
export type CopyHead = z.infer<typeof CopyHead>

const sum = z.string().regex(/^[0-9a-f]{64}$/)

/** Of every entry before it; of a table over its files one behind the other. */
export const CopyManifest = z.object({
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: sum })),
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256: sum })),
})
export type CopyManifest = z.infer<typeof CopyManifest>

const refusals = {
  'no-copy': 'this is not a copy of a Molar',
  damaged: 'the copy is damaged: what it holds is not what was written',
  cut: 'the copy is cut: its end is missing',
  newer: 'the copy was made by a newer Molar; use that version',
  'not-empty': 'there is data already; a copy is read into an empty database and folder',
  'folder-not-empty': 'the folder is not empty; an export is written into a new or empty one',
  'export-not-finished':
    'an export to this folder has not finished; if none is running, remove the folder and export again',
  'migrated-further':
    'the empty database is of a newer Molar than the copy; use one without tables',
  different: 'what was read back is not what the copy holds; nothing was written',
  nul: 'PostgreSQL stores no text with a NUL character; take it out of this one first',
  'no-key': 'the backup is encrypted; set BACKUP_KEY to the key that opens it',
  'wrong-key': 'BACKUP_KEY does not open this backup',
  store: 'the store of backups did not do it',
  full: 'the disk is full',
  disk: 'the disk is full or broken',
  'file-name':
    'a name in DATA_DIR is not UTF-8, so a copy cannot hold it; rename it, or take it out of there',
  shrunk: 'a file became shorter while it was copied; start again',
  busy: 'another backup is being written; start this one when it is done',
} as const
type CopyRefusal = keyof typeof refusals

/** A copy that cannot be read, or not to there; the code is for programs. */
export class CopyRefused extends Error {
  readonly code: CopyRefusal
  readonly detail: string | undefined

  constructor(code: CopyRefusal, detail?: string) {
    super(`${refusals[code]}${detail ? ` (${detail})` : ''}`)
    this.code = code
    this.detail = detail
  }
}

/** A full disk as a refusal that names what was written to: the error of a write names nothing. */
export function nameFullDisk(error: unknown, place: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(EDQUOT|EFBIG|ENOSPC)$/.test(code) ? new CopyRefused('full', place) : error
}

export function parseEntry<T>(schema: z.ZodType<T>, { name, bytes }: CopyEntry): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString()))
  } catch {
    throw new CopyRefused(name === headName ? 'no-copy' : 'damaged', name)
  }
}

export function writeEntry(name: string, content: object): CopyEntry {
  return { name, bytes: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) }
}

/** Names in a copy are not trusted: its maker could write anything there. */
export function refuseOutside(name: string): void {
  const isPlain = name !== '' && !name.includes('\0') && posix.normalize(name) === name
  // Elsewhere than on Windows `\` is a character like any other.
  const isSplit = sep === '\\' && name.includes(sep)
  if (isPlain && !isSplit && !name.startsWith('/') && !name.split('/').includes('..')) return
  throw new CopyRefused('damaged', name)
}
