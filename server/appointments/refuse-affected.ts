import { formatDay } from '../../contract/date.ts'
import { staffRefusals } from '../../contract/schedule/refusals.ts'
import { Failure } from '../http/errors.ts'
import { type Affected, mostListed } from './appointment.ts'

/** Asks staff to look at the appointments that a change touches, and to confirm it. */
export function refuseAffected(appointments: readonly Affected[]): Failure {
  const code = 'appointments_affected'
  const affected = appointments.slice(0, mostListed).map((one) => ({
    _id: one.id,
    treatment: one.treatment,
    date: formatDay(one.day),
    slot: one.slot,
    patientName: one.patientName,
  }))
  return new Failure(409, { code, message: staffRefusals[code], affected })
}
