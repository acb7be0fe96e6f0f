import type { Day } from '../../contract/date.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Availability } from './list-available.ts'

/** A day on which something changed; `*` when any day may have. */
export type Changed = Day | '*'

export type Changes = ReturnType<typeof createChanges>

const channel = 'molar_days'

/**
 * Tells whoever listens which days have changed: patients' and staff's screens. On SQLite the one
 * process hears of its own changes by `tell`; on PostgreSQL the database tells every process at the
 * commit, by the triggers of migration 3, from the first listener on.
 */
export function createChanges(parts: { database: Database; availability: Availability; log: Log }) {
  const { database, availability, log } = parts
  const listeners = new Set<(changed: Changed) => void>()
  const spread = (changed: Changed) => {
    for (const listener of listeners) listener(changed)
  }
  let hears = false

  /** To be called after a change is committed and before it is answered. */
  function tell(...days: Changed[]): void {
    for (const day of new Set(days)) {
      availability.forget(day)
      if (database.engine === 'sqlite') spread(day)
    }
  }

  /** Calls `listener` for every change from now on; the answer ends that. */
  function listen(listener: (changed: Changed) => void): () => void {
    listeners.add(listener)
    if (!hears) {
      hears = true
      void database.hear(channel, spread, () => {
        // What was said while nobody listened is lost: anything may have changed.
        log.warn('the database is listened to anew')
        spread('*')
      })
    }
    return () => void listeners.delete(listener)
  }

  return { tell, listen }
}
