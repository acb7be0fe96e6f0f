import { v7 } from 'uuid'
import type { Day } from '../../contract/date.ts'
import type { Queries } from '../db/database.ts'
import type { Instant } from '../db/schema.ts'

/** A mail as it is kept until it is sent. */
export type Mail = {
  /** What it is about, for logs and file names: `verification`. */
  kind: string
  /** One bare address. */
  recipient: string
  replyTo?: string
  subject: string
  text: string
  html: string
  /** An iCalendar object and what the reader's calendar is to do with it. */
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; text: string }
  /** It is dropped when this appointment is cancelled or has another time once it is sent. */
  onlyWhile?: { id: string; day: Day; slot: string }
  /** It is dropped when this offer of the waiting line is no longer open. */
  offerId?: string
  /** It is dropped when it has not been sent by then. */
  trueUntil?: Date
  /** The address at which its reader ends such notices, for notices that can be ended. */
  unsubscribe?: string
}

/** A text message as it is kept until it is sent. */
export type TextMessage = Pick<Mail, 'kind' | 'text' | 'onlyWhile' | 'trueUntil'> & {
  /** As `+17185550100`. */
  phone: string
}

/**
 * Puts a mail into the outbox, in the caller's transaction when it passes one, so that a mail goes
 * out if and only if the change it reports was committed. Wake the outbox after the commit.
 */
export async function queueMail(query: Queries, mail: Mail, now: Date): Promise<void> {
  await queueMails(query, [mail], now)
}

/** The same for several at once. */
export async function queueMails(query: Queries, mails: readonly Mail[], now: Date): Promise<void> {
  if (mails.length === 0) return
  await query
    .insertInto('outbox')
    .values(mails.map((mail) => rowOf(mail, now.toISOString())))
    .execute()
}

/** Puts text messages into the outbox, as `queueMail` does with mail. */
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

function rowOf({ calendar, onlyWhile, trueUntil, ...mail }: Mail, instant: Instant) {
  return {
    ...mail,
    id: v7(),
    subject: onOneLine(mail.subject),
    replyTo: mail.replyTo ?? null,
    createdAt: instant,
    dueAt: instant,
    claimedUntil: null,
    sentAt: null,
    failedAt: null,
    lastError: null,
    calendarMethod: calendar?.method ?? null,
    calendar: calendar?.text ?? null,
    appointmentId: onlyWhile?.id ?? null,
    appointmentDay: onlyWhile?.day ?? null,
    appointmentSlot: onlyWhile?.slot ?? null,
    trueUntil: trueUntil?.toISOString() ?? null,
    offerId: mail.offerId ?? null,
    unsubscribe: mail.unsubscribe ?? null,
  }
}

/** A subject is a header: a line break in one would begin another. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
