import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, type Day } from '../../contract/date.ts'
import { readClosed, readPolicy } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { type DueReminder, findDue, instantOf } from './find-due.ts'
import { candidatesQuery, readMoves } from './queries.ts'

const minuteMs = 60_000
/** Appointments looked at in one turn of the event loop, and ids in one query. */
const mostAtOnce = 200

/** What is looked for: reminders whose instants have come after `since`; in epoch milliseconds. */
export type Look = { leads: readonly number[]; since: number; now: number; timeZone: string }

export type DueOf = DueReminder & { id: string; day: Day; slot: string }

type Candidate = Awaited<ReturnType<ReturnType<typeof candidatesQuery>['execute']>>[number] & {
  decided: number[]
}

/** The reminders that are due. Nobody is reminded of an appointment on a day that the clinic has closed. */
export async function listDue(query: Queries, look: Look): Promise<DueOf[]> {
  const candidates = new Map<string, Candidate>()
  for (const lead of look.leads) {
    const days = daysOf(lead, look)
    const rows = await candidatesQuery(query, days).execute()
    const isClosed = await readClosed(query, days.from, days.to)
    collect(
      candidates,
      rows.filter(({ day }) => !isClosed(day)),
    )
  }
  const due: DueOf[] = []
  for await (const some of inTurns([...candidates.values()])) {
    const booked = some.filter((one) => dueOf(one, Date.parse(one.createdAt), look) !== null)
    if (booked.length === 0) continue
    const ids = booked.map(({ id }) => id)
    const moves = await readMoves(query, ids)
    for (const one of booked) {
      const found = dueOf(one, Date.parse(moves.get(one.id) ?? one.createdAt), look)
      if (found) due.push(found)
    }
  }
  // In one order for all processes, so that none waits for another that waits for it.
  return due.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** When the next reminder falls due of what is booked now, in epoch milliseconds; null where none does until then. */
export async function findNextReminder(
  query: Queries,
  { now, until, timeZone }: { now: number; until: number; timeZone: string },
): Promise<number | null> {
  const { reminderMinutes: leads } = await readPolicy(query)
  const days = new Set<Day>()
  for (const lead of leads) {
    const { from, to } = daysOf(lead, { since: now, now: until })
    for (let day = from; day <= to; day = addDays(day, 1)) days.add(day)
  }
  if (days.size === 0) return null
  const times = await query
    .selectFrom('appointments')
    .where('day', 'in', [...days])
    .where('cancelledAt', 'is', null)
    .select(['day', 'startMinute'])
    .distinct()
    .execute()
  const instants = times
    .flatMap((time) => leads.map((lead) => instantOf(time, lead, timeZone)))
    .filter((instant) => now < instant && instant <= until)
  return instants.length > 0 ? Math.min(...instants) : null
}

async function* inTurns<One>(all: readonly One[]): AsyncGenerator<One[], void> {
  for (let at = 0; at < all.length; at += mostAtOnce) {
    yield all.slice(at, at + mostAtOnce)
    await nextTurn()
  }
}

/** On which days appointments lie whose reminder of this lead falls into the time looked at. */
function daysOf(lead: number, { since, now }: Pick<Look, 'since' | 'now'>): { from: Day; to: Day } {
  const dayOf = (instant: number) => new Date(instant + lead * minuteMs).toISOString().slice(0, 10)
  // UTC's day is the clinic's, or one beside it.
  return { from: addDays(dayOf(since), -1), to: addDays(dayOf(now), 1) }
}

function collect(
  candidates: Map<string, Candidate>,
  rows: readonly Omit<Candidate, 'decided'>[],
): void {
  for (const row of rows) {
    const known = candidates.get(row.id) ?? { ...row, decided: [] }
    if (row.leadMinutes !== null) known.decided.push(row.leadMinutes)
    candidates.set(row.id, known)
  }
}

function dueOf(candidate: Candidate, placedAt: number, look: Look): DueOf | null {
  const { id, day, slot } = candidate
  const due = findDue({ ...candidate, placedAt }, look)
  return due && { ...due, id, day, slot }
}
