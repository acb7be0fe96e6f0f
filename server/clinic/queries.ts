import type { Updateable } from 'kysely'
import type { Policy } from '../../contract/clinic/policy.ts'
import type { Day } from '../../contract/date.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

export async function updatePolicy(query: Queries, policy: Policy): Promise<void> {
  const reminderMinutes = policy.reminderMinutes.join(',')
  await query
    .updateTable('clinic')
    .set({ ...policy, reminderMinutes })
    .execute()
}

/** Closures from a day on, with the live appointments on each. */
export function selectClosures(query: Queries, from: Day) {
  return query
    .selectFrom('closures as c')
    .leftJoin('appointments as a', (join) =>
      join.onRef('a.day', '=', 'c.day').on('a.cancelledAt', 'is', null),
    )
    .where('c.day', '>=', from)
    .groupBy(['c.day', 'c.reason'])
    .select(({ fn }) => ['c.day', 'c.reason', fn.count<number>('a.id').as('appointments')])
    .orderBy('c.day')
}

/** Live appointments by day and start, with what a mail to their patients needs. */
export function selectLive(query: Queries) {
  return query
    .selectFrom('appointments')
    .select(['id', 'treatmentId', 'treatment', 'day', 'slot'])
    .select(['patient', 'patientName', 'bookerName'])
    .select(['timeRevision', 'bookedBy'])
    .where('cancelledAt', 'is', null)
    .orderBy('day')
    .orderBy('startMinute')
}

/** Those on some days. */
export function selectOnDays(query: Queries, days: readonly Day[]) {
  return selectLive(query).where('day', 'in', days)
}

/** The same, or the first of them. */
export async function listOnDays(query: Queries, days: readonly Day[], most?: number) {
  if (days.length === 0) return []
  return selectOnDays(query, days)
    .$if(most !== undefined, (rows) => rows.limit(most ?? 0))
    .execute()
}

export type OnDay = Awaited<ReturnType<typeof listOnDays>>[number]

/** Closes days for a reason; those closed already get this reason. */
export async function closeEach(
  query: Queries,
  days: readonly Day[],
  reason: string,
): Promise<void> {
  await query
    .insertInto('closures')
    .values(days.map((day) => ({ day, reason })))
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ reason }))
    .execute()
}

export async function deleteClosure(query: Queries, day: Day): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('closures')
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Notes that the hours have changed. */
export async function countChange(query: Queries): Promise<void> {
  await query
    .updateTable('clinic')
    .set((row) => ({ hoursRevision: row('hoursRevision', '+', 1) }))
    .execute()
}

export async function replaceClosedWeekdays(
  query: Queries,
  weekdays: readonly number[],
): Promise<void> {
  // Those that stay closed are not touched: what opens a day has the waitlist searched again.
  await query
    .deleteFrom('closedWeekdays')
    .$if(weekdays.length > 0, (open) => open.where('weekday', 'not in', weekdays))
    .execute()
  if (weekdays.length === 0) return
  const rows = weekdays.map((weekday) => ({ weekday }))
  await query
    .insertInto('closedWeekdays')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateClinic(
  query: Queries,
  clinic: Updateable<Tables['clinic']>,
): Promise<void> {
  await query.updateTable('clinic').set(clinic).execute()
}
