import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { createDatabase } from '../../../scripts/postgres.ts'
import { type Database, type Engine, openDatabase } from '../../db/database.ts'
import { type SharedDatabase, shareDatabase } from './shared-database.ts'

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

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'molar-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** In milliseconds, longer than any test: a busy machine must not look like a database that is away. */
const timeouts = { connectMs: 600_000, statementMs: 600_000, lockMs: 600_000 }

/**
 * An empty, migrated database, or the one at `place`; the test closes it. On SQLite it does not wait
 * for the disk; on PostgreSQL one test after the other gets the same one, emptied, and its connections.
 */
export async function openTestDatabase(place?: Place): Promise<Database> {
  if (inject('engine') === 'postgres') {
    return place ? openDatabase({ ...place, timeouts }) : await openShared()
  }
  const database = await openDatabase({ ...(place ?? (await makePlace())), timeouts })
  await sql`pragma synchronous = off`.execute(database.query)
  return database
}

/** Databases of this worker that earlier tests have finished with. Creating one takes 200 ms. */
const idle: SharedDatabase[] = []

async function openShared(): Promise<Database> {
  const server = inject('postgresUrl')
  const template = inject('template')
  const used = idle.pop()
  const isEmptied = used !== undefined && (await used.empty())
  // Named after the template, so that the end of the run finds and drops it.
  const prefix = `${template}_`
  const shared = isEmptied
    ? used
    : await shareDatabase((await createDatabase(server, { template, prefix })).url, timeouts)
  onTestFinished(() => void idle.push(shared))
  return await shared.open()
}
