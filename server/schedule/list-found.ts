import { parseDay } from '../../contract/date.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { readSearch } from '../appointments/search-keys.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Reach } from '../doctors/reach.ts'
import { type Failure, fail, issueAt } from '../http/errors.ts'
import { newestQuery, type Place, searchQuery } from './queries.ts'
import { showAll } from './read-day.ts'

type Page = { rows: StaffAppointment[]; next: string | null }

/** One letter is in nearly every name. */
const leastLetters = 2

/**
 * A page of a patient's appointments, the newest day first: by any part of their name, of the phone's
 * digits or of the e-mail before its @.
 */
export async function listFound(
  query: Queries,
  asked: { search: string; after?: string | undefined; limit: number; reach: Reach } & Pick<
    Deps,
    'payments'
  >,
): Promise<Page | Failure> {
  const { search, after, limit, reach, payments } = asked
  const place = after === undefined ? null : readPlace(after)
  if (after !== undefined && !place) {
    return fail('invalid_input', {
      issues: [issueAt('after', 'place_unknown')],
    })
  }
  const sought = readSearch(search)
  if ((sought.words[0] ?? '').length < leastLetters) return { rows: [], next: null }
  // One more than asked for shows whether there is another page.
  const found = await findNewest(query, { sought, after: place, limit: limit + 1, reach })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last ? `${last.day}_${last.id}` : null
  return { rows: await showAll(query, payments, rows), next }
}

/** The ids of the newest appointments whose patient is sought, as many as asked for. */
export async function listFoundIds(query: Queries, search: string, limit: number) {
  const sought = readSearch(search)
  if ((sought.words[0] ?? '').length < leastLetters) return []
  const found = await findNewest(query, { sought, after: null, limit })
  return found.map(({ id }) => id)
}

async function findNewest(query: Queries, wanted: Parameters<typeof searchQuery>[1]) {
  const newest = await newestQuery(query, wanted).execute()
  return newest.length < wanted.limit ? await searchQuery(query, wanted).execute() : newest
}

function readPlace(after: string): Place | null {
  const day = parseDay(after.slice(0, 10))
  return day && after[10] === '_' ? { day, id: after.slice(11) } : null
}
