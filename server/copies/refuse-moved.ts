import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import { type DataMove, readDataMove } from './freeze.ts'

const reasons: Record<DataMove['state'], (place: string) => string> = {
  leaving: (place) =>
    `the data is being moved to ${place}; where \`molar move\` was ended, run it again, or \`molar move --undo\` to stay here`,
  left: (place) =>
    `the data was moved to ${place}; start it there, or \`molar move --undo\` opens what was here before`,
  arriving: (place) =>
    `a move from ${place} to here has not finished; run \`molar move\` there again, or \`molar move --undo\` here`,
  arrived: (place) =>
    `a move from ${place} to here has not finished; run \`molar move\` there again`,
}

/** Data that is on its way, or has left, is not served. Throws `StartError`. */
export async function refuseMoved({ engine, query }: Pick<Database, 'engine' | 'query'>) {
  const run = async (text: string) =>
    (await sql.raw<Record<string, unknown>>(text).execute(query)).rows
  const move = await readDataMove({ engine, run })
  if (move) throw new StartError(reasons[move.state](move.place))
}
