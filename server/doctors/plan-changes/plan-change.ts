import type { Selectable } from 'kysely'
import type { SettlementAnswer } from '../../../contract/doctors/plan-changes.ts'
import type { Appointment } from '../../appointments/appointment.ts'
import { isGuest } from '../../appointments/search-keys.ts'
import type { PlanChangeTables } from '../../db/doctor-schema.ts'

export type PlanChangeRow = Selectable<PlanChangeTables['planChanges']>
export type Settlement = PlanChangeTables['settlements']

/** What left appointments without their place, before it has an id. */
export type Cause = Pick<PlanChangeRow, 'kind' | 'name' | 'doctorId' | 'fromDay' | 'untilDay'> & {
  treatmentId?: string
}

/** It is the doctor who cannot be there; else the clinic has changed its plan. */
export function isOfDoctor({ kind, treatmentId }: Pick<PlanChangeRow, 'kind' | 'treatmentId'>) {
  return kind !== 'chair' && treatmentId === null
}

type Standing = Pick<Appointment, 'cancelledAt' | 'confirmedAt' | 'status' | 'timeRevision'>

/**
 * What a patient has answered, as their appointment shows: another revision of its time means another
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
