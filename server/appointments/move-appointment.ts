import { type Day, formatDay } from '../../contract/date.ts'
import type { BookingRefusal } from '../../contract/errors.ts'
import type { BookingParts } from '../deps.ts'
import type {
  Appointment,
  ChangeOutcome,
  ChangeWish,
  MoveTarget,
  OnRevision,
} from './appointment.ts'
import { changeAppointment } from './change-appointment.ts'
import { explainRefusal } from './explain-refusal.ts'
import { findById } from './find-appointment.ts'
import { holdsSlot } from './queries.ts'
import { dayParams } from './slot-rules.ts'
import { storeMove } from './store-appointment.ts'
import { writeMovedMail } from './write-moved-mail.ts'

/**
 * Staff move an appointment to another time of its treatment under the rules of a booking, but for
 * the lead time. Price, payment and history stay, a mark goes, and the patient is told both times.
 */
export async function moveAppointment(
  parts: BookingParts,
  wish: ChangeWish & { day: Day; slot: string },
): Promise<ChangeOutcome> {
  const at = { ...dayParams(wish.day, parts.clinicTime()), heedsLead: 0 as const, slot: wish.slot }
  const outcome = await changeAppointment(parts, wish, (before) => {
    if (before.cancelledAt !== null) return 'appointment_cancelled'
    if (before.day < parts.clinicTime().today) return 'appointment_over'
    if (before.day === at.day && before.slot === at.slot) return 'unchanged'
    return {
      store: (query) => storeMove(query, wish, { ...at, treatmentId: before.treatmentId }),
      kind: 'moved',
      detail: (after) => describeMove(before, after),
      mail: (sender, after) => writeMovedMail(sender, { before, after }),
    }
  })
  if (outcome.ok) return outcome
  return { ok: false, reason: await explainMove(parts, wish, at, outcome.reason) }
}

/** What the history says of a move; another treatment is named. */
export function describeMove(before: Appointment, after: Appointment): string {
  const when = ({ treatment, day, slot }: Appointment) =>
    `${before.treatmentId === after.treatmentId ? '' : `${treatment}, `}${formatDay(day)}, ${slot}`
  return `${when(before)} -> ${when(after)}`
}

/**
 * Why a move was refused, in truth: an appointment that stands as it was did not move since the new
 * time does not hold, or the price of another treatment; and a taken slot may be the patient's own.
 */
export async function explainMove<R extends string>(
  { database: { query } }: BookingParts,
  { id, revision }: OnRevision,
  to: Partial<MoveTarget> & Omit<MoveTarget, 'treatmentId'>,
  reason: R,
): Promise<R | BookingRefusal> {
  if (reason !== 'appointment_changed' && reason !== 'slot_taken') return reason
  const current = await findById(query, id)
  if (reason === 'slot_taken') {
    const own = current && (await holdsSlot(query, { ...current, ...to }))
    return own ? 'already_booked' : reason
  }
  if (current?.revision !== revision) return reason
  const why = await explainRefusal(query, { treatmentId: current.treatmentId, ...to })
  return why === 'price_changed' && to.priceCents === undefined ? reason : why
}
