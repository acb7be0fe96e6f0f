import { sql } from 'kysely'
import { renameActor } from '../appointments/history.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import { readdressMails } from '../notifications/readdress-mails.ts'

/**
 * Writes the address of a patient onto their appointments, where it says on the wire to which patient they
 * belong: the account's, their own e-mail, or the guest's key; mails that wait follow, and what the patient did
 * stays the patient's. What an unconfirmed account has booked stays its own.
 */
export async function readdress(
  parts: Pick<BookingParts, 'config' | 'database'>,
  query: Queries,
  id: string,
): Promise<void> {
  const to = await findAddress(query, id)
  // Locked before the mails, as by whoever queues one.
  const appointments = await query
    .selectFrom('appointments')
    .select(['id', 'treatmentId', 'day', 'slot', 'timeRevision', 'patient'])
    .where('patientId', '=', id)
    .where('unproved', '=', '')
    .where('patient', '<>', to)
    .orderBy('id')
    .$if(parts.database.engine === 'postgres', (select) => select.forNoKeyUpdate())
    .execute()
  // PostgreSQL rejects an empty list.
  if (appointments.length === 0) return
  for (const [from, some] of Map.groupBy(appointments, ({ patient }) => patient)) {
    await readdressMails(parts, query, { from, to, appointments: some })
    const own = query
      .selectFrom('appointments')
      .select('id')
      .where('patientId', '=', id)
      .where('unproved', '=', '')
      .where('patient', '=', from)
    await renameActor(query, own, { from, to })
  }
  const ids = appointments.map((one) => one.id)
  await query
    .updateTable('closureMailsDue')
    .set({ patient: to })
    .where('appointmentId', 'in', ids)
    .execute()
  await query.updateTable('appointments').set({ patient: to }).where('id', 'in', ids).execute()
}

async function findAddress(query: Queries, id: string): Promise<string> {
  const { address } = await query
    .selectFrom('patients as p')
    .leftJoin('users as u', 'u.id', 'p.accountId')
    .select(
      sql<string>`coalesce("u"."claims", "u"."email", nullif("p"."email", ''), "p"."guestKey")`.as(
        'address',
      ),
    )
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
  return address
}
