import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import { farewell, outdated } from './notification.ts'

/** Takes away the content, and of a farewell the recipient, who has no account any more. */
const emptied = {
  ...{ text: '', html: '', calendar: null },
  recipient: sql<string>`case "kind" when ${sql.lit(farewell)} then '' else "recipient" end`,
}

/**
 * Deletes the body once it is sent: its links open accounts. Prepared, since there is one of these for each
 * mail, and they share commits with concurrent bookings.
 */
export function prepareMarkSent(database: Database) {
  return database.prepareWrite<{ id: string; now: Instant }, never>((query, param) =>
    query
      .updateTable('outbox')
      .set({ failedAt: null, claimedUntil: null, lastError: null, ...emptied })
      .set({ sentAt: param('now') })
      .where('id', '=', param('id')),
  )
}

/** `text` is the body of a text message, which was deleted when its try began. */
export async function markRetry(
  query: Queries,
  id: string,
  retry: { dueAt: Instant; lastError: string; text?: string },
) {
  await query
    .updateTable('outbox')
    .set({ ...retry, failedAt: null, claimedUntil: null })
    .where('id', '=', id)
    .execute()
}

/** Ends a mail that was not sent, and deletes its content. */
export async function markFailed(
  query: Queries,
  id: string,
  { failedAt, lastError }: { failedAt: Instant; lastError: string },
) {
  await query
    .updateTable('outbox')
    .set({ failedAt, lastError, claimedUntil: null, ...emptied })
    .where('id', '=', id)
    .execute()
}

/** Ends an outdated mail; it does not count against its recipient's hour. */
export async function markOutdated(query: Queries, id: string, now: Instant) {
  await query
    .updateTable('outbox')
    .set({ failedAt: now, claimedUntil: null, lastError: outdated, takenAt: null, ...emptied })
    .where('id', '=', id)
    .execute()
}

/** Ends text messages to a number whose owner has opted out at the carrier. */
export async function endTexts(query: Queries, phone: string, now: Instant): Promise<void> {
  await query
    .updateTable('noticeSettings')
    .set({ bySms: 0, changedAt: now })
    .where('phone', '=', phone)
    .execute()
}

/** How many mails of a kind were sent or queued to an address since an instant. */
export async function countMails(
  query: Queries,
  { kind, recipient, since }: { kind: string; recipient: string; since: Instant },
): Promise<number> {
  const { mails } = await query
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('mails'))
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return mails
}

/**
 * Locks a recipient until the transaction ends, so that no other transaction counts their mails. On SQLite a
 * transaction has the only connection, with the same effect.
 */
export async function holdRecipient({ engine }: Database, query: Queries, recipient: string) {
  if (engine === 'sqlite') return
  await lock(`mail to ${recipient}`).execute(query)
}

function lock(name: string): RawBuilder<unknown> {
  return sql`select pg_advisory_xact_lock(hashtextextended(${name} || ' ' || current_schema(), 0))`
}
