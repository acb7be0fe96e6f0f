import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts } from '../deps.ts'
import { findPlace, rangeOf } from './find-place.ts'
import type { Place } from './offer.ts'
import { offerSlot } from './offer-slot.ts'
import { claimSearch } from './queries.ts'
import type { WaitRow } from './request.ts'

/** How long free slots are not looked through again for a request that has found none. */
export const checkRestMs = 5 * 60_000
/** How often a request is searched for at the word of its patient. */
const searchRestMs = 30_000
/** Places tried in one search: some go to others who came before. */
const mostTries = 8

/**
 * Searches at once for a request that is new, changed or without an offer again; where that was done a
 * moment ago, the sweep does it.
 */
export async function searchNow(
  parts: BookingParts,
  own: { id: string; userId: string },
): Promise<void> {
  const now = parts.clock()
  const at = (offsetMs: number) => new Date(now.getTime() + offsetMs).toISOString()
  const claim = { now: at(0), rested: at(-searchRestMs), next: at(checkRestMs) }
  const wait = await claimSearch(parts.database.query, own, claim)
  if (wait) await searchSlots(parts, wait)
}

/**
 * Looks for a free slot that suits a request and offers it to the first in line, until the request has
 * an offer: what became free without a cancellation, or while it could not be offered anything. The
 * search locks nothing; an offer is a transaction of its own.
 */
export async function searchSlots(parts: BookingParts, wait: WaitRow): Promise<void> {
  const { config, database, clinicTime } = parts
  const range = await rangeOf(database.query, wait, clinicTime(), config.clinicTimeZone)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const place = await findPlace(database, wait, range)
    if (!place) return
    const offeredTo = await offerAlone(parts, place)
    if (offeredTo === wait.id) return
    // What nobody could be offered is not found again.
    if (!offeredTo) range.from = { day: place.day, minute: place.startMinute + 1 }
  }
}

/** Offers a free place in a transaction of its own; the request that has it now. */
export async function offerAlone(parts: BookingParts, place: Place): Promise<string | undefined> {
  const { database, changes, outbox } = parts
  const offeredTo = await retryDeadlock(() =>
    database.query.transaction().execute((query) => offerSlot(query, parts, place)),
  )
  if (!offeredTo) return undefined
  changes.tell(place.day)
  outbox.wake()
  return offeredTo
}
