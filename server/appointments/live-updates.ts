import type { Day } from '../../contract/date.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import type { Availability } from './availability.ts'

/** A day on which something changed; `*` when any day may have. */
export type Changed = Day | '*'

export type Changes = ReturnType<typeof createChanges>

type Listener = { onChange: (changed: Changed) => void; onStop: () => void }

const channel = 'molar_days'

/**
 * Tells whoever listens which days have changed: patients' and staff's screens. On SQLite the one
 * process hears of its own changes by `tell`; on PostgreSQL the database tells every process at the
 * commit, by the triggers of migration 3, from the first listener on.
 */
export function createChanges(parts: { database: Database; availability: Availability; log: Log }) {
  const { database, availability, log } = parts
  const listeners = new Set<Listener>()
  const spread = (changed: Changed) => {
    for (const { onChange } of listeners) onChange(changed)
  }
  const onHeardAnew = () => {
    log.warn('the database is listened to anew; anything may have changed meanwhile')
    spread('*')
  }
  let hearing: Promise<void> | undefined
  let isOver = false

  /** To be called after a change is committed and before it is answered. */
  function tell(...days: Changed[]): void {
    for (const day of new Set(days)) {
      availability.forget(day)
      if (database.engine === 'sqlite') spread(day)
    }
  }

  /**
   * Calls `onChange` for every change from when this resolves, and `onStop` when the server stops; the
   * answer ends that.
   */
  async function listen(
    onChange: Listener['onChange'],
    onStop: Listener['onStop'] = () => {},
  ): Promise<() => void> {
    hearing ??= database.hear(channel, spread, onHeardAnew).catch((error: unknown) => {
      // The next one tries again.
      hearing = undefined
      throw error
    })
    await hearing
    const listener = { onChange, onStop }
    listeners.add(listener)
    if (isOver) onStop()
    return () => void listeners.delete(listener)
  }

  /** Sends everybody home who listens: the server is about to stop. */
  function stop(): void {
    isOver = true
    for (const { onStop } of listeners) onStop()
  }

  return { tell, listen, stop }
}
