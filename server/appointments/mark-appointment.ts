import type { Mark } from '../../contract/schedule/staff-appointment.ts'
import type { BookingParts } from '../deps.ts'
import type { ChangeOutcome, ChangeWish } from './appointment.ts'
import { changeAppointment } from './change-appointment.ts'
import { storeChange } from './store-appointment.ts'

/** Notes that a patient arrived, was treated or did not come; `null` takes the mark away. */
export async function markAppointment(
  parts: BookingParts,
  wish: ChangeWish & { mark: Mark | null },
): Promise<ChangeOutcome> {
  const { mark } = wish
  return changeAppointment(parts, wish, (before) => {
    if (before.cancelledAt !== null) return 'appointment_cancelled'
    if (before.mark === mark) return 'unchanged'
    if (before.day > parts.clinicTime().today) return 'not_yet_begun'
    return {
      store: (query) => storeChange(query, wish, { mark }),
      kind: mark ?? 'mark_removed',
      detail: '',
    }
  })
}
