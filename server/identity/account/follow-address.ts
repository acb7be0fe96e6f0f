import { sql } from 'kysely'
import type { Day } from '../../../contract/date.ts'
import { renameActor } from '../../appointments/history.ts'
import type { Queries } from '../../db/database.ts'
import { readdressMails } from '../../notifications/readdress-mails.ts'
import { endRequestsOf } from '../../waitlist/end-request.ts'
import type { WaitlistParts } from '../../waitlist/offer.ts'
import { waitlistMails } from '../../waitlist/request.ts'

type Follow = {
  userId: string
  from: string
  to: string
  /** Otherwise the account has what it booked itself, and nothing else of the address. */
  verified: boolean
}

/**
 * Gives what stands under the address of an account to its next address. Returns the days that this frees: requests
 * of the account for appointments that stay end.
 */
export async function followAddress(
  deps: WaitlistParts,
  query: Queries,
  { userId, from, to, verified }: Follow,
): Promise<Day[]> {
  if (verified) await moveRecords(query, { from, to })
  const left = query
    .selectFrom('patients')
    .select('id')
    .where('accountId', 'is', null)
    .where('email', '=', from)
  const own = query
    .selectFrom('appointments')
    .select('id')
    .where('patient', '=', from)
    .where('patientId', 'not in', left)
    .where('unproved', 'in', verified ? ['', userId] : [userId])
  // Before the mails: a transaction that queues one holds its appointment or request, and is waited for here.
  const appointments = await own
    .select(['treatmentId', 'day', 'slot', 'timeRevision', 'patient'])
    .orderBy('id')
    .$if(deps.database.engine === 'postgres', (select) => select.forNoKeyUpdate())
    .execute()
  await query.updateTable('waits').set({ patient: to }).where('userId', '=', userId).execute()
  await readdressMails(deps, query, {
    ...{ from, to, appointments },
    kinds: verified ? waitlistMails : [],
  })
  await query
    .updateTable('closureMailsDue')
    .set({ patient: to })
    .where('appointmentId', 'in', own)
    .execute()
  await renameActor(query, own, { from, to })
  await query
    .updateTable('appointments')
    .set({ patient: to })
    .where('patient', '=', from)
    .where('patientId', 'not in', left)
    .where('unproved', 'in', verified ? ['', userId] : [userId])
    .execute()
  if (!verified) return []
  await query
    .updateTable('staffInvitations')
    .set({ invitedBy: to })
    .where('invitedBy', '=', from)
    .execute()
  await query.deleteFrom('noticeSettings').where('email', '=', to).execute()
  await query.updateTable('noticeSettings').set({ email: to }).where('email', '=', from).execute()
  const staying = await query
    .selectFrom('appointments')
    .select('id')
    .where('patientId', 'in', left)
    .execute()
  return endRequestsOf(query, deps, { appointments: staying.map(({ id }) => id) })
}

/**
 * The clinic's records with the address of an account are reached where it is; those that the next address has
 * already under their name stay, with their appointments.
 */
async function moveRecords(query: Queries, { from, to }: Pick<Follow, 'from' | 'to'>) {
  await query
    .updateTable('patients')
    .set({ email: to, revision: sql`"revision" + 1` })
    .where('accountId', 'is', null)
    .where('email', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('patients as other')
            .select('other.id')
            .whereRef('other.nameKey', '=', 'patients.nameKey')
            .where('other.email', '=', to)
            .where('other.accountId', 'is', null)
            .where('other.mergedInto', 'is', null),
        ),
      ),
    )
    .execute()
}
