import type { TestProject } from 'vitest/node'
import { createDatabase, dropDatabases, startPostgres } from '../../../scripts/postgres.ts'
import { openDatabase } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'

/** For many short connections to small databases. */
const settings = {
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
}

/** One PostgreSQL for the whole run, with a migrated template that the tests' databases are copies of. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(settings)
  const { name, url } = await createDatabase(postgres.url)
  const template = await openDatabase({ dataDir: '', databaseUrl: url })
  await migrate(template)
  await template.close()
  project.provide('postgresUrl', postgres.url)
  project.provide('template', name)
  return async () => {
    // The template, and the copies that are named after it.
    await dropDatabases(postgres.url, name)
    await postgres.stop()
  }
}
