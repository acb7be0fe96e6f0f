import type { TestProject } from 'vitest/node'
import { dataRoot } from '../../../scripts/data-root.ts'
import { createDatabase, dropDatabases, startPostgres } from '../../../scripts/postgres.ts'
import { openDatabase } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'

/** For many connections to small databases: three workers that keep those of three databases, and portals beside them. */
const settings = {
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  max_connections: '500',
}

/** One PostgreSQL for the whole run, with a migrated template that the tests' databases are copies of. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(settings, dataRoot)
  const { name, url } = await createDatabase(postgres.url)
  const template = await openDatabase({ dataDir: '', databaseUrl: url })
  await migrate(template)
  await template.close()
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresSocketUrl', postgres.socketUrl)
  project.provide('template', name)
  return async () => {
    // The template, and the copies that are named after it.
    await dropDatabases(postgres.url, name)
    await postgres.stop()
  }
}
