import { sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Queries } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import type { LineParts, Place } from './offer.ts'
import { lapseOfWait } from './offer-queries.ts'
import { offerSlot } from './offer-slot.ts'
import { endWait, findWait } from './queries.ts'

/** Takes somebody out of the line; what is held for them goes to the next. False for what is not theirs. */
export async function leaveLine(
  parts: BookingParts,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { database, changes, outbox } = parts
  if (!(await findWait(database.query, id, userId))) return false
  const place = await retryDeadlock(() =>
    database.query.transaction().execute(async (query) => {
      const held = await endRequest(query, parts, id, 'left')
      if (held) await offerSlot(query, parts, held)
      return held
    }),
  )
  if (place) {
    changes.tell(place.day)
    outbox.wake()
  }
  return true
}

type Whose = { email: string } | { userId: string; person: string }

/**
 * Ends the requests of an account, or of somebody of its family, in the caller's transaction, and offers
 * what they hold to the next in line. The days on which something is held now, or no longer.
 */
export async function endRequestsOf(
  query: Queries,
  parts: LineParts,
  whose: Whose,
): Promise<Day[]> {
  const places: Place[] = []
  for (const id of await listWaitingOf(query, whose)) {
    const held = await endRequest(query, parts, id, 'over')
    if (held) places.push(held)
  }
  for (const place of places) await offerSlot(query, parts, place)
  return places.map(({ day }) => day)
}

/** Ends a request and what it holds; the place that is free then. */
async function endRequest(
  query: Queries,
  { clock }: LineParts,
  id: string,
  state: 'left' | 'over',
): Promise<Place | undefined> {
  const now = clock().toISOString()
  const held = await lapseOfWait(query, id, now)
  await endWait(query, id, { state, endedAt: now })
  return held
}

async function listWaitingOf(query: Queries, whose: Whose): Promise<string[]> {
  const waits = query
    .selectFrom('waits as w')
    .select('w.id')
    .where('w.state', '=', sql.lit('waiting'))
    .orderBy('w.id')
  const own =
    'email' in whose
      ? waits.innerJoin('users as u', 'u.id', 'w.userId').where('u.email', '=', whose.email)
      : waits.where('w.userId', '=', whose.userId).where('w.person', '=', whose.person)
  return (await own.execute()).map(({ id }) => id)
}
