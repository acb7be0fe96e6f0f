import type { Day } from '../../contract/date.ts'
import type { BookingParts } from '../appointments/book-appointment.ts'
import { holdBookings } from '../appointments/hold-bookings.ts'
import { hasExpired, lapseExpired } from './offer-queries.ts'
import { offerSlot } from './offer-slot.ts'

/**
 * Ends the offers whose time is over and offers their places to the next in line. Bookings wait
 * meanwhile: such a place is free for everybody until it is offered anew.
 */
export async function passExpired(parts: BookingParts): Promise<void> {
  const { database, clock, changes, outbox } = parts
  const now = clock().toISOString()
  if (!(await hasExpired(database.query, now))) return
  const days = await database.query.transaction().execute(async (transaction) => {
    await holdBookings(database, transaction)
    const places = await lapseExpired(transaction, now)
    for (const place of places) await offerSlot(transaction, parts, place)
    return places.map(({ day }): Day => day)
  })
  changes.tell(...days)
  outbox.wake()
}
