import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Database, type Engine, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL of the test run; absent where only SQLite is tested. */
    postgresUrl: string
    engine: Engine
  }
}

export type Place = { dataDir: string; databaseUrl?: string }

/** An empty place for a database of the engine under test, gone when the test is over. */
export async function makePlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'molar-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  if (inject('engine') === 'sqlite') return { dataDir }
  return { dataDir, databaseUrl: await createPostgresDatabase() }
}

/** A fresh, migrated database of the engine under test; the test closes it. */
export async function openTestDatabase(): Promise<Database> {
  const database = await openDatabase(await makePlace())
  await migrate(database)
  return database
}

/** The same without its migrations. */
export async function makeEmptyPlace(): Promise<Place> {
  const { dataDir } = await makePlace()
  return { dataDir, databaseUrl: await createPostgresDatabase('template1') }
}

async function createPostgresDatabase(template = 'molar_template'): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = inject('postgresUrl')
  await onServer(server, `create database ${name} template ${template}`)
  onTestFinished(() => onServer(server, `drop database if exists ${name} with (force)`))
  return server.replace(/\/postgres$/, `/${name}`)
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
