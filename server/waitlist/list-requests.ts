import { sql } from 'kysely'
import { formatDay } from '../../contract/date.ts'
import type { StaffWaitlistRequest } from '../../contract/waitlist/staff-endpoints.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { selectRequests } from './queries.ts'
import { pauseOf, showCommon } from './show-request.ts'
import { doctorAwayOf, type Looking } from './wished-doctor/doctor-away.ts'

type Asked = { after?: string | undefined; limit: number }

/** One page of those who wait, the longest first, with what is held for them at an instant. */
export async function listWaitlist(
  at: Looking,
  { after = '', limit }: Asked,
  now: Date,
): Promise<{ rows: StaffWaitlistRequest[]; next: string | null }> {
  // One more than asked for tells whether there is another page.
  const page = { after, limit: limit + 1, now: now.toISOString() }
  const found = await requestsQuery(at.query, page).execute()
  const rows: StaffWaitlistRequest[] = []
  for (const row of found.slice(0, limit)) {
    rows.push({ ...showStaffRequest(row), doctorAway: await doctorAwayOf(at, row) })
  }
  return { rows, next: found.length > limit ? (rows.at(-1)?._id ?? null) : null }
}

type Row = Awaited<ReturnType<ReturnType<typeof requestsQuery>['execute']>>[number]

/** Ids of requests rise with time. */
function requestsQuery(
  query: Queries,
  { after, limit, now }: { after: string; limit: number; now: Instant },
) {
  return selectRequests(query)
    .leftJoin('offers as o', (join) =>
      join
        .onRef('o.waitId', '=', 'w.id')
        .on('o.state', '=', sql.lit('open'))
        .on('o.expiresAt', '>', now),
    )
    .where('w.state', '=', sql.lit('waiting'))
    .where('w.id', '>', after)
    .select(['o.day as heldDay', 'o.slot as heldSlot', 'o.expiresAt as heldUntil'])
    .orderBy('w.id')
    .limit(limit)
}

function showStaffRequest(row: Row): Omit<StaffWaitlistRequest, 'doctorAway'> {
  const { heldDay, heldSlot, heldUntil } = row
  return {
    ...showCommon(row),
    askedAt: row.createdAt,
    patient: row.patient,
    paused: pauseOf(row),
    held:
      heldDay !== null && heldSlot !== null && heldUntil !== null
        ? { date: formatDay(heldDay), slot: heldSlot, until: heldUntil }
        : null,
  }
}
