import { sql } from 'kysely'
import { type Language, languages } from '../../contract/language.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Instant } from '../db/schema.ts'

const claimedColumns = [
  'id',
  'kind',
  'recipient',
  'replyTo',
  'subject',
  'text',
  'html',
  'calendarMethod',
  'calendar',
  'appointmentId',
  'appointmentDay',
  'appointmentSlot',
  'attempts',
] as const

/** A mail in the hands of one worker. */
export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/**
 * Takes the longest due mail for this worker until `claimedUntil`; `null` when none is due. A claim
 * that ran out (its process died) makes the mail due again. Tries are counted here, so that a mail
 * that kills its worker is given up as well.
 */
export async function claimMail(
  { query, engine }: Database,
  { now, claimedUntil }: { now: Instant; claimedUntil: Instant },
) {
  const due = query
    .selectFrom('outbox')
    .select('id')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('dueAt', '<=', now)
    .where((row) => row.or([row('claimedUntil', 'is', null), row('claimedUntil', '<=', now)]))
    .orderBy('dueAt')
    .orderBy('id')
    .limit(1)
    // Workers pass by each other's rows; SQLite has one writer, which needs no lock.
    .$if(engine === 'postgres', (select) => select.forUpdate().skipLocked())
  const row = await query
    .updateTable('outbox')
    .set({ claimedUntil, attempts: sql<number>`"attempts" + 1` })
    .where('id', '=', due)
    .returning(claimedColumns)
    .executeTakeFirst()
  return row ?? null
}

const noBody = { text: '', html: '', calendar: null }

/** The body goes once it is sent: its links open accounts. */
export async function markSent(query: Queries, id: string, now: Instant) {
  await query
    .updateTable('outbox')
    .set({ sentAt: now, claimedUntil: null, lastError: null, ...noBody })
    .where('id', '=', id)
    .execute()
}

export async function markRetry(
  query: Queries,
  id: string,
  { dueAt, lastError }: { dueAt: Instant; lastError: string },
) {
  await query
    .updateTable('outbox')
    .set({ dueAt, lastError, claimedUntil: null })
    .where('id', '=', id)
    .execute()
}

export async function markFailed(
  query: Queries,
  id: string,
  { failedAt, lastError }: { failedAt: Instant; lastError: string },
) {
  await query
    .updateTable('outbox')
    .set({ failedAt, lastError, claimedUntil: null })
    .where('id', '=', id)
    .execute()
}

/** Ends a mail that is no longer true, and keeps nothing of it. */
export async function markOutdated(query: Queries, id: string, now: Instant) {
  const lastError = 'no longer true when it was due'
  await query
    .updateTable('outbox')
    .set({ failedAt: now, claimedUntil: null, lastError, ...noBody })
    .where('id', '=', id)
    .execute()
}

/** Whether the appointment that a mail is about stands as the mail says; a mail about none does. */
export async function isStillTrue(query: Queries, mail: ClaimedMail): Promise<boolean> {
  const { appointmentId, appointmentDay, appointmentSlot } = mail
  if (appointmentId === null) return true
  const standing = await query
    .selectFrom('appointments')
    .select('id')
    .where('id', '=', appointmentId)
    .where('day', '=', appointmentDay)
    .where('slot', '=', appointmentSlot)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst()
  return standing !== undefined
}

/** In which language somebody is written to; English where they have no account or never chose. */
export async function readLanguage(query: Queries, email: string): Promise<Language> {
  const user = await query
    .selectFrom('users')
    .select('language')
    .where('email', '=', email)
    .executeTakeFirst()
  return user?.language ?? languages[0]
}

/** How many mails of a kind an address was sent, or is about to be, since an instant. */
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
