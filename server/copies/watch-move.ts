import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { readDataMove } from './freeze.ts'

export type MoveWatch = ReturnType<typeof createMoveWatch>

/**
 * Whether the data is on its way to another place, or has left, while this process serves it. `molar move` is another
 * process, so somebody has to look; a change that was refused for it says so at once.
 */
export function createMoveWatch({ engine, query }: Pick<Database, 'engine' | 'query'>) {
  let isMoving = false
  const run = async (text: string) =>
    (await sql.raw<Record<string, unknown>>(text).execute(query)).rows
  return {
    isMoving: () => isMoving,
    note() {
      isMoving = true
    },
    async look(): Promise<void> {
      isMoving = (await readDataMove({ engine, run })) !== undefined
    },
  }
}
