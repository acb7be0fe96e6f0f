import { formatDay, parseDay } from '../../contract/date.ts'
import type { PastAppointment, PastState } from '../../contract/reviews/review.ts'
import { type Refused, refused } from '../appointments/appointment.ts'
import { showDependent } from '../appointments/show-appointment.ts'
import type { Queries } from '../db/database.ts'
import { type AskedPast, type PastPlace, selectPast } from './queries.ts'

type Row = Awaited<ReturnType<ReturnType<typeof selectPast>['execute']>>[number]
type Page = { rows: PastAppointment[]; next: string | null }

/** One page of a patient's past; a cursor that is none of ours is refused. */
export async function listPast(
  query: Queries,
  { after, limit, ...asked }: Omit<AskedPast, 'before'> & { after?: string | undefined },
): Promise<{ ok: true; page: Page } | Refused<'invalid_input'>> {
  const before = after === undefined ? null : readPlace(after)
  if (after !== undefined && !before) return refused('invalid_input')
  // One more than asked for: is there another page?
  const found = await selectPast(query, { ...asked, before, limit: limit + 1 }).execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = last && found.length > limit ? writePlace(last) : null
  return { ok: true, page: { rows: rows.map(showPast), next } }
}

function showPast(row: Row): PastAppointment {
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
    hasReceipt: Boolean(row.wasCharged) || row.paidBy !== null,
    review: isReviewed ? { stars, text, state, writtenAt } : null,
  }
}

function stateOf({ cancelledAt, status }: Row): PastState {
  if (cancelledAt !== null) return 'cancelled'
  return status === 'no_show' ? 'missed' : 'took_place'
}

function writePlace({ day, startMinute, id }: Row): string {
  return `${day} ${startMinute} ${id}`
}

function readPlace(after: string): PastPlace | null {
  const [, day = '', minute = '', id = ''] = /^(\S+) (\d{1,4}) (\S+)$/.exec(after) ?? []
  return parseDay(day) === day ? { day, startMinute: Number(minute), id } : null
}
