import { isGuest } from '../appointments/search-keys.ts'
import { readdressAttendee } from '../calendar/write-calendar.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { LinkedTime } from '../email-links/issue-link.ts'
import { renewLinks } from '../email-links/renew-links.ts'

type Change = {
  from: string
  to: string
  /** The patient's appointments that get the next address, as they were until now. */
  appointments: readonly LinkedTime[]
  /** Kinds of mails to follow that name no appointment; the others follow by theirs. */
  kinds?: readonly string[]
}

/**
 * Gives mails that wait to their patient's next address, signs their links for it, and names it in their calendar
 * entry: links for the former address are void from now on. Without a next address they are not sent. A text
 * message stays with its phone. Call it when the transaction has locked the appointments, and before it changes
 * them: whoever queues a mail holds its appointment.
 */
export async function readdressMails(
  { config: secrets, database }: Pick<Deps, 'config' | 'database'>,
  query: Queries,
  { from, to, appointments, kinds = [] }: Change,
): Promise<void> {
  const known = new Map(appointments.map((one) => [one.id, one]))
  const waiting = await query
    .selectFrom('outbox')
    .select(['id', 'recipient', 'text', 'html', 'unsubscribe', 'calendar'])
    .where((mail) =>
      mail.or([
        ...(known.size > 0 ? [mail('appointmentId', 'in', [...known.keys()])] : []),
        ...(kinds.length > 0
          ? [mail.and([mail('recipient', '=', from), mail('kind', 'in', kinds)])]
          : []),
      ]),
    )
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .orderBy('id')
    .$if(database.engine === 'postgres', (select) => select.forNoKeyUpdate())
    .execute()
  const renew = (body: string) => renewLinks(body, { secrets, from, to, appointments: known })
  for (const { id, recipient, text, html, unsubscribe, calendar } of waiting) {
    if (recipient === from && isGuest(to)) {
      await query.deleteFrom('outbox').where('id', '=', id).execute()
      continue
    }
    await query
      .updateTable('outbox')
      .set({ recipient: recipient === from ? to : recipient })
      .set({ text: renew(text), html: renew(html), unsubscribe: unsubscribe && renew(unsubscribe) })
      .set({ calendar: calendar && readdressAttendee(calendar, from, to) })
      .where('id', '=', id)
      .execute()
  }
}
