import { newestMigration } from '../db/migrate.ts'
import type { Clinic } from './clinic.ts'
import { bringUpToDate, type Shared } from './open-clinic.ts'

/** Each takes a connection of its own. */
const atOnce = 4

/**
 * Migrates the clinics of an older version, some at a time, while migrated clinics already answer. An
 * interrupted run leaves each clinic unchanged or done; a failing one does not delay the others.
 */
export async function migrateAll(
  { server, register, log }: Pick<Shared, 'server' | 'register' | 'log'>,
  clinics: readonly Clinic[],
  stopping: AbortSignal,
): Promise<void> {
  const waiting = clinics.filter(({ migration }) => migration !== newestMigration)
  const migrateNext = async () => {
    for (let clinic = waiting.shift(); clinic; clinic = waiting.shift()) {
      if (stopping.aborted) return
      await bringUpToDate({ server, register }, clinic).catch((err: unknown) => {
        log.error({ err, clinic: clinic?.name }, 'a clinic was not migrated')
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, migrateNext))
}
