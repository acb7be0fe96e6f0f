import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import type { Appointment } from './appointment.ts'

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

/**
 * Reads an appointment whose money is about to change, and makes everybody else wait who wants to
 * change it: to be called first in a transaction. On SQLite a transaction holds the one connection.
 */
export async function holdAppointment(
  { engine }: Database,
  query: Queries,
  id: string,
): Promise<Appointment> {
  return query
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'postgres', (select) => select.forNoKeyUpdate())
    .executeTakeFirstOrThrow()
}
