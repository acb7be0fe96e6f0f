import { inject, type TestContext } from 'vitest'
import type { Engine } from '../db/database.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** How often a property was tried and on which engine, for the table of the long runs. */
    runs?: number
    engine?: Engine
  }
}

/**
 * How often a property over the database is tried: as often on a slow machine as on a fast one. Lives
 * of one actor after the other find faults of our rules on either engine, and PostgreSQL takes three
 * times as long for each: some have a number of their own there. Races have tests of their own on both.
 * `npm run test:long` finds the files that use this by its name, and multiplies.
 */
export function runsOf({ task }: TestContext, usual: number, onPostgres = usual): number {
  const runs = (inject('engine') === 'postgres' ? onPostgres : usual) * inject('times')
  Object.assign(task.meta, { runs, engine: inject('engine') })
  return runs
}
