import { v7 as uuidv7 } from 'uuid'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

/** Adds to an appointment's history, in the transaction of the change it tells of. */
export async function noteEvent(
  query: Queries,
  event: Omit<Tables['appointmentEvents'], 'id'>,
): Promise<void> {
  await query
    .insertInto('appointmentEvents')
    .values({ id: uuidv7(), ...event })
    .execute()
}
