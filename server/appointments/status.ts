import type { AppointmentEvent } from '../../contract/events.ts'
import { VisitStatus } from '../../contract/schedule/staff-appointment.ts'
import type { Instant } from '../clock.ts'
import type { BookingParts } from '../deps.ts'
import type { Reach } from '../doctors/reach.ts'
import { followBegin } from '../waitlist/follow-change.ts'
import { type Appointment, type ChangeInput, type ChangeOutcome, refused } from './appointment.ts'
import {
  changeAppointment,
  findUnchanged,
  findUnchangedOwn,
  refuseLate,
  unchanged,
} from './change-appointment.ts'
import { noteEvent } from './history.ts'
import { storeChange } from './store-appointment.ts'

/**
 * Staff record that a patient arrived, sits in the chair, was treated or did not come. An earlier status
 * undoes a later one and keeps the times of the steps before it; a step that was not recorded has no time.
 */
export async function setStatus(
  parts: BookingParts,
  input: ChangeInput & { status: VisitStatus; reach: Reach },
): Promise<ChangeOutcome> {
  const { id: appointmentId, actor, status } = input
  return changeAppointment(parts, async (query) => {
    const found = await findUnchanged(query, input, input.reach)
    if (!found.ok) return found
    const { appointment: before } = found
    const { today } = parts.clinicTime()
    const at = parts.clock().toISOString()
    if (before.cancelledAt !== null) return refused('appointment_cancelled')
    if (before.status === status) return unchanged(before)
    const why = before.day > today ? 'not_yet_begun' : whyNoNoShow(before, status, parts)
    if (why) return refused(why)

    const appointment = await storeChange(query, input, { status, ...timesAt(before, status, at) })
    if (!appointment) return refuseLate(query, appointmentId)
    await noteEvent(query, {
      appointmentId,
      at,
      actor: actor.email,
      ...eventOf(before.status, status),
    })
    if (status !== 'booked') await followBegin(query, parts, appointment)
    return { ok: true, appointment, refunds: [], days: [appointment.day] }
  })
}

/** What took place cannot become a no-show, and nothing can before it begins. */
function whyNoNoShow(
  before: Appointment,
  status: VisitStatus,
  { clinicTime }: BookingParts,
): 'patient_arrived' | 'not_yet_begun' | null {
  if (status !== 'no_show') return null
  if (before.status !== 'booked') return 'patient_arrived'
  const { today, firstMinute } = clinicTime()
  return before.day === today && before.startMinute >= firstMinute ? 'not_yet_begun' : null
}

function eventOf(from: VisitStatus, to: VisitStatus): AppointmentEvent {
  const isBack = VisitStatus.options.indexOf(to) < VisitStatus.options.indexOf(from)
  // Nothing lies before booked, and nothing but booked before a no-show.
  if (to === 'booked' || (isBack && to !== 'no_show' && to !== 'completed')) {
    return { kind: 'status_undone', data: { status: to } }
  }
  return { kind: to, data: {} }
}

type Times = Pick<Appointment, 'arrivedAt' | 'seatedAt' | 'completedAt' | 'noShowAt'>

/** The times of a visit as it comes to a status, by the rules of migration 0029. */
function timesAt(before: Times, status: VisitStatus, at: Instant): Times {
  const none = { arrivedAt: null, seatedAt: null, completedAt: null, noShowAt: null }
  const { arrivedAt, seatedAt } = before
  // A clock that was set back does not turn the order of a visit around.
  const now = [at, arrivedAt ?? '', seatedAt ?? ''].toSorted().at(-1) ?? at
  if (status === 'no_show') return { ...none, noShowAt: at }
  if (status === 'arrived') return { ...none, arrivedAt: arrivedAt ?? at }
  if (status === 'seated') return { ...none, arrivedAt, seatedAt: seatedAt ?? now }
  if (status === 'completed') return { ...none, arrivedAt, seatedAt, completedAt: now }
  return none
}

/** A patient confirms that they will come; once is enough, and rescheduling asks for it again. */
export async function confirmAppointment(
  parts: BookingParts,
  input: ChangeInput,
): Promise<ChangeOutcome<'appointment_cancelled'>> {
  const { id: appointmentId, actor } = input
  return changeAppointment(parts, async (query) => {
    const found = await findUnchangedOwn(parts.database, query, input)
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
