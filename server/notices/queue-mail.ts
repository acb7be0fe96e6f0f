import { v7 } from 'uuid'
import type { Queries } from '../db/database.ts'

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
}

/**
 * Puts a mail into the outbox, in the caller's transaction when it passes one, so that a mail goes
 * out if and only if the change it reports was committed. Wake the outbox after the commit.
 */
export async function queueMail(query: Queries, mail: Mail, now: Date): Promise<void> {
  const instant = now.toISOString()
  await query
    .insertInto('outbox')
    .values({
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
    })
    .execute()
}

/** A subject is a header: a line break in one would begin another. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
