import { type RawBuilder, sql } from 'kysely'
import type { SendMailOptions } from 'nodemailer'
import { isClosedDay } from '../appointments/slot-rules.ts'
import type { Clock, Instant } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Engine, Queries } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import type { Metrics } from '../http/metrics.ts'
import { backOff } from '../worker.ts'
import { dressMail } from './frame-mail.ts'
import { readSender } from './notification.ts'
import {
  endTexts,
  holdRecipient,
  markFailed,
  markOutdated,
  markRetry,
  prepareMarkSent,
} from './queries.ts'
import { boundedElsewhere, toUnconfirmed } from './queue-mail.ts'

/** The outside system that sends a mail; `id` is the same at every try. */
export type Mailer = {
  send(mail: ClaimedMail): Promise<void>
  /** Closes idle connections. */
  close?(): void
}

/** The outside system that sends a text message. */
export type Texter = { send(message: Pick<ClaimedMail, 'recipient' | 'text'>): Promise<void> }

/** Thrown by a mailer or a texter for a message that no retry can deliver. */
export class MailRefused extends Error {}

/** Thrown by a texter when the number's owner has opted out. */
export class TextUnwanted extends MailRefused {}

export type MailParts = {
  config: Pick<Config, 'mailsPerHour'>
  database: Database
  mailer: Mailer
  /** Absent where the clinic sends no text messages. */
  texter?: Texter | undefined
  clock: Clock
  log: Log
  metrics?: Pick<Metrics, 'countMail'>
}

/** Milliseconds: longer than the mailer's own limits together, so that only a dead worker's claim expires. */
const claimMs = 5 * 60_000
const delays = { firstMs: 30_000, longestMs: 6 * 3_600_000 }
/** About fifteen hours of retries. */
const mostAttempts = 12

/**
 * Handles one batch of due mail per call; false when none is due. Delivery is at least once: if a process dies
 * between sending a mail and recording it, the mail is sent again, under the same Message-ID. A mail is not
 * sent if its appointment has changed, it is too late, its recipient opted out, or it may not reach its
 * recipient. A text message is sent at most once.
 */
export function createDeliverDueMail(parts: MailParts): () => Promise<boolean> {
  const { database, clock, config, metrics } = parts
  const markSent = prepareMarkSent(database)

  return async () => {
    const now = clock()
    const claim = await claimMail(database, {
      now,
      claimedUntil: new Date(now.getTime() + claimMs),
      mailsPerHour: config.mailsPerHour,
    })
    if (!claim) return false
    if (claim.putOff) {
      notePutOff(parts, claim.putOff)
      return true
    }
    const { mail } = claim
    if (!(await isStillTrue(database, mail.id, now.toISOString()))) {
      await markOutdated(database.query, mail.id, now.toISOString())
      metrics?.countMail('outdated')
      return true
    }
    try {
      if (mail.attempts > mostAttempts) throw new MailRefused('its worker died at every try')
      await send(parts, mail)
    } catch (error) {
      await noteFailure(parts, mail, error)
      return true
    }
    await markSent({ id: mail.id, now: clock().toISOString() })
    metrics?.countMail('sent')
    return true
  }
}

/** Logs that a recipient has reached the hourly limit of mails. */
function notePutOff(
  { log, metrics, config }: MailParts,
  about: { mail: string; kind: string; dueAt: string | null },
): void {
  metrics?.countMail(about.dueAt === null ? 'too_many' : 'put_off')
  log.warn({ ...about, mailsPerHour: config.mailsPerHour }, 'too many mails to one address')
}

async function send({ database, mailer, texter, clock }: MailParts, mail: ClaimedMail) {
  if (mail.channel === 'mail') return mailer.send(mail)
  if (!texter) throw new MailRefused('text messages are switched off')
  // Phones do not drop duplicate texts: the text counts as given up until its outcome is known.
  const lastError = 'its worker died: it may have gone out or not'
  await markFailed(database.query, mail.id, { failedAt: clock().toISOString(), lastError })
  return texter.send(mail)
}

async function noteFailure(
  { database, clock, log, metrics }: MailParts,
  { id, kind, attempts, channel, recipient, text }: ClaimedMail,
  error: unknown,
): Promise<void> {
  // Mail servers repeat the address, which a farewell must not leave.
  const said = error instanceof Error ? error.message.replaceAll(recipient, '…') : 'unknown'
  const lastError = said.slice(0, 500)
  const about = { mail: id, kind, channel, attempts, code: codeOf(error) }
  const now = clock().toISOString()
  if (error instanceof TextUnwanted) await endTexts(database.query, recipient, now)
  if (error instanceof MailRefused || attempts >= mostAttempts) {
    await markFailed(database.query, id, { failedAt: now, lastError })
    metrics?.countMail('failed')
    log.error(about, 'mail given up; outbox.lastError says why')
    return
  }
  const dueAt = new Date(clock().getTime() + delayAfter(attempts)).toISOString()
  const body = channel === 'sms' ? { text } : {}
  await markRetry(database.query, id, { dueAt, lastError, ...body })
  metrics?.countMail('retried')
  log.warn({ ...about, dueAt }, 'mail not sent, will be tried again')
}

