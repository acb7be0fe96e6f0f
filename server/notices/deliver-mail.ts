import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import {
  type ClaimedMail,
  claimMail,
  endTexts,
  isStillTrue,
  markFailed,
  markOutdated,
  markRetry,
  markSent,
} from './queries.ts'

/** The outside system that takes a mail; `id` is the same at every try. */
export type Mailer = { send(mail: ClaimedMail): Promise<void> }

/** The outside system that takes a text message. */
export type Texter = { send(message: Pick<ClaimedMail, 'recipient' | 'text'>): Promise<void> }

/** Thrown by a mailer or a texter for what no other try can deliver. */
export class MailRefused extends Error {}

/** Thrown by a texter where the owner of the number wants no texts from us. */
export class TextUnwanted extends MailRefused {}

export type MailParts = {
  database: Database
  mailer: Mailer
  /** Absent where the clinic sends no text messages. */
  texter?: Texter | undefined
  clock: Clock
  log: Log
}

/** Milliseconds: longer than the mailer's own limits together, so that only a dead worker's lapses. */
const claimMs = 5 * 60_000
const firstDelayMs = 30_000
const longestDelayMs = 6 * 3_600_000
/** About fifteen hours of trying. */
const mostAttempts = 12

/**
 * Sends the mail that is due the longest; false when none is. At least once: a process that dies
 * between the sending and the note of it leaves a mail that is sent again, under the same Message-ID.
 * A mail about an appointment that no longer has the time it names is not sent at all, nor one that
 * comes too late or is wanted no more. A text message goes out at most once.
 */
export async function deliverDueMail(parts: MailParts): Promise<boolean> {
  const { database, clock } = parts
  const now = clock()
  const mail = await claimMail(database, {
    now: now.toISOString(),
    claimedUntil: new Date(now.getTime() + claimMs).toISOString(),
  })
  if (!mail) return false
  if (!(await isStillTrue(database.query, mail, now.toISOString()))) {
    await markOutdated(database.query, mail.id, now.toISOString())
    return true
  }
  try {
    if (mail.attempts > mostAttempts) throw new MailRefused('its worker died at every try')
    await send(parts, mail)
  } catch (error) {
    await noteFailure(parts, mail, error)
    return true
  }
  await markSent(database.query, mail.id, clock().toISOString())
  return true
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
  { database, clock, log }: MailParts,
  { id, kind, attempts, channel, recipient }: ClaimedMail,
  error: unknown,
): Promise<void> {
  const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  const about = { mail: id, kind, channel, attempts, code: codeOf(error) }
  const now = clock().toISOString()
  if (error instanceof TextUnwanted) await endTexts(database.query, recipient, now)
  if (error instanceof MailRefused || attempts >= mostAttempts) {
    await markFailed(database.query, id, { failedAt: now, lastError })
    log.error(about, 'mail given up; outbox.lastError says why')
    return
  }
  const dueAt = new Date(clock().getTime() + delayAfter(attempts)).toISOString()
  await markRetry(database.query, id, { dueAt, lastError })
  log.warn({ ...about, dueAt }, 'mail not sent, will be tried again')
}

/** Milliseconds, doubling, give or take half: many mails must not all come back at once. */
function delayAfter(attempts: number): number {
  return Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs) * (0.5 + Math.random())
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
