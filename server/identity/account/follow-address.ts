import { renameActor } from '../../appointments/history.ts'
import type { Queries } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { LinkedTime } from '../../email-links/issue-link.ts'
import { renewLinks } from '../../email-links/renew-links.ts'
import { waitlistMails } from '../../waitlist/request.ts'

type Follow = {
  userId: string
  from: string
  to: string
  /** Otherwise the account has what it booked itself, and nothing else of the address. */
  verified: boolean
}

/** The kinds of mails to a patient that name no appointment, or several; the others follow by theirs. */
const byKind = [...waitlistMails, 'clinic-closed']

type FollowParts = Pick<Deps, 'config' | 'database'>

/** Gives what stands under the address of an account to its next address. */
export async function followAddress(
  deps: FollowParts,
  query: Queries,
  follow: Follow,
): Promise<void> {
  const { userId, from, to, verified } = follow
  const own = query
    .selectFrom('appointments')
    .select('id')
    .where('patient', '=', from)
    .where('unproved', 'in', verified ? ['', userId] : [userId])
  // Before the mails: a transaction that queues one holds its appointment or request, and is waited for here.
  const appointments = await own
    .select(['treatmentId', 'day', 'slot', 'timeRevision', 'patient'])
    .orderBy('id')
    .$if(deps.database.engine === 'postgres', (select) => select.forNoKeyUpdate())
    .execute()
  await query.updateTable('waits').set({ patient: to }).where('userId', '=', userId).execute()
  await readdressMails(deps, query, follow, appointments)
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
    .where('unproved', 'in', verified ? ['', userId] : [userId])
    .execute()
  if (!verified) return
  await query
    .updateTable('staffInvitations')
    .set({ invitedBy: to })
    .where('invitedBy', '=', from)
    .execute()
  await query.deleteFrom('noticeSettings').where('email', '=', to).execute()
  await query.updateTable('noticeSettings').set({ email: to }).where('email', '=', from).execute()
}

/**
 * Gives mails that wait to the next address, and signs their links for it: those for the former address are void
 * from now on. A text message stays with its phone.
 */
async function readdressMails(
  { config: secrets, database }: FollowParts,
  query: Queries,
  { from, to, verified }: Follow,
  own: readonly LinkedTime[],
): Promise<void> {
  const appointments = new Map(own.map((one) => [one.id, one]))
  const waiting = await query
    .selectFrom('outbox')
    .select(['id', 'recipient', 'text', 'html', 'unsubscribe'])
    .where((mail) =>
      mail.or([
        ...(own.length > 0 ? [mail('appointmentId', 'in', [...appointments.keys()])] : []),
        ...(verified ? [mail.and([mail('recipient', '=', from), mail('kind', 'in', byKind)])] : []),
      ]),
    )
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .orderBy('id')
    .$if(database.engine === 'postgres', (select) => select.forNoKeyUpdate())
    .execute()
  const renew = (body: string) => renewLinks(body, { secrets, from, to, appointments })
  for (const { id, recipient, text, html, unsubscribe } of waiting) {
    await query
      .updateTable('outbox')
      .set({ recipient: recipient === from ? to : recipient })
      .set({ text: renew(text), html: renew(html), unsubscribe: unsubscribe && renew(unsubscribe) })
      .where('id', '=', id)
      .execute()
  }
}
