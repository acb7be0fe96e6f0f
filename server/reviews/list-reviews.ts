import { formatDay, parseDay } from '../../contract/date.ts'
import {
  type PastAppointment,
  type PastState,
  type PublishedReview,
  ReviewState,
  type StaffReview,
} from '../../contract/reviews/review.ts'
import { dueOf, type Refused, refused } from '../appointments/appointment.ts'
import { showDependent } from '../appointments/show-appointment.ts'
import { readClinicTime } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { type Clinic, sumTests } from '../payments/test-payments.ts'
import {
  type AskedPast,
  listFirst,
  type PastPlace,
  type ReviewPlace,
  type ReviewRow,
  selectPast,
} from './queries.ts'

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

/** The public form of a review: only the first name, and the date of writing in the clinic's time zone. */
export function showPublished(row: ReviewRow, timeZone: string): PublishedReview {
  const { id, stars, text, patientName, writtenAt } = row
  const date = formatDay(readClinicTime(new Date(writtenAt), timeZone).today)
  return { _id: id, stars, text, firstName: firstNameOf(patientName), date }
}

export function showForStaff({ id, day, patient: _, ...row }: ReviewRow): StaffReview {
  return { ...row, _id: id, date: formatDay(day), firstName: firstNameOf(row.patientName) }
}

/** The first word of a name; '' for an e-mail, which is not shown to others. */
export function firstNameOf(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  return first.includes('@') ? '' : first
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPast>['execute']>>[number]
type Page = { rows: PastAppointment[]; next: string | null }

/** One page of a patient's past; a cursor that is none of ours is refused. */
export async function listPast(
  query: Queries,
  {
    after,
    limit,
    payments,
    ...asked
  }: Omit<AskedPast, 'before'> & { after?: string | undefined; payments: Clinic },
): Promise<{ ok: true; page: Page } | Refused<'invalid_input'>> {
  const before = after === undefined ? null : readPastPlace(after)
  if (after !== undefined && !before) return refused('invalid_input')
  // One more than asked for: is there another page?
  const found = await selectPast(query, { ...asked, before, limit: limit + 1 }).execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = last && found.length > limit ? writePastPlace(last) : null
  const ids = rows.map(({ id }) => id)
  const tests = await sumTests(query, payments, ids)
  const shown = rows.map((row) => showPast(row, tests.get(row.id) ?? 0))
  return { ok: true, page: { rows: shown, next } }
}

function showPast(row: Row, testCents: number): PastAppointment {
  const { stars, text, state, writtenAt } = row
  const isReviewed = stars !== null && text !== null && state !== null && writtenAt !== null
  return {
    _id: row.id,
    ...showDependent(row),
    treatment: row.treatment,
    date: formatDay(row.day),
    slot: row.slot,
    price: row.priceCents / 100,
    state: stateOf(row),
    cancelledAt: row.cancelledAt,
    paid: row.paidAt !== null && (row.cancelledAt !== null || row.paidCents >= row.priceCents),
    due: dueOf(row) / 100,
    paidInTest: testCents / 100,
    hasReceipt: Boolean(row.wasCharged) || row.paidBy !== null,
    review: isReviewed ? { stars, text, state, writtenAt } : null,
  }
}

function stateOf({ cancelledAt, status }: Row): PastState {
  if (cancelledAt !== null) return 'cancelled'
  return status === 'no_show' ? 'missed' : 'took_place'
}

function writePastPlace({ day, startMinute, id }: Row): string {
  return `${day} ${startMinute} ${id}`
}

function readPastPlace(after: string): PastPlace | null {
  const [, day = '', minute = '', id = ''] = /^(\S+) (\d{1,4}) (\S+)$/.exec(after) ?? []
  return parseDay(day) === day ? { day, startMinute: Number(minute), id } : null
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
