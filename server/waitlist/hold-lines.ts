import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import type { DaySlot } from './offer.ts'

/**
 * Until the transaction ends nobody else decides who is first in line for these treatments, and no request of
 * theirs comes to be one that may be offered something: who is first when that is decided is first when it is
 * committed. On SQLite a transaction holds the one connection, which does the same.
 *
 * Whoever takes several locks takes them in one order: appointments, lines, offers, requests, accounts.
 */
export async function holdLines(
  { engine }: Pick<Database, 'engine'>,
  query: Queries,
  treatmentIds: readonly string[],
): Promise<void> {
  if (engine === 'sqlite') return
  for (const id of [...new Set(treatmentIds)].sort()) {
    const name = `line for ${id}`
    await sql`select pg_advisory_xact_lock(
      hashtextextended(${name} || ' ' || current_schema(), 0))`.execute(query)
  }
}

/** Holds a slot before its line, as who moves into the slot comes to the lines after it. */
export async function holdSlot(
  { engine }: Pick<Database, 'engine'>,
  query: Queries,
  { day, treatmentId, slot }: DaySlot,
): Promise<void> {
  if (engine === 'sqlite') return
  await sql`select "lock_slot"(${day}, ${treatmentId}, ${slot})`.execute(query)
}

/**
 * The first statement of a transaction that locks patients or accounts and writes to appointments afterwards, or ends
 * requests (`endRequestsOf`): who books or moves locks the table of
 * appointments first and patients, accounts and requests after it, and waits for a change that holds all bookings
 * (`holdBookings`) without having locked any of them.
 */
export async function holdAppointmentsFirst(
  { engine }: Pick<Database, 'engine'>,
  query: Queries,
): Promise<void> {
  if (engine === 'sqlite') return
  await sql`lock table "appointments" in row exclusive mode`.execute(query)
}

/** Runs a change of who waits for a treatment as a transaction. */
export async function changeLine<T>(
  database: Database,
  treatmentId: string,
  change: (query: Queries) => Promise<T>,
): Promise<T> {
  return database.query.transaction().execute(async (query) => {
    await holdLines(database, query, [treatmentId])
    return change(query)
  })
}
