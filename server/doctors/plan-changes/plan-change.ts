import type { SettlementAnswer } from '../../../contract/doctors/plan-changes.ts'
import type { Appointment } from '../../appointments/appointment.ts'
import { isGuest } from '../../appointments/search-keys.ts'
import type { PlanChangeTables } from '../../db/doctor-schema.ts'

export type PlanChangeRow = PlanChangeTables['planChanges']
export type Settlement = PlanChangeTables['settlements']

/** What left appointments without their place, before it has an id. */
export type Cause = Pick<PlanChangeRow, 'kind' | 'name' | 'doctorId' | 'fromDay' | 'untilDay'>

type Standing = Pick<Appointment, 'cancelledAt' | 'confirmedAt' | 'status' | 'timeRevision'>

/**
 * What a patient has answered, as their appointment tells: another revision of its time means another
 * time. `isByPatient`: they took it themselves.
 */
export function answerOf(
  { way, timeRevision, answeredAt }: Pick<Settlement, 'way' | 'timeRevision' | 'answeredAt'>,
  appointment: Standing,
  isByPatient: boolean,
): SettlementAnswer {
  if (appointment.cancelledAt !== null) {
    return way !== 'cancel' && isByPatient ? 'cancelled_by_patient' : 'cancelled'
  }
  if (appointment.timeRevision !== timeRevision) return isByPatient ? 'chosen' : 'moved'
  if (way === null) return 'left'
  if (answeredAt !== null) return 'by_phone'
  const isAccepted = appointment.confirmedAt !== null || appointment.status !== 'booked'
  return way === 'move' && isAccepted ? 'accepted' : 'waiting'
}

/** Whether there is a confirmed address to write to; else staff call. */
export function hasMail({ patient, unproved }: Pick<Appointment, 'patient' | 'unproved'>): boolean {
  return !isGuest(patient) && unproved === ''
}