/** Milliseconds, doubling, give or take half, so that many mails do not retry at once. */
function delayAfter(attempts: number): number {
  return backOff(attempts, delays) * (0.5 + Math.random())
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/**
 * A mail in nodemailer's format. Addresses are passed as objects: in a text, a comma would make two addresses
 * of one, and a colon a group.
 */
export function composeMail(mail: ClaimedMail, from: string): SendMailOptions {
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from: readSender(from),
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: dressMail(mail.html),
    // As a part beside text and HTML, and again as a file for programs that only support attachments.
    ...(mail.calendar !== null && {
      icalEvent: { method: mail.calendarMethod ?? 'PUBLISH', content: mail.calendar },
    }),
    // The same at every try, so that mailboxes can drop a duplicate.
    messageId: `<${mail.id}@${domain}>`,
    headers: {
      // RFC 3834: prevents out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe !== null && endedBy(mail.unsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058: a mail program unsubscribes with one click, by a POST to this address. */
function endedBy(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

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
  'channel',
  'unsubscribe',
  'attempts',
] as const

/** A mail claimed by one worker. */
export type ClaimedMail = NonNullable<NonNullable<Awaited<ReturnType<typeof claimMail>>>['mail']>

const hourMs = 3_600_000
/** A mail that waits longer than this because of its recipient's hourly limit is given up. */
const longestWaitMs = 24 * hourMs

/**
 * Claims the most urgent due mail for this worker until `claimedUntil`; `null` when none is due. An expired
 * claim (its process died) makes the mail due again. Tries are counted here, so that a mail that crashes its
 * worker is given up as well.
 *
 * If the recipient has had `mailsPerHour` within the hour, no mail is claimed: the mail waits until the hour
 * has room, or is given up (`dueAt` is `null`).
 */
export async function claimMail(
  database: Database,
  time: { now: Date; claimedUntil: Date; mailsPerHour: number },
) {
  const { now, claimedUntil, mailsPerHour } = time
  return database.query.transaction().execute(async (query) => {
    const due = await selectDue(database, query, now.toISOString()).executeTakeFirst()
    if (!due) return null
    const { takenAt, createdAt, ...mail } = due
    const isBounded = !boundedElsewhere.includes(mail.kind)
    if (isBounded && takenAt === null) {
      await holdRecipient(database, query, mail.recipient)
      const full = await findFull(query, mail.recipient, { now, mailsPerHour })
      if (full) return putOff(query, { id: mail.id, kind: mail.kind, createdAt }, { now, full })
    }
    const attempts = mail.attempts + 1
    const change = { claimedUntil: claimedUntil.toISOString(), attempts }
    await query
      .updateTable('outbox')
      .set({ ...change, ...(isBounded && { takenAt: takenAt ?? now.toISOString() }) })
      .where('id', '=', mail.id)
      .execute()
    return { mail: { ...mail, attempts }, putOff: null }
  })
}

/**
 * The next mail to send. A mail about an appointment waits for earlier ones about it that are still valid;
 * texts are ordered separately. A reminder of a day that the clinic has closed waits until it reopens.
 */
export function selectDue({ engine }: Database, query: Queries, now: Instant) {
  return (
    query
      .selectFrom('outbox as o')
      .select(claimedColumns)
      .select(['takenAt', 'createdAt'])
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .where('dueAt', '<=', now)
      .where((row) => row.or([row('claimedUntil', 'is', null), row('claimedUntil', '<=', now)]))
      .where(({ not }) => not(waitsForDay(engine, 'o', now)))
      .where(sql<boolean>`not ${waitsForEarlier(engine, now)}`)
      .orderBy('urgency')
      .orderBy('dueAt')
      .orderBy('id')
      .limit(1)
      // Workers skip each other's rows; SQLite has one writer, which needs no lock.
      .$if(engine === 'postgres', (select) => select.forUpdate().skipLocked())
  )
}

/** An earlier mail about the appointment of the mail `o` goes first: it is still valid, or is being sent. */
export function waitsForEarlier(engine: Engine, now: Instant): RawBuilder<boolean> {
  // With two conditions PostgreSQL would scan all waiting mail, by its index, at each claim.
  return sql`exists (select 1 from "outbox" as e
    where e."appointmentId" = o."appointmentId" and e."id" < o."id"
      and e."channel" = o."channel" and coalesce(e."sentAt", e."failedAt") is null
      and (e."claimedUntil" > ${now}
        or (${isStanding('e')} and not ${waitsForDay(engine, 'e', now)})))`
}

/** When a recipient's hour has room again; `null` when it has now. */
async function findFull(
  query: Queries,
  recipient: string,
  { now, mailsPerHour }: { now: Date; mailsPerHour: number },
): Promise<Date | null> {
  const last = await query
    .selectFrom('outbox')
    .select('takenAt')
    .where('recipient', '=', recipient)
    .where('takenAt', '>', new Date(now.getTime() - hourMs).toISOString())
    .orderBy('takenAt', 'desc')
    .offset(mailsPerHour - 1)
    .limit(1)
    .executeTakeFirst()
  return last?.takenAt ? new Date(Date.parse(last.takenAt) + hourMs) : null
}

async function putOff(
  query: Queries,
  { id, kind, createdAt }: { id: string; kind: string; createdAt: Instant },
  { now, full }: { now: Date; full: Date },
) {
  const waits = full.getTime() - Date.parse(createdAt) <= longestWaitMs
  const dueAt = waits ? full.toISOString() : null
  if (dueAt === null) {
    const lastError = 'too many mails to its recipient'
    await markFailed(query, id, { failedAt: now.toISOString(), lastError })
  } else {
    await query.updateTable('outbox').set({ dueAt }).where('id', '=', id).execute()
  }
  return { mail: null, putOff: { mail: id, kind, dueAt } }
}

/** Whether a mail is still valid: in time, wanted, allowed, and its appointment unchanged. */
async function isStillTrue(
  { engine, query }: Pick<Database, 'engine' | 'query'>,
  id: string,
  now: Instant,
): Promise<boolean> {
  const row = await query
    .selectFrom('outbox as o')
    .select('o.id')
    .where('o.id', '=', id)
    .where((on) => on.or([on('o.trueUntil', 'is', null), on('o.trueUntil', '>', now)]))
    .where(isStanding('o'))
    .where((on) =>
      on.or([
        on('o.kind', '<>', 'clinic-closed'),
        // Queued by a version that named several appointments in one.
        on('o.appointmentDay', 'is', null),
        isClosedDay(engine, 'o.appointmentDay'),
      ]),
    )
    .where((on) =>
      on.or([on('o.kind', '<>', 'clinic-open'), on.not(isClosedDay(engine, 'o.appointmentDay'))]),
    )
    .where(isOffered)
    .where(isWanted)
    .where(mayReach)
    .executeTakeFirst()
  return row !== undefined
}

/** The mail's appointment is as the mail says, or the mail is about none. */
function isStanding(mail: 'o' | 'e'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${mail}.${column}`)
  return sql<boolean>`(case ${of('onlyWhile')}
    when 'standing' then exists (select 1 from "appointments" as a
      where a."id" = ${of('appointmentId')} and a."cancelledAt" is null
        and a."day" = ${of('appointmentDay')} and a."slot" = ${of('appointmentSlot')}
        and a."timeRevision" = coalesce(${of('timeRevision')}, a."timeRevision"))
    when 'cancelled' then exists (select 1 from "appointments" as a
      where a."id" = ${of('appointmentId')} and a."cancelledAt" is not null)
    else true end)`
}

/** A valid reminder of an appointment on a day that the clinic has closed. */
export function waitsForDay(engine: Engine, mail: 'o' | 'e', now: Instant): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${mail}.${column}`)
  return sql<boolean>`(${of('kind')} = 'reminder' and ${of('trueUntil')} > ${now}
    and ${isClosedDay(engine, `${mail}.appointmentDay`)})`
}

/** The mail's offer is open, or the mail makes none. */
const isOffered = sql<boolean>`(o."offerId" is null or exists (select 1 from "offers" as f
  where f."id" = o."offerId" and f."state" = 'open'))`

/** Its recipient has not unsubscribed since it was written. */
const isWanted = sql<boolean>`(case
  when o."channel" = 'sms' then exists (select 1 from "noticeSettings" as n
    where n."phone" = o."recipient" and n."bySms" = 1)
  when o."unsubscribe" is null then true
  else not exists (select 1 from "noticeSettings" as n
    where n."email" = o."recipient" and n."byMail" = 0) end)`

/** The rule of `queue-mail.ts` again, for mail that was queued before an upgrade. */
const mayReach = sql<boolean>`(o."kind" in (${sql.join(toUnconfirmed)})
  or not exists (select 1 from "users" as u where not u."emailVerified"
    and ((u."email" = o."recipient" and (o."bookedBy" is null or o."bookedBy" = u."id"))
      or (u."claims" = o."recipient" and o."bookedBy" = u."id"))))`
