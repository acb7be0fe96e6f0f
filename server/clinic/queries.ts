import type { Day } from '../../contract/date.ts'
import type { Queries } from '../db/database.ts'

/** The clinic's own row; every database has exactly one since its first start. */
export async function readClinic(query: Queries) {
  return query.selectFrom('clinic').selectAll().executeTakeFirstOrThrow()
}

export async function listClosedWeekdays(query: Queries): Promise<number[]> {
  const rows = await query
    .selectFrom('closedWeekdays')
    .select('weekday')
    .orderBy('weekday')
    .execute()
  return rows.map(({ weekday }) => weekday)
}

/** One-off closures in a range of days, both ends included. */
export async function listClosures(query: Queries, from: Day, to: Day) {
  return query
    .selectFrom('closures')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
}
