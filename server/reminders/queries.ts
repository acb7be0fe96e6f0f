import type { Day } from '../../contract/date.ts'
import { languages } from '../../contract/language.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'

/** Live appointments in a range of days with the reminders decided for the time they have, one a row. */
export function candidatesQuery(query: Queries, { from, to }: { from: Day; to: Day }) {
  return query
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
    .select(['a.id', 'a.day', 'a.slot', 'a.startMinute', 'a.createdAt', 'r.leadMinutes'])
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

export type DecidedReminder = {
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
export async function listToRemind(query: Queries, ids: readonly string[]) {
  const rows = await query
    .selectFrom('appointments as a')
    .leftJoin('users as u', 'u.email', 'a.patient')
    .leftJoin('noticeSettings as n', 'n.email', 'a.patient')
    .selectAll('a')
    .select(['u.language', 'n.byMail', 'n.bySms', 'n.phone as smsPhone'])
    .where('a.id', 'in', ids)
    .where('a.cancelledAt', 'is', null)
    .orderBy('a.id')
    .execute()
  return rows.map(({ language, byMail, bySms, smsPhone, ...appointment }) => ({
    appointment,
    language: language ?? languages[0],
    byMail: byMail !== 0,
    smsPhone: bySms === 1 ? smsPhone : null,
  }))
}

export type NoticeSettings = { byMail: boolean; bySms: boolean; phone: string | null }

/** Where nobody has chosen anything. */
export const untouched: NoticeSettings = { byMail: true, bySms: false, phone: null }

/** How somebody wants to be reminded, by their lower-case e-mail. */
export async function readSettings(query: Queries, email: string): Promise<NoticeSettings> {
  const row = await query
    .selectFrom('noticeSettings')
    .select(['byMail', 'bySms', 'phone'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row ? { byMail: row.byMail === 1, bySms: row.bySms === 1, phone: row.phone } : untouched
}

export async function storeSettings(
  query: Queries,
  email: string,
  { byMail, bySms, phone }: NoticeSettings,
  changedAt: Instant,
): Promise<void> {
  const row = { byMail: flag(byMail), bySms: flag(bySms), phone, changedAt }
  await query
    .insertInto('noticeSettings')
    .values({ email, ...row })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .execute()
}

/** Turns reminders by mail on or off, and leaves the rest as it is. */
export async function storeByMail(
  query: Queries,
  { email, byMail }: { email: string; byMail: boolean },
  changedAt: Instant,
): Promise<void> {
  const row = { byMail: flag(byMail), changedAt }
  await query
    .insertInto('noticeSettings')
    .values({ email, bySms: 0, phone: null, ...row })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .execute()
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}
