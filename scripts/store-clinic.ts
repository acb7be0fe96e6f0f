import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import packageJson from '../package.json' with { type: 'json' }
import { writeArchive } from '../server/copies/archive.ts'
import { makeCopy } from '../server/copies/make-copy.ts'
import { type Migration, migrationNames } from '../server/db/migrate.ts'
import {
  migrateTo,
  olderFile,
  readLines,
  readOlder,
  writeLines,
} from '../server/testing/database/older.ts'

// node scripts/store-clinic.ts [ROWS.sql]
//
// Each new migration comes with a filled clinic of its version, which every later version opens in the tests.
// This migrates the clinic of the previous migration, adds the rows of ROWS.sql, which fill the new columns, and
// stores it. A stored clinic is never made again, since it must stay as that version wrote it.

const missing = migrationNames.filter((name) => !existsSync(olderFile(name)))
if (missing.length === 0) throw new Error('every migration has its clinic already')
const place = { dataDir: mkdtempSync(join(tmpdir(), 'molar-clinic-')) }
try {
  for (const name of missing) await store(name)
} finally {
  rmSync(place.dataDir, { recursive: true, force: true })
}

async function store(migration: Migration): Promise<void> {
  const before = migrationNames[migrationNames.indexOf(migration) - 1]
  if (before && !existsSync(join(place.dataDir, 'molar.db'))) {
    await migrateTo(place, before)
    await writeLines(place, await readOlder(before))
  }
  await migrateTo(place, migration)
  const rows = process.argv[2]
  if (rows && migration === missing.at(-1)) addRows(readFileSync(rows, 'utf8'))
  const file = olderFile(migration)
  const clock = () => new Date()
  await writeArchive(makeCopy(place, { clock, version: packageJson.version }), {
    ...{ file, key: undefined, at: clock() },
  })
  const stored = await readLines(place)
  console.log(`${file}, ${[...stored.values()].flat().length} rows`)
}

function addRows(text: string): void {
  const file = new DatabaseSync(join(place.dataDir, 'molar.db'))
  file.exec('pragma foreign_keys = on')
  file.exec(text)
  file.close()
}
