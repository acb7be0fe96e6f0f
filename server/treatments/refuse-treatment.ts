import { staffRefusals } from '../../contract/schedule/refusals.ts'
import { refusingConstraint } from '../db/constraint.ts'
import { type Failure, refuse } from '../http/errors.ts'

/** Runs a change that the database refuses where the name is taken among what is on offer. */
export async function refuseTakenName<Done>(change: Promise<Done>): Promise<Done | Failure> {
  try {
    return await change
  } catch (error) {
    if (refusingConstraint(error) !== 'treatments_one_per_name') throw error
    return refuse(staffRefusals, 'treatment_exists')
  }
}
