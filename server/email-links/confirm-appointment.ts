import type { ChangeOutcome, ChangeWish } from '../appointments/appointment.ts'
import { changeAppointment } from '../appointments/change-appointment.ts'
import { storeChange } from '../appointments/store-appointment.ts'
import type { BookingParts } from '../deps.ts'

/** Notes that a patient will be there; once is enough, and a move makes it unsaid. */
export async function confirmAppointment(
  parts: BookingParts,
  wish: ChangeWish,
): Promise<ChangeOutcome<'appointment_cancelled'>> {
  return changeAppointment<'appointment_cancelled'>(parts, wish, (before, now) => {
    if (before.cancelledAt !== null) return 'appointment_cancelled'
    if (before.confirmedAt !== null) return 'unchanged'
    return {
      store: (query) => storeChange(query, wish, { confirmedAt: now.toISOString() }),
      kind: 'confirmed',
      detail: '',
    }
  })
}
