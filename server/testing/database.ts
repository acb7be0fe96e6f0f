import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { createDatabase } from '../../scripts/postgres.ts'
import { type Database, type Engine, openDatabase } from '../db/database.ts'

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

/** A fresh, migrated database of the engine under test; the test closes it. */
export async function openTestDatabase(): Promise<Database> {
  return openDatabase(await makePlace())
}

async function makePlaceFrom(template: string | null): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'molar-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  if (inject('engine') === 'sqlite') {
    if (template !== null) copyFileSync(template, join(dataDir, 'molar.db'))
    return { dataDir }
  }
  const { url, drop } = await createDatabase(inject('postgresUrl'), template ?? 'template1')
  onTestFinished(drop)
  return { dataDir, databaseUrl: url }
}
