import { dayParams } from '../appointments/slot-rules.ts'
import type { BookingParts } from '../deps.ts'
import { type FindSlot, prepareFindSlot, rangeOf } from './find-slot.ts'
import { offerSlot } from './follow-change.ts'
import { holdSlot } from './hold-lines.ts'
import type { DaySlot } from './offer.ts'
import { claimSearch, findFirst } from './queries.ts'
import type { RequestRow } from './request.ts'

/** How long a request that found no free slot is not searched for again. */
export const checkRestMs = 5 * 60_000
/** The least time between two searches that a patient causes for one request. */
const searchRestMs = 30_000
/** Slots tried in one search: some go to requests that came before. */
const mostTries = 8

/**
 * Searches at once for a request that is new, changed or again without an offer. If that was done a moment ago,
 * the sweep does it.
 */
export async function searchNow(
  parts: BookingParts,
  own: { id: string; userId: string },
): Promise<void> {
  const now = parts.clock()
  const at = (offsetMs: number) => new Date(now.getTime() + offsetMs).toISOString()
  const claim = { now: at(0), rested: at(-searchRestMs), next: at(checkRestMs) }
  const request = await claimSearch(parts.database.query, own, claim)
  if (request) await searchSlots(parts, request, prepareFindSlot(parts.database))
}

/**
 * Searches for a free slot that suits a request and offers it to the first in line, until the request has an
 * offer: a slot that became free without a cancellation, or while the request was not eligible. The search
 * locks nothing; each offer is a transaction of its own.
 */
export async function searchSlots(
  parts: BookingParts,
  request: RequestRow,
  findSlot: FindSlot,
): Promise<void> {
  const { config, database, clinicTime } = parts
  const range = await rangeOf(database.query, request, clinicTime(), config.clinicTimeZone)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const free = await findSlot(request, range)
    if (!free) return
    const offeredTo = await offerAlone(parts, free)
    if (offeredTo === request.id) return
    // A slot that suits no eligible request is not found again.
    if (!offeredTo) range.from = { day: free.day, minute: free.startMinute + 1 }
  }
}

/** Offers a free slot in a transaction of its own; returns the request that now has it. */
export async function offerAlone(parts: BookingParts, free: DaySlot): Promise<string | undefined> {
  const { database, clinicTime, changes, outbox } = parts
  const time = dayParams(free.day, clinicTime())
  const offeredTo = await database.query.transaction().execute(async (query) => {
    // If no request is first, the line need not be locked.
    if (!(await findFirst(query, free, time))) return undefined
    await holdSlot(database, query, free)
    return offerSlot(query, parts, free)
  })
  if (!offeredTo) return undefined
  changes.publish(free.day)
  outbox.wake()
  return offeredTo
}
