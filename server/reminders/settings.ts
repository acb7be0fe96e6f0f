import type { Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import { holdAddress, isInUse } from '../patients/erase.ts'

export type ReminderSettings = { byMail: boolean; bySms: boolean; phone: string | null }

/** Used if no preference is stored. */
export const untouched: ReminderSettings = { byMail: true, bySms: false, phone: null }

/** The reminder preferences of a lower-case e-mail. */
export async function readSettings(query: Queries, email: string): Promise<ReminderSettings> {
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
  { byMail, bySms, phone }: ReminderSettings,
  changedAt: Instant,
): Promise<void> {
  const row = { byMail: flag(byMail), bySms: flag(bySms), phone, changedAt }
  await query
    .insertInto('noticeSettings')
    .values({ email, ...row })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .execute()
}

/** Whether an address is sent reminders by mail; one that is not in use, as after its person was erased, is sent none. */
export async function readByMail(
  query: Queries,
  email: string,
): Promise<{ byMail: boolean; inUse: boolean }> {
  const inUse = await isInUse(query, email)
  return { inUse, byMail: inUse && (await readSettings(query, email)).byMail }
}

/**
 * Turns reminders by mail on or off, and leaves the rest as it is. False for an address that is not in use: it is not
 * stored.
 */
export async function storeByMail(
  database: Database,
  { email, byMail }: { email: string; byMail: boolean },
  changedAt: Instant,
): Promise<boolean> {
  const row = { byMail: flag(byMail), changedAt }
  return database.query.transaction().execute(async (query) => {
    if (!(await holdAddress(database, query, email))) return false
    await query
      .insertInto('noticeSettings')
      .values({ email, bySms: 0, phone: null, ...row })
      .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
      .execute()
    return true
  })
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}
