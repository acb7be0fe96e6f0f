import { hasRegister, upgradeRegister } from './clinics/register.ts'
import type { Config } from './config.ts'
import { refuseMoved } from './copies/freeze.ts'
import { type Database, openDatabase } from './db/database.ts'
import { grantServing } from './db/grant-serving.ts'
import { migrate } from './db/migrate.ts'
import { seed } from './db/seed.ts'

/**
 * Opens the database of the one clinic that is served from it, with today's tables; only answers the address of
 * a database with a register of clinics. Throws what `explainStart` explains.
 */
export async function openServed(
  config: Config,
): Promise<{ database: Database } | { databaseUrl: string }> {
  const { databaseUrl } = config
  const database = await openDatabase(config)
  try {
    if (databaseUrl && (await hasRegister(database.query))) {
      await upgradeRegister(database)
      await database.close()
      return { databaseUrl }
    }
    // As the owner: until the grants below the serving role may not read.
    await database.unbounded((query) => refuseMoved({ engine: database.engine, query }))
    await migrate(database)
    await grantServing(database)
    await seed(database, config.clinicName)
    return { database }
  } catch (error) {
    await database.close()
    throw error
  }
}
