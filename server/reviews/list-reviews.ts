import { ReviewState, type StaffReview } from '../../contract/reviews/review.ts'
import { type Refused, refused } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import { listFirst, type ReviewPlace, type ReviewRow } from './queries.ts'
import { showForStaff } from './show-review.ts'

type Asked = { after?: string | undefined; limit: number }
type Read<Row> = { ok: true; page: { rows: Row[]; next: string | null } } | Refused<'invalid_input'>
type Place = ReviewPlace & { state: ReviewState }

/** One page for staff: of one state, or what waits, then what is published, then the rest. */
export async function listReviews(
  query: Queries,
  { state, ...asked }: Asked & { state?: ReviewState | undefined },
): Promise<Read<StaffReview>> {
  const read = await readPage(query, state ? [state] : ReviewState.options, asked)
  if (!read.ok) return read
  const { rows, next } = read.page
  return { ok: true, page: { rows: rows.map(showForStaff), next } }
}

/** One page of the reviews of some states, state by state; a cursor that is none of ours is refused. */
export async function readPage(
  query: Queries,
  states: readonly ReviewState[],
  { after, limit }: Asked,
): Promise<Read<ReviewRow>> {
  const place = after === undefined ? null : readPlace(after)
  const first = place ? states.indexOf(place.state) : 0
  if (first < 0 || (after !== undefined && !place)) return refused('invalid_input')
  const pages = states.slice(first).map((state) => {
    // One more than asked for: is there another page?
    return { state, before: place?.state === state ? place : null, limit: limit + 1 }
  })
  const found = await listFirst(query, pages)
  const inOrder = found.toSorted((one, other) => {
    const byState = states.indexOf(one.state) - states.indexOf(other.state)
    return byState || (isOlder(one, other) ? 1 : -1)
  })
  const rows = inOrder.slice(0, limit)
  const last = rows.at(-1)
  const next = last && found.length > limit ? writePlace(last) : null
  return { ok: true, page: { rows, next } }
}

/** By when it was written, and by its id where two were written at once. */
function isOlder(one: ReviewRow, other: ReviewRow): boolean {
  if (one.writtenAt !== other.writtenAt) return one.writtenAt < other.writtenAt
  return one.id < other.id
}

function writePlace({ state, writtenAt, id }: ReviewRow): string {
  return `${state} ${writtenAt} ${id}`
}

function readPlace(after: string): Place | null {
  const [, word, writtenAt = '', id = ''] = /^(\S+) (\S+) (\S+)$/.exec(after) ?? []
  const state = ReviewState.options.find((one) => one === word)
  return state ? { state, writtenAt, id } : null
}
