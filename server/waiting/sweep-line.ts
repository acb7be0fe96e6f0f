import type { BookingParts } from '../appointments/book-appointment.ts'
import { lapseClosed } from './offer-queries.ts'
import { passExpired } from './pass-expired.ts'
import { claimCheck, endPast, listDue } from './queries.ts'
import { searchSlots } from './search-slots.ts'

/** How long free slots are not looked through again for a wish that has found none. */
const checkRestMs = 5 * 60_000

/**
 * Keeps the waiting line true as time passes and staff change the rules: passes on what nobody took,
 * ends wishes that nothing can fulfil, and offers what is free to who waits for it. Looks at wishes
 * that are due, or at all of them. Any number of processes may do so at once.
 */
export async function sweepLine(
  parts: BookingParts,
  { everything = false }: { everything?: boolean } = {},
): Promise<void> {
  const { database, clock, clinicTime, changes } = parts
  const { query } = database
  const now = clock().toISOString()
  await passExpired(parts)
  const closed = await lapseClosed(query, now)
  changes.tell(...closed.map(({ day }) => day))
  await endPast(query, { ...clinicTime(), now })
  const checkAt = new Date(clock().getTime() + checkRestMs).toISOString()
  for (const wait of await listDue(query, everything ? undefined : now)) {
    if (everything || (await claimCheck(query, wait, checkAt))) await searchSlots(parts, wait)
  }
}
