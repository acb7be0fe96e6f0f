import { readArchive } from '../../server/copies/archive.ts'
import {
  type CopyEntries,
  CopyManifest,
  filesFolder,
  manifestName,
  parseEntry,
} from '../../server/copies/entries.ts'
import { makeCopy } from '../../server/copies/make-copy.ts'
import type { Place } from '../../server/copies/session.ts'

/** Rows and SHA-256 of each table, SHA-256 of each file. */
export type Sums = CopyManifest

/**
 * `backups` counts the backups themselves, so each command adds to it. `dataMoves` and the tables of migrations
 * are in no copy, since they say where a database is and not what the clinic has.
 */
const setAside = new Set(['backups'])

export async function sumPlace(place: Place): Promise<Sums> {
  return readSums(makeCopy(place, { clock: () => new Date(0), version: '' }))
}

export async function sumBackup(file: string, key?: string): Promise<Sums> {
  return readSums(readArchive(file, key))
}

async function readSums(entries: CopyEntries): Promise<Sums> {
  for await (const entry of entries) {
    if (entry.name === manifestName) return parseEntry(CopyManifest, entry)
  }
  throw new Error('A copy came without its manifest')
}

export type Compared = { rows: number; files: number; differences: string[] }

/** Compares every table and every file of both. `isOther` names tables that may differ. */
export function compareSums(
  was: Sums,
  is: Sums,
  isOther: (table: string) => boolean = () => false,
): Compared {
  const compared: Compared = { rows: 0, files: 0, differences: [] }
  for (const name of namesOf(was.tables, is.tables)) {
    if (setAside.has(name) || isOther(name)) continue
    const [before, after] = [was.tables[name], is.tables[name]]
    compared.rows += before?.rows ?? 0
    if (before?.sha256 !== after?.sha256 || before?.rows !== after?.rows)
      compared.differences.push(`${name}: ${before?.rows} rows were ${after?.rows}, or others`)
  }
  for (const name of namesOf(was.files, is.files).filter((one) => one.startsWith(filesFolder))) {
    compared.files += was.files[name] ? 1 : 0
    if (was.files[name]?.sha256 !== is.files[name]?.sha256)
      compared.differences.push(`${name} is another or missing`)
  }
  return compared
}

function namesOf(one: object, other: object): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted()
}
