import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readArchive } from '../../copies/archive.ts'
import { type CopyEntries, tablesFolder } from '../../copies/entries.ts'
import { fillTables } from '../../copies/fill-tables.ts'
import { makeCopy } from '../../copies/make-copy.ts'
import { openSession, type Place } from '../../copies/session.ts'
import { readTables } from '../../copies/tables.ts'
import { openDatabase } from '../../db/database.ts'
import { type Migration, migrate } from '../../db/migrate.ts'

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

/** Writes lines into the tables that are there, past the triggers. */
export async function writeLines(place: Place, lines: Lines): Promise<void> {
  if (lines.size === 0) return
  const session = await openSession(place, 'write')
  try {
    const filling = await fillTables(session)
    for (const table of await readTables(session)) {
      const found = lines.get(table.name) ?? []
      const text = found.map((line) => `${line}\n`).join('')
      if (text) await filling.add(table, { name: table.name, bytes: Buffer.from(text) })
    }
    await filling.finish()
    await session.commit()
  } finally {
    await session.close()
  }
}
