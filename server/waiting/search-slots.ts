import type { Day } from '../../contract/date.ts'
import type { BookingParts } from '../appointments/book-appointment.ts'
import { holdBookings } from '../appointments/hold-bookings.ts'
import { listPlaces } from './list-places.ts'
import { findOpenOf } from './offer-queries.ts'
import { offerSlot } from './offer-slot.ts'
import type { WaitRow } from './queries.ts'

/**
 * Looks for free slots that suit a wish and offers them to the first in line, until the wish has an
 * offer: what became free without a cancellation, or while it had another one in hand. Bookings wait
 * only where there is something to offer.
 */
export async function searchSlots(parts: BookingParts, wait: WaitRow): Promise<void> {
  const { database, clinicTime, changes, outbox } = parts
  const places = await listPlaces(database.query, wait, clinicTime())
  if (places.length === 0) return
  const days = await database.query.transaction().execute(async (transaction) => {
    await holdBookings(database, transaction)
    const offered: Day[] = []
    for (const place of places) {
      if (await findOpenOf(transaction, wait.id)) break
      if (await offerSlot(transaction, parts, place)) offered.push(place.day)
    }
    return offered
  })
  if (days.length === 0) return
  changes.tell(...days)
  outbox.wake()
}
