import type { SendMailOptions } from 'nodemailer'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import type { Metrics } from '../http/metrics.ts'
import { backOff } from '../worker.ts'
import { type ClaimedMail, claimMail, isStillTrue } from './claim-mail.ts'
import { dressMail } from './frame-mail.ts'
import { endTexts, markFailed, markOutdated, markRetry, prepareMarkSent } from './queries.ts'

/** The outside system that takes a mail; `id` is the same at every try. */
export type Mailer = {
  send(mail: ClaimedMail): Promise<void>
  /** Ends connections that wait for the next mail. */
  close?(): void
}

/** The outside system that takes a text message. */
export type Texter = { send(message: Pick<ClaimedMail, 'recipient' | 'text'>): Promise<void> }

/** Thrown by a mailer or a texter for what no other try can deliver. */
export class MailRefused extends Error {}

/** Thrown by a texter where the owner of the number wants no texts from us. */
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

/** Milliseconds: longer than the mailer's own limits together, so that only a dead worker's lapses. */
const claimMs = 5 * 60_000
const delays = { firstMs: 30_000, longestMs: 6 * 3_600_000 }
/** About fifteen hours of trying. */
const mostAttempts = 12

/**
 * Handles the mail that is due at each call; false when none is. At least once: a process that dies
 * between the sending and the note of it leaves a mail that is sent again, under the same Message-ID.
 * What is no longer true of its appointment, comes too late, is not wanted or may not reach its recipient
 * is not sent at all. A text message goes out at most once.
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

/** Its recipient has been sent as many mails within the hour as anybody gets. */
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
  // Nobody drops a text that comes twice: it counts as given up until its outcome is known.
  const lastError = 'its worker died: it may have gone out or not'
  await markFailed(database.query, mail.id, { failedAt: clock().toISOString(), lastError })
  return texter.send(mail)
}

async function noteFailure(
  { database, clock, log, metrics }: MailParts,
  { id, kind, attempts, channel, recipient, text }: ClaimedMail,
  error: unknown,
): Promise<void> {
  const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
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

/** Milliseconds, doubling, give or take half: many mails must not all come back at once. */
function delayAfter(attempts: number): number {
  return backOff(attempts, delays) * (0.5 + Math.random())
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/**
 * A mail as nodemailer takes it. Addresses go in as objects: as text, a comma in one would make it
 * two.
 */
export function composeMail(mail: ClaimedMail, from: string): SendMailOptions {
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: dressMail(mail.html),
    // Beside text and HTML, and once more as a file for programs that only know attachments.
    ...(mail.calendar !== null && {
      icalEvent: { method: mail.calendarMethod ?? 'PUBLISH', content: mail.calendar },
    }),
    // The same at every try, so that mailboxes can drop a mail that came twice.
    messageId: `<${mail.id}@${domain}>`,
    headers: {
      // RFC 3834: out-of-office replies are not for us.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe !== null && endedBy(mail.unsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058: a mail program ends such mails with one press, by a POST to this address. */
function endedBy(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
