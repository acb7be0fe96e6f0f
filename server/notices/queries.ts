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
  'offerId',
  'channel',
  'trueUntil',
  'unsubscribe',
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
    .set({ sentAt: now, failedAt: null, claimedUntil: null, lastError: null, ...noBody })
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
    .set({ dueAt, lastError, failedAt: null, claimedUntil: null })
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

/** Whether a mail is still of use: in time, wanted, and its appointment as it says. */
export async function isStillTrue(query: Queries, mail: ClaimedMail, now: Instant) {
  if (mail.trueUntil !== null && mail.trueUntil <= now) return false
  if (!(await isStanding(query, mail)) || !(await isOpen(query, mail))) return false
  return isWanted(query, mail)
}

/** Whether the appointment that a mail is about stands as the mail says; a mail about none does. */
async function isStanding(query: Queries, mail: ClaimedMail): Promise<boolean> {
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

/** Whether the offer that a mail makes is open; a mail that makes none is as good. */
async function isOpen(query: Queries, { offerId }: ClaimedMail): Promise<boolean> {
  if (offerId === null) return true
  const open = await query
    .selectFrom('offers')
    .select('id')
    .where('id', '=', offerId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return open !== undefined
}

/** Whether its reader has not ended such notices since it was written. */
async function isWanted(query: Queries, { channel, recipient, unsubscribe }: ClaimedMail) {
  const settings = query.selectFrom('noticeSettings').select('email')
  if (channel === 'sms') {
    const wanted = settings.where('phone', '=', recipient).where('bySms', '=', 1)
    return (await wanted.limit(1).executeTakeFirst()) !== undefined
  }
  if (unsubscribe === null) return true
  const ended = settings.where('email', '=', recipient).where('byMail', '=', 0)
  return (await ended.executeTakeFirst()) === undefined
}

/** Ends text messages to a number whose owner has told the carrier so. */
export async function endTexts(query: Queries, phone: string, now: Instant): Promise<void> {
  await query
    .updateTable('noticeSettings')
    .set({ bySms: 0, changedAt: now })
    .where('phone', '=', phone)
    .execute()
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
