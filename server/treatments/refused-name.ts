import { type Refused, refused } from '../appointments/appointment.ts'
import { refusingConstraint } from '../db/constraint.ts'

/** What the database's error says of a change: the name is taken among what is on offer. */
export function refusedName(error: unknown): Refused<'treatment_exists'> {
  if (refusingConstraint(error) !== 'treatments_one_per_name') throw error
  return refused('treatment_exists')
}
