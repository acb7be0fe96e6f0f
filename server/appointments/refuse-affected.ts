import { formatDay } from '../../contract/date.ts'
import { failures } from '../../contract/errors.ts'
import { type StaffRefusal, staffRefusals } from '../../contract/schedule/refusals.ts'
import { Failure, refuse } from '../http/errors.ts'
import { type AsksAboutAffected, mostListed, type Refused } from './appointment.ts'

const refusals = { ...failures, ...staffRefusals }

/** Answers a change of staff that was not made; says what it touches where that is why. */
export function refuseAffecting(
  refused: Refused<StaffRefusal | 'not_found'> | AsksAboutAffected,
): Failure {
  const failure = refuse(refusals, refused.reason)
  if (!('affected' in refused)) return failure
  const affected = refused.affected.slice(0, mostListed).map((one) => ({
    _id: one.id,
    treatment: one.treatment,
    date: formatDay(one.day),
    slot: one.slot,
    patientName: one.patientName,
    proposal: one.proposal,
  }))
  const { waiting } = refused
  return new Failure(failure.status, {
    ...failure.body,
    affected,
    ...(waiting > 0 && { waiting }),
  })
}
