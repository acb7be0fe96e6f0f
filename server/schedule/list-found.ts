import { parseDay } from '../../contract/date.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { phoneKey, searchKey } from '../appointments/search-keys.ts'
import { showStaffAppointment } from '../appointments/show-appointment.ts'
import type { Queries } from '../db/database.ts'
import { type Failure, fail, issueAt } from '../http/errors.ts'
import { type Beginnings, newestQuery, type Place, searchQuery } from './queries.ts'

type Page = { rows: StaffAppointment[]; next: string | null }

/**
 * A page of a patient's appointments, the newest day first: by the beginning of the full name, the
 * family name, the e-mail or the phone's digits.
 */
export async function listFound(
  query: Queries,
  { search, after, limit }: { search: string; after?: string | undefined; limit: number },
): Promise<Page | Failure> {
  const place = after === undefined ? null : readPlace(after)
  if (after !== undefined && !place) {
    return fail('invalid_input', {
      issues: [issueAt('after', 'place_unknown')],
    })
  }
  const beginnings = beginningsOf(search)
  if (Object.values(beginnings).every((key) => key === '')) return { rows: [], next: null }
  // One more than asked for tells whether there is another page.
  const wanted = { beginnings, after: place, limit: limit + 1 }
  const newest = await newestQuery(query, wanted).execute()
  const found = newest.length > limit ? newest : await searchQuery(query, wanted).execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last ? `${last.day}_${last.id}` : null
  return { rows: rows.map(showStaffAppointment), next }
}

function beginningsOf(search: string): Beginnings {
  const name = searchKey(search)
  return {
    nameKey: name,
    familyKey: name,
    // A phone number, as people write them; a name with a digit in it is none.
    phoneKey: /^[\d\s()+./-]+$/.test(search) ? phoneKey(search) : '',
    patient: search.toLowerCase(),
  }
}

function readPlace(after: string): Place | null {
  const day = parseDay(after.slice(0, 10))
  return day && after[10] === '_' ? { day, id: after.slice(11) } : null
}
