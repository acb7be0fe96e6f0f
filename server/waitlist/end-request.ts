import { sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import { offerSlot } from './follow-change.ts'
import { changeLine, holdLines } from './hold-lines.ts'
import type { DaySlot, WaitlistParts } from './offer.ts'
import { lapseOfRequest } from './offer-queries.ts'
import { closeRequest, findRequest } from './queries.ts'

/**
 * Removes a request from the line; the slot it holds goes to the next. False if the request is not the
 * caller's.
 */
export async function withdrawRequest(
  parts: BookingParts,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { database, changes, outbox } = parts
  const request = await findRequest(database.query, id, userId)
  if (!request) return false
  const free = await changeLine(database, request.treatmentId, async (query) => {
    const held = await endRequest(query, parts, id, 'left')
    if (held) await offerSlot(query, parts, held)
    return held
  })
  if (free) {
    changes.publish(free.day)
    outbox.wake()
  }
  return true
}

/** An account, by its e-mail; a patient; or the appointments for which an earlier time is wanted. */
type Whose = { email: string } | { patientId: string } | { appointments: readonly string[] }

/**
 * Ends the requests of an account, for a patient or for appointments, in the caller's transaction, which must have
 * begun with `holdAppointmentsFirst` or `holdBookings`, and offers the slots that they hold to the next in line.
 * Returns the days on which a hold began or ended.
 */
export async function endRequestsOf(
  query: Queries,
  parts: WaitlistParts,
  whose: Whose,
): Promise<Day[]> {
  const slots: DaySlot[] = []
  const active = await listActiveOf(query, whose)
  const treatmentIds = active.map(({ treatmentId }) => treatmentId)
  await holdLines(parts.database, query, treatmentIds)
  for (const { id } of active) {
    const held = await endRequest(query, parts, id, 'over')
    if (held) slots.push(held)
  }
  for (const free of slots) await offerSlot(query, parts, free)
  return slots.map(({ day }) => day)
}

/** Locks the lines in which an account waits, for a transaction that locks the account: an offer locks it after its line. */
export async function holdLinesOf(
  { database }: Pick<WaitlistParts, 'database'>,
  query: Queries,
  whose: { email: string },
): Promise<void> {
  const active = await listActiveOf(query, whose)
  const treatmentIds = active.map(({ treatmentId }) => treatmentId)
  await holdLines(database, query, treatmentIds)
}

/** Ends a request and its offer; returns the slot that becomes free. */
async function endRequest(
  query: Queries,
  { clock }: WaitlistParts,
  id: string,
  state: 'left' | 'over',
): Promise<DaySlot | undefined> {
  const now = clock().toISOString()
  const held = await lapseOfRequest(query, id, now)
  await closeRequest(query, id, { state, endedAt: now })
  // An offer may have been made since the first check; from here on none can be.
  return held ?? (await lapseOfRequest(query, id, now))
}

async function listActiveOf(query: Queries, whose: Whose) {
  const waits = query
    .selectFrom('waits as w')
    .select(['w.id', 'w.treatmentId'])
    .where('w.state', '=', sql.lit('waiting'))
    .orderBy('w.id')
  if ('email' in whose) {
    const own = waits.innerJoin('users as u', 'u.id', 'w.userId')
    return own.where('u.email', '=', whose.email).execute()
  }
  if ('patientId' in whose) return waits.where('w.patientId', '=', whose.patientId).execute()
  // PostgreSQL rejects an empty list.
  if (whose.appointments.length === 0) return []
  return waits.where('w.appointmentId', 'in', whose.appointments).execute()
}
