import type { TestProject } from 'vitest/node'
import { createDatabase, startPostgres } from '../../scripts/postgres.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'

/** One PostgreSQL for the whole run, with a migrated template that each test copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const { name, url, drop } = await createDatabase(postgres.url)
  const template = await openDatabase({ dataDir: '', databaseUrl: url })
  await migrate(template)
  await template.close()
  project.provide('postgresUrl', postgres.url)
  project.provide('template', name)
  return async () => {
    await drop()
    await postgres.stop()
  }
}
