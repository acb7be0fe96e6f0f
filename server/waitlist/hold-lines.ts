import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import type { DaySlot } from './offer.ts'

/**
 * Locks the lines of these treatments until the transaction ends: no other transaction decides who is first,
 * and no request of these treatments becomes eligible for an offer. The first at the decision is therefore the
 * first at the commit. On SQLite a transaction has the only connection, with the same effect.
 *
 * Locks are taken in one order: appointments, lines, offers, requests, patients and accounts.
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

/** Locks a slot before its line, because a booking of the slot locks the line after the slot. */
export async function holdSlot(
  { engine }: Pick<Database, 'engine'>,
  query: Queries,
  { day, treatmentId, slot }: DaySlot,
): Promise<void> {
  if (engine === 'sqlite') return
  await sql`select "lock_slot"(${day}, ${treatmentId}, ${slot})`.execute(query)
}

/**
 * The first statement of a transaction that changes an appointment (`changeAppointment`), that locks offers,
 * patients or accounts and writes to appointments afterwards, or that ends requests (`endRequestsOf`): a booking
 * or a move locks the table of appointments first and those after it, and waits for a change that holds all
 * bookings (`holdBookings`) without having locked any of them, or read what that changes. Transactions
 * that begin so do not wait for one another. A change of an account's address and its removal must also wait for
 * bookings in progress, and call `holdBookings` instead.
 */
export async function holdAppointmentsFirst(
  { engine }: Pick<Database, 'engine'>,
  query: Queries,
): Promise<void> {
  if (engine === 'sqlite') return
  await sql`lock table "appointments" in row exclusive mode`.execute(query)
}

/** Changes the line of a treatment in a transaction. */
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
