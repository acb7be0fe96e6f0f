import { sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { BlockInput } from '../../contract/doctors/schedule.ts'
import { type AsksAboutAffected, type Refused, refused } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import { changePairs, type PairParts } from './change-pairs.ts'
import type { Cause } from './plan-changes/plan-change.ts'
import { holdDoctor } from './schedule-queries.ts'

type Stored = { ok: true; email: string; cause: Cause }

type Blocked = { ok: true; email: string; change: string | null }
type Unblocked = { ok: true; email: string; end: number }

/**
 * Blocks a part of a doctor's day, and of nothing else in their schedule: whoever edits that meanwhile is
 * told by its revision. The appointments in it stay, once that is confirmed.
 */
export async function blockTime(
  parts: PairParts,
  { id, confirmed, day, time, reason }: BlockInput & { id: string; confirmed: boolean },
): Promise<Blocked | Refused<'not_found' | 'time_blocked'> | AsksAboutAffected> {
  return changePairs(parts, { confirmed, doctorId: id }, async (query) => {
    const doctor = await holdDoctor(parts.database, query, id)
    if (!doctor) return refused('not_found')
    const added = await query
      .insertInto('doctorBlocks')
      .columns(['doctorId', 'day', 'startMinute', 'endMinute', 'reason'])
      .expression(({ selectFrom, not, exists }) =>
        selectFrom('doctors')
          .where('id', '=', id)
          .where(
            not(
              exists(
                selectFrom('doctorBlocks as b')
                  .select('b.doctorId')
                  .where('b.doctorId', '=', id)
                  .where('b.day', '=', day)
                  .where('b.startMinute', '<', time.end)
                  .where('b.endMinute', '>', time.start),
              ),
            ),
          )
          .select([
            'id',
            sql<string>`cast(${day} as text)`.as('day'),
            sql<number>`cast(${time.start} as integer)`.as('startMinute'),
            sql<number>`cast(${time.end} as integer)`.as('endMinute'),
            sql<string>`cast(${reason} as text)`.as('reason'),
          ]),
      )
      .returning('day')
      .executeTakeFirst()
    if (!added) return refused('time_blocked')
    return raised(query, id, doctor, day)
  })
}

/** Gives a blocked part of a day back. */
export async function unblockTime(
  parts: PairParts,
  { id, day, start }: { id: string; day: Day; start: number },
): Promise<Unblocked | Refused<'not_found'> | AsksAboutAffected> {
  return changePairs(parts, { confirmed: false }, async (query) => {
    const doctor = await holdDoctor(parts.database, query, id)
    if (!doctor) return refused('not_found')
    const removed = await query
      .deleteFrom('doctorBlocks')
      .where('doctorId', '=', id)
      .where('day', '=', day)
      .where('startMinute', '=', start)
      .returning('endMinute')
      .executeTakeFirst()
    if (!removed) return refused('not_found')
    return { ...(await raised(query, id, doctor, day)), end: removed.endMinute }
  })
}

/** The schedule is another one now. */
async function raised(
  query: Queries,
  id: string,
  { name, email }: { name: string; email: string },
  day: Day,
): Promise<Stored> {
  await query
    .updateTable('doctors')
    .set((old) => ({ revision: old('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const cause = { kind: 'hours' as const, name, doctorId: id, fromDay: day, untilDay: day }
  return { ok: true, email, cause }
}
