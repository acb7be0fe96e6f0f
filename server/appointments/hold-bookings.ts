import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'

/**
 * Until the transaction ends nobody books, moves or cancels, and what was under way is finished: an
 * appointment is either there to be seen or is decided after the change. On SQLite a transaction
 * holds the one connection, which does the same. Call it before anything else in the transaction.
 */
export async function holdBookings({ engine }: Database, query: Queries): Promise<void> {
  if (engine === 'postgres') {
    await sql`lock table "appointments" in share row exclusive mode`.execute(query)
  }
}
