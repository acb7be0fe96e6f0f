import { sql } from 'kysely'
import { v7 } from 'uuid'
import { isGuest } from '../appointments/search-keys.ts'
import type { Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { About, Mail, TextMessage } from './notification.ts'
import { countMails, holdRecipient } from './queries.ts'

/**
 * Mails that an unconfirmed account needs, and the receipt of a payment: these are sent to unconfirmed
 * addresses. The contact form's mail to the clinic's own mailbox is, too.
 */
export const toUnconfirmed = [
  'verification',
  'password-reset',
  'password-changed',
  'sign-up-attempt',
  'email-change',
  'email-change-notice',
  'staff-invitation',
  'contact',
  'receipt',
] as const

/** Of those, the kinds with limits of their own, which do not count against their recipient's hour. */
export const boundedElsewhere: readonly string[] = toUnconfirmed.slice(0, 8)

/** Bulk mail is sent after mail that one person waits for. */
const bulk = ['clinic-closed', 'clinic-open', 'reminder']

/**
 * Queues a mail, in the caller's transaction if one is passed, so that the mail is sent if and only if the
 * change it reports was committed. Wake the outbox after the commit.
 */
export async function queueMail(query: Queries, mail: Mail, now: Date): Promise<void> {
  await queueMails(query, [mail], now)
}

/**
 * The same for several mails. Mail that must not reach an unconfirmed account is not stored at all, nor is
 * mail to a recipient without an address: a guest, or a person whose account was removed.
 */
export async function queueMails(query: Queries, mails: readonly Mail[], now: Date): Promise<void> {
  const rows = mails
    .filter(({ recipient }) => !isGuest(recipient))
    .map((mail) => rowOf(mail, now.toISOString()))
  if (rows.length === 0) return
  const recipients = rows.map(({ recipient }) => recipient)
  const bookers = rows.flatMap(({ bookedBy }) => bookedBy || [])
  const unconfirmed = await listUnconfirmed(query, recipients, bookers)
  const kept = rows.filter((row) => mayReach(row, unconfirmed))
  if (kept.length > 0) await query.insertInto('outbox').values(kept).execute()
}

/** Queues a mail unless its recipient got `most` of its kind within the last hour: then false. */
export async function queueBounded(
  database: Database,
  mail: Mail,
  { most, now }: { most: number; now: Date },
): Promise<boolean> {
  return database.query
    .transaction()
    .execute((query) => queueBoundedIn(query, database, mail, { most, now }))
}

/** The same in the caller's transaction. */
export async function queueBoundedIn(
  query: Queries,
  database: Database,
  mail: Mail,
  { most, now }: { most: number; now: Date },
): Promise<boolean> {
  await holdRecipient(database, query, mail.recipient)
  const since = new Date(now.getTime() - hourMs).toISOString()
  if ((await countMails(query, { ...mail, since })) >= most) return false
  await queueMail(query, mail, now)
  return true
}

const hourMs = 3_600_000

/** Queues text messages, as `queueMail` does with mail. */
export async function queueTexts(
  query: Queries,
  messages: readonly TextMessage[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(({ phone, ...message }) => ({
    ...rowOf({ ...message, recipient: phone, subject: '', html: '' }, now.toISOString()),
    channel: 'sms' as const,
  }))
  await query.insertInto('outbox').values(rows).execute()
}

type Row = ReturnType<typeof rowOf>

type Unconfirmed = Awaited<ReturnType<typeof listUnconfirmed>>

/**
 * Whether a mail may be sent to its recipient, whose account, or a claim of whose address, may be unconfirmed.
 */
function mayReach({ kind, recipient, bookedBy }: Row, unconfirmed: Unconfirmed): boolean {
  if (toUnconfirmed.some((one) => one === kind)) return true
  return !unconfirmed.some(({ id, email, claims }) =>
    claims === recipient
      ? bookedBy === id
      : email === recipient && (bookedBy === null || bookedBy === id),
  )
}

function rowOf({ calendar, appointment, trueUntil, ...mail }: Mail, instant: Instant) {
  return {
    ...mail,
    ...aboutRow(appointment),
    ...(mail.bookedBy !== undefined && { bookedBy: mail.bookedBy }),
    id: v7(),
    subject: onOneLine(mail.subject),
    replyTo: mail.replyTo ?? null,
    createdAt: instant,
    dueAt: instant,
    claimedUntil: null,
    sentAt: null,
    failedAt: null,
    lastError: null,
    urgency: urgencyOf(mail.kind),
    takenAt: null,
    calendarMethod: calendar?.method ?? null,
    calendar: calendar?.text ?? null,
    onlyWhile: mail.onlyWhile ?? null,
    trueUntil: trueUntil?.toISOString() ?? null,
    offerId: mail.offerId ?? null,
    unsubscribe: mail.unsubscribe ?? null,
  }
}

function aboutRow(appointment: About | undefined) {
  return {
    appointmentId: appointment?.id ?? null,
    appointmentDay: appointment?.day ?? null,
    appointmentSlot: appointment?.slot ?? null,
    timeRevision: appointment?.timeRevision ?? null,
    bookedBy: appointment ? (appointment.bookedBy ?? '') : null,
  }
}

function urgencyOf(kind: string): number {
  if (boundedElsewhere.includes(kind)) return 0
  return bulk.includes(kind) ? 2 : 1
}

/** A subject is a header: a line break in one would begin another header. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/**
 * The unconfirmed accounts of some addresses, and the claims of these addresses by accounts among `bookers`.
 */
async function listUnconfirmed(
  query: Queries,
  emails: readonly string[],
  bookers: readonly string[],
) {
  return query
    .selectFrom('users')
    .select(['id', 'email', 'claims'])
    .where((row) =>
      row.or([
        row('email', 'in', emails),
        ...(bookers.length > 0
          ? [row.and([row('id', 'in', bookers), row('claims', 'in', emails)])]
          : []),
      ]),
    )
    .where('emailVerified', '=', sql<boolean>`false`)
    .execute()
}
