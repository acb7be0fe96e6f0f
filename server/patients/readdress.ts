import { sql } from 'kysely'
import { isGuest } from '../appointments/search-keys.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import { readdressMails } from '../notifications/readdress-mails.ts'

/**
 * Writes the address of a patient onto their appointments, where it says on the wire to which patient they
 * belong: the account's, their own e-mail, or the guest's key; mails that wait follow. What an unconfirmed
 * account has booked stays its own.
 */
export async function readdress(
  parts: Pick<BookingParts, 'config' | 'database'>,
  query: Queries,
  id: string,
): Promise<void> {
  const to = await findAddress(query, id)
  const own = query
    .selectFrom('appointments')
    .where('patientId', '=', id)
    .where('unproved', '=', '')
    .where('patient', '<>', to)
  // Before the mails, as whoever queues one does.
  const appointments = await own
    .select(['id', 'treatmentId', 'day', 'slot', 'timeRevision', 'patient'])
    .orderBy('id')
    .$if(parts.database.engine === 'postgres', (select) => select.forNoKeyUpdate())
    .execute()
  for (const [from, some] of Map.groupBy(appointments, ({ patient }) => patient)) {
    await readdressMails(parts, query, { from, to, appointments: some })
  }
  const due = own.select('id')
  if (isGuest(to)) {
    await query.deleteFrom('closureMailsDue').where('appointmentId', 'in', due).execute()
  } else {
    await query
      .updateTable('closureMailsDue')
      .set({ patient: to })
      .where('appointmentId', 'in', due)
      .execute()
  }
  await query
    .updateTable('appointments')
    .set({ patient: to })
    .where('patientId', '=', id)
    .where('unproved', '=', '')
    .where('patient', '<>', to)
    .execute()
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
