import { type StaffRefusal, staffRefusals } from '../../contract/schedule/refusals.ts'
import { refusingConstraint } from '../db/constraint.ts'
import { Failure } from '../http/errors.ts'

export function refuseTreatment(
  code: Extract<StaffRefusal, 'slots_overlap' | 'treatment_exists'>,
): Failure {
  return new Failure(409, { code, message: staffRefusals[code] })
}

/** Runs a change that the database refuses where the name is taken among what is on offer. */
export async function refuseTakenName<Done>(change: Promise<Done>): Promise<Done | Failure> {
  try {
    return await change
  } catch (error) {
    if (refusingConstraint(error) !== 'treatments_one_per_name') throw error
    return refuseTreatment('treatment_exists')
  }
}
