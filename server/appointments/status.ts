import type { VisitStatus } from '../../contract/schedule/staff-appointment.ts'
import type { BookingParts } from '../deps.ts'
import { type ChangeInput, type ChangeOutcome, refused } from './appointment.ts'
import { changeAppointment, findUnchanged, refuseLate, unchanged } from './change-appointment.ts'
import { noteEvent } from './history.ts'
import { storeChange } from './store-appointment.ts'

/** Staff note that a patient arrived, was treated or did not come; `booked` takes that back. */
export async function setStatus(
  parts: BookingParts,
  input: ChangeInput & { status: VisitStatus },
): Promise<ChangeOutcome> {
  const { id: appointmentId, actor, status } = input
  return changeAppointment(parts, async (query) => {
    const found = await findUnchanged(query, input)
    if (!found.ok) return found
    const { appointment: before } = found
    const at = parts.clock().toISOString()
    if (before.cancelledAt !== null) return refused('appointment_cancelled')
    if (before.status === status) return unchanged(before)
    if (before.day > parts.clinicTime().today) return refused('not_yet_begun')

    const appointment = await storeChange(query, input, { status })
    if (!appointment) return refuseLate(query, appointmentId)
    const kind = status === 'booked' ? 'status_removed' : status
    await noteEvent(query, { appointmentId, at, actor: actor.email, kind, data: {} })
    return { ok: true, appointment, refunds: [], days: [appointment.day] }
  })
}

/** A patient confirms that they will come; once is enough, and rescheduling asks for it again. */
export async function confirmAppointment(
  parts: BookingParts,
  input: ChangeInput,
): Promise<ChangeOutcome<'appointment_cancelled'>> {
  const { id: appointmentId, actor } = input
  return changeAppointment(parts, async (query) => {
    const found = await findUnchanged(query, input)
    if (!found.ok) return found
    const { appointment: before } = found
    const at = parts.clock().toISOString()
    if (before.cancelledAt !== null) return refused('appointment_cancelled')
    if (before.confirmedAt !== null) return unchanged(before)

    const appointment = await storeChange(query, input, { confirmedAt: at })
    if (!appointment) return refuseLate(query, appointmentId)
    await noteEvent(query, { appointmentId, at, actor: actor.email, kind: 'confirmed', data: {} })
    return { ok: true, appointment, refunds: [], days: [appointment.day] }
  })
}
