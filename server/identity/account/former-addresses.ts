import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'

/** A change, not taken back, from an address that the account had proved: only such a one is mailed how to stop it. */
export const leftProvedAddress = sql<boolean>`("confirmedAt" is not null and "endedAt" is null
  and "stopHash" is not null)`

/** The addresses that an account had proved before that of now. */
export async function listFormerAddresses(query: Queries, userId: string): Promise<string[]> {
  const rows = await query
    .selectFrom('emailChanges')
    .select('fromEmail')
    .where('userId', '=', userId)
    .where(leftProvedAddress)
    .execute()
  return rows.map(({ fromEmail }) => fromEmail)
}
