import { createDatabase, startPostgres } from '../../scripts/postgres.ts'
import type { Settings } from './server.ts'

export type Engine = 'sqlite' | 'postgres'

/** Lends settings that lead to a new database of an engine. SQLite needs none: its file is new. */
export async function withDatabase(engine: Engine, use: (settings: Settings) => Promise<void>) {
  if (engine === 'sqlite') return await use({})
  const postgres = await startPostgres()
  const { url, drop } = await createDatabase(postgres.url)
  try {
    await use({ DATABASE_URL: url })
  } finally {
    await drop()
    await postgres.stop()
  }
}
