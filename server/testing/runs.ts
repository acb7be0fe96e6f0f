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
 * How often a property over the database is tried: as often on a slow machine as on a fast one.
 * `npm run test:long` finds the files that use this by its name, and multiplies.
 */
export function runsOf({ task }: TestContext, usual: number): number {
  const runs = usual * inject('times')
  Object.assign(task.meta, { runs, engine: inject('engine') })
  return runs
}
