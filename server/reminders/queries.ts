import type { Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { type ClinicLanguage, listLanguages } from '../language/language.ts'

/**
 * Live appointments in a range of days, of patients who have not come yet, with the reminders decided for the time
 * they have, one a row.
 */
export function candidatesQuery(query: Queries, { from, to }: { from: Day; to: Day }) {
  return (
    query
      .selectFrom('appointments as a')
      .leftJoin('reminders as r', (join) =>
        join
          .onRef('r.appointmentId', '=', 'a.id')
          .onRef('r.day', '=', 'a.day')
          .onRef('r.slot', '=', 'a.slot'),
      )
      .where('a.day', '>=', from)
      .where('a.day', '<=', to)
      .where('a.cancelledAt', 'is', null)
      .where('a.status', '=', 'booked')
      // Who is asked to choose another time is not reminded of this one.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('settlements as k')
              .select('k.changeId')
              .whereRef('k.appointmentId', '=', 'a.id')
              .whereRef('k.timeRevision', '=', 'a.timeRevision')
              .where('k.way', '=', 'ask')
              .where('k.answeredAt', 'is', null),
          ),
        ),
      )
      .select(['a.id', 'a.day', 'a.slot', 'a.startMinute', 'a.createdAt', 'r.leadMinutes'])
  )
}

/** When appointments were last moved, by id; those that never were are left out. */
export async function readMoves(
  query: Queries,
  ids: readonly string[],
): Promise<Map<string, Instant>> {
  const rows = await query
    .selectFrom('appointmentEvents')
    .where('appointmentId', 'in', ids)
    .where('kind', '=', 'moved')
    .groupBy('appointmentId')
    .select(({ fn }) => ['appointmentId', fn.max('at').as('at')])
    .execute()
  return new Map(rows.map(({ appointmentId, at }) => [appointmentId, at]))
}

type DecidedReminder = {
  appointmentId: string
  day: Day
  slot: string
  leadMinutes: number
  decidedAt: Instant
}

/** Writes down which reminders go out now; answers whose, without those that others were faster with. */
export async function storeReminders(
  query: Queries,
  reminders: readonly DecidedReminder[],
): Promise<string[]> {
  const rows = await query
    .insertInto('reminders')
    .values(reminders)
    .onConflict((conflict) =>
      conflict.columns(['appointmentId', 'day', 'slot', 'leadMinutes']).doNothing(),
    )
    .returning('appointmentId')
    .execute()
  return rows.map(({ appointmentId }) => appointmentId)
}

/** Live appointments with how their patients want to be reminded, and in which language. */
export async function listToRemind(query: Queries, config: ClinicLanguage, ids: readonly string[]) {
  const rows = await query
    .selectFrom('appointments as a')
    // Of the address, which what an unconfirmed account booked in its name is not sent to.
    .leftJoin('noticeSettings as n', (join) =>
      join.onRef('n.email', '=', 'a.patient').on('a.unproved', '=', ''),
    )
    .selectAll('a')
    .select(['n.byMail', 'n.bySms', 'n.phone as smsPhone'])
    .where('a.id', 'in', ids)
    .where('a.cancelledAt', 'is', null)
    .orderBy('a.id')
    .execute()
  // PostgreSQL rejects an empty list.
  if (rows.length === 0) return []
  const patients = rows.map(({ patient }) => patient)
  const languageOf = await listLanguages(query, config, patients)
  return rows.map(({ byMail, bySms, smsPhone, ...appointment }) => ({
    appointment,
    language: languageOf(appointment.patient),
    byMail: byMail !== 0,
    smsPhone: bySms === 1 ? smsPhone : null,
  }))
}
