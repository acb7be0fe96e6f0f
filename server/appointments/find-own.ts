import type { Queries } from '../db/database.ts'
import { type Failure, fail } from '../http/errors.ts'
import type { Caller } from '../identity/find-caller.ts'
import type { Appointment } from './book-appointment.ts'
import { findById } from './queries.ts'

/** Who asks for what is their own. */
export type Owner = Pick<Caller, 'email' | 'userId' | 'verified'>

/** The `owner` rule of the contract: an appointment for its own patient, a refusal for others. */
export async function findOwn(
  query: Queries,
  id: string,
  caller: Caller,
): Promise<Appointment | Failure> {
  const appointment = await findById(query, id)
  if (!appointment) return fail('not_found')
  return isOwn(appointment, caller) ? appointment : fail('forbidden')
}

/**
 * Whether an appointment is the caller's to see. Anybody may sign up with an address that is not
 * theirs: until it is proved, an account sees what it booked itself and nothing that the clinic, or
 * an earlier account, booked for that address; and what it booked until then is nobody else's.
 */
export function isOwn({ patient, unproved }: Appointment, caller: Owner): boolean {
  const isAddress = caller.verified && unproved === ''
  return patient === caller.email && (isAddress || unproved === caller.userId)
}
