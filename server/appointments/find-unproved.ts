import { sql } from 'kysely'
import type { ClinicTime, Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'

/** As many as one sweep takes on; the next goes on. */
const mostAtOnce = 200

type Asked = Pick<ClinicTime, 'today' | 'firstMinute'> & { bookedBefore: Instant }

/**
 * Appointments to come that an account booked before its e-mail was confirmed, and that it cannot
 * keep as they are: it is gone, it has confirmed, or its time to pay or confirm is over.
 */
export async function listUnproved(query: Queries, { today, firstMinute, bookedBefore }: Asked) {
  const rows = await query
    .selectFrom('appointments as a')
    .leftJoin('users as u', 'u.id', 'a.unproved')
    // As the partial index says it, not as a parameter.
    .where('a.unproved', '<>', sql.lit(''))
    .where('a.cancelledAt', 'is', null)
    .where((row) =>
      row.or([
        row('a.day', '>', today),
        row.and([row('a.day', '=', today), row('a.startMinute', '>=', firstMinute)]),
      ]),
    )
    .where((row) =>
      row.or([
        row('u.id', 'is', null),
        row('u.emailVerified', '=', sql<boolean>`true`),
        row.and([
          row('a.paidCents', '=', 0),
          row('a.createdAt', '<=', bookedBefore),
          // Booked before there was a time to keep to.
          row('a.bookedOn', '<>', ''),
          row('u.unbounded', '=', 0),
        ]),
      ]),
    )
    .orderBy('a.id')
    .limit(mostAtOnce)
    .select(['a.id', 'a.revision', 'u.emailVerified as verified'])
    .execute()
  return rows.map(({ verified, ...row }) => ({ ...row, verified: Boolean(verified) }))
}

/** The account that an unproved appointment names, as it is now. */
export async function findAccount(query: Queries, id: string) {
  const account = await query
    .selectFrom('users')
    .select(['emailVerified', 'unbounded'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    account && {
      verified: Boolean(account.emailVerified),
      unbounded: account.unbounded === 1,
    }
  )
}

/** Makes it the address's own; the database refuses where that has one in its place. */
export async function claimForAddress(query: Queries, id: string): Promise<void> {
  await query.updateTable('appointments').set({ unproved: '' }).where('id', '=', id).execute()
}
