import { type Day, formatDay } from '../../contract/date.ts'
import type { BookingParts } from './book-appointment.ts'
import { type ChangeOutcome, type ChangeWish, changeAppointment } from './change-appointment.ts'
import { explainRefusal } from './explain-refusal.ts'
import { dayParams } from './list-available.ts'
import { findById } from './queries.ts'
import { storeMove } from './store-appointment.ts'
import { writeMovedMail } from './write-moved-mail.ts'

/**
 * Moves an appointment to another time of its treatment under the rules of a booking. Price, payment
 * and history stay, a mark goes, and the patient is told both times. Staff are not held to the lead
 * time.
 */
export async function moveAppointment(
  parts: BookingParts,
  wish: ChangeWish & { day: Day; slot: string },
): Promise<ChangeOutcome> {
  const time = dayParams(wish.day, parts.clinicTime())
  const to = { ...time, slot: wish.slot, ...(wish.actor.isStaff && { heedsLead: 0 as const }) }
  const outcome = await changeAppointment(parts, wish, (before) => {
    if (before.cancelledAt !== null) return 'appointment_cancelled'
    if (before.day < parts.clinicTime().today) return 'appointment_over'
    if (before.day === to.day && before.slot === to.slot) return 'unchanged'
    return {
      store: (query) => storeMove(query, wish, to),
      kind: 'moved',
      detail: `${formatDay(before.day)}, ${before.slot} -> ${formatDay(to.day)}, ${to.slot}`,
      mail: (sender) => writeMovedMail(sender, before, to),
    }
  })
  if (outcome.ok || outcome.reason !== 'appointment_changed') return outcome
  const { query } = parts.database
  const current = await findById(query, wish.id)
  if (current?.revision !== wish.revision) return outcome
  // It stands as it was: then it is the new time that does not hold.
  const reason = await explainRefusal(query, { ...to, treatmentId: current.treatmentId })
  return reason === 'price_changed' ? outcome : { ok: false, reason }
}
