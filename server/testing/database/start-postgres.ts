import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
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

const memory = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * In memory, where the machine has six times what a run was seen to take. Each database is some 750 files, and Linux (ext4
 * without a journal) goes through all that were deleted within minutes to make a new one: half the time of a migration.
 */
function findRoot(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  const isRoomy = Math.min(bavail * bsize, process.availableMemory()) > 6 * gigabyte
  return isRoomy ? memory : tmpdir()
}

/** One PostgreSQL for the whole run, with a migrated template that the tests' databases are copies of. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(settings, findRoot())
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
