import type { Queries } from '../db/database.ts'
import { type Failure, fail } from '../http/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { type Appointment, isOwn } from './appointment.ts'
import { findById } from './queries.ts'

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
