import type { Insertable } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

export async function insertMessage(
  query: Queries,
  message: Insertable<Tables['contactMessages']>,
) {
  await query.insertInto('contactMessages').values(message).execute()
}
