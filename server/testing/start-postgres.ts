import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../scripts/postgres.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'

/** One PostgreSQL for the whole run, with a migrated template that each test copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('create database molar_template')
  await client.end()
  const databaseUrl = postgres.url.replace(/\/postgres$/, '/molar_template')
  const template = await openDatabase({ dataDir: '', databaseUrl })
  await migrate(template)
  await template.close()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
