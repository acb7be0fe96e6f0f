import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import {
  type ClaimedMail,
  claimMail,
  isStillTrue,
  markFailed,
  markOutdated,
  markRetry,
  markSent,
} from './queries.ts'

/** The outside system that takes a mail; `id` is the same at every try. */
export type Mailer = { send(mail: ClaimedMail): Promise<void> }

/** Thrown by a mailer for a mail that no other try can deliver. */
export class MailRefused extends Error {}

export type MailParts = { database: Database; mailer: Mailer; clock: Clock; log: Log }

/** Milliseconds: longer than the mailer's own limits together, so that only a dead worker's lapses. */
const claimMs = 5 * 60_000
const firstDelayMs = 30_000
const longestDelayMs = 6 * 3_600_000
/** About fifteen hours of trying. */
const mostAttempts = 12

/**
 * Sends the mail that is due the longest; false when none is. At least once: a process that dies
 * between the sending and the note of it leaves a mail that is sent again, under the same Message-ID.
 * A mail about an appointment that no longer has the time it names is not sent at all.
 */
export async function deliverDueMail({
  database,
  mailer,
  clock,
  log,
}: MailParts): Promise<boolean> {
  const now = clock()
  const mail = await claimMail(database, {
    now: now.toISOString(),
    claimedUntil: new Date(now.getTime() + claimMs).toISOString(),
  })
  if (!mail) return false
  if (!(await isStillTrue(database.query, mail))) {
    await markOutdated(database.query, mail.id, now.toISOString())
    return true
  }
  try {
    if (mail.attempts > mostAttempts) throw new MailRefused('its worker died at every try')
    await mailer.send(mail)
  } catch (error) {
    await noteFailure({ database, clock, log }, mail, error)
    return true
  }
  await markSent(database.query, mail.id, clock().toISOString())
  return true
}

async function noteFailure(
  { database, clock, log }: Omit<MailParts, 'mailer'>,
  { id, kind, attempts }: ClaimedMail,
  error: unknown,
): Promise<void> {
  const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  const about = { mail: id, kind, attempts, code: codeOf(error) }
  if (error instanceof MailRefused || attempts >= mostAttempts) {
    await markFailed(database.query, id, { failedAt: clock().toISOString(), lastError })
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
