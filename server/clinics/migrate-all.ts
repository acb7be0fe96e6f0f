import { newestMigration } from '../db/migrate.ts'
import type { Clinic } from './clinic.ts'
import { bringUpToDate, type Shared } from './open-clinic.ts'

/** Each takes a connection of its own. */
const atOnce = 4

/**
 * Brings the clinics that are of an older version to this one, some at a time, while those that are done
 * already answer. A run that was ended leaves each clinic as it was or done; one that fails keeps no other waiting.
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
