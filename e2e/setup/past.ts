import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { APIRequestContext } from '@playwright/test'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { addDays, type Day } from '../../contract/date.ts'
import { type BookingInput, bookFree } from './booking.ts'
import { readCalendar } from './calendar.ts'
import type { Patient } from './patient.ts'
import type { Portal } from './server.ts'

/** The state of a past appointment. */
type Past = {
  status?: 'no_show' | 'booked'
  /** An instant in UTC, ISO text. */
  cancelledAt?: string | null
}

/** Every second day, so that an appointment shifted by a closed day meets no other. */
let days = 1

/**
 * An appointment in the past, each call further back: none can be booked there, so a future one is booked and
 * then moved back.
 */
export async function bookPast(
  request: APIRequestContext,
  portal: Portal,
  patient: Patient,
  {
    treatment = 'Teeth Cleaning',
    dependent,
    ...past
  }: Past & Partial<Pick<BookingInput, 'treatment' | 'dependent'>> = {},
): Promise<Booking> {
  const calendar = await readCalendar(request)
  days += 2
  const input = { days, treatment, slot: '3:00 PM - 3:30 PM', ...(dependent && { dependent }) }
  const booking = await bookFree(request, patient, input)
  carryBack(portal, booking, addDays(calendar.today, -days), past)
  return booking
}

/**
 * Moves an appointment to another day in the server's database file, which WAL allows another process to write.
 * Its own screens would refuse.
 */
export function carryBack(
  { dataDir }: Portal,
  { _id }: Booking,
  day: Day,
  { status = 'booked', cancelledAt = null }: Past = {},
): void {
  const database = new DatabaseSync(join(dataDir, 'molar.db'), { timeout: 5000 })
  try {
    database
      .prepare(
        'update appointments set day = ?, status = ?, noShowAt = ?, cancelledAt = ? where id = ?',
      )
      .run(day, status, status === 'no_show' ? `${day}T23:00:00.000Z` : null, cancelledAt, _id)
  } finally {
    database.close()
  }
}
