import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { createDatabase } from '../../../scripts/postgres.ts'
import { type Database, type Engine, openDatabase } from '../../db/database.ts'
import { openShared, timeouts } from './shared-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine
    /** The PostgreSQL of the test run; '' where only SQLite is tested. */
    postgresUrl: string
    /** What each test copies: a migrated database's name on PostgreSQL, its file on SQLite. */
    template: string
    /** How many times as many lives the long property tests live: TIMES, 1 without it. */
    times: number
  }
}

export type Place = { dataDir: string; databaseUrl?: string }

/** A place of its own for a database of the engine under test, gone when the test is over. */
export async function makePlace(): Promise<Place> {
  return await makePlaceFrom(inject('template'))
}

/** The same before any migration. */
export async function makeEmptyPlace(): Promise<Place> {
  return await makePlaceFrom(null)
}

async function makePlaceFrom(template: string | null): Promise<Place> {
  const dataDir = makeFolder()
  if (inject('engine') === 'sqlite') {
    if (template !== null) copyFileSync(template, join(dataDir, 'molar.db'))
    return { dataDir }
  }
  const { url, drop } = await createDatabase(inject('postgresUrl'), {
    ...(template !== null && { template }),
  })
  onTestFinished(drop)
  return { dataDir, databaseUrl: url }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'molar-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * An empty, migrated database, or the one at `place`; the test closes it. On SQLite it does not wait
 * for the disk; on PostgreSQL one test after the other gets the same one, emptied.
 */
export async function openTestDatabase(place?: Place): Promise<Database> {
  if (inject('engine') === 'postgres') {
    return place ? openDatabase({ ...place, timeouts }) : openShared()
  }
  const database = await openDatabase({ ...(place ?? (await makePlace())), timeouts })
  await sql`pragma synchronous = off`.execute(database.query)
  return database
}
