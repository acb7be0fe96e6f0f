import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { refusalOf } from '../appointment.ts'
import { holderOf } from '../store-appointment.ts'

/**
 * Gives what an unconfirmed account has booked to a confirmed one of the same address, which is owed a
 * confirmation of it as of its own. What collides with an appointment that it has stays apart: the sweep
 * cancels it with a mail that says why.
 */
export async function takeUnproved(
  { query }: Database,
  { from, to }: { from: string; to: string },
): Promise<void> {
  // Their dependents become the account's, who puts them into its list by booking for them again.
  await query
    .updateTable('patients')
    .set({ accountId: to, place: null })
    .where('accountId', '=', from)
    .where('relation', 'is not', null)
    .execute()
  const rows = await query
    .selectFrom('appointments')
    .select('id')
    .where('unproved', '=', from)
    .orderBy('id')
    .execute()
  for (const { id } of rows) {
    if (!(await adopt({ query }, { id, from, to, unproved: '' }))) {
      await adopt({ query }, { id, from, to, unproved: to })
    }
  }
}

/** The claim's own appointments are the account's holder's. */
function treatedBy(from: string, to: string) {
  return sql<string>`case when "patientId" = ${holderOf(from)} then ${holderOf(to)} else "patientId" end`
}

/** False where a rule of the database refuses. */
async function adopt(
  { query }: Pick<Database, 'query'>,
  { id, from, to, unproved }: { id: string; from: string; to: string; unproved: string },
): Promise<boolean> {
  try {
    await query.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('appointments')
        .set({ bookedBy: to, unproved, patientId: treatedBy(from, to) })
        .where('id', '=', id)
        .where('unproved', '=', from)
        .execute()
      // As the trigger `users_confirmations_owed` does.
      await sql`insert into "confirmationsDue" select "id" from "appointments"
        where "id" = ${id} and "cancelledAt" is null and "unproved" = ''
        on conflict ("appointmentId") do update
        set "appointmentId" = excluded."appointmentId"`.execute(transaction)
    })
    return true
  } catch (error) {
    if (refusalOf(error)) return false
    throw error
  }
}
