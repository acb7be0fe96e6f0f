import { queueConfirmations } from '../calendar/queue-confirmations.ts'
import { queueClosureMails } from '../clinic/mails.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import type { Metrics } from '../http/metrics.ts'
import { ownTurn } from '../own-turn.ts'
import { createQueueReminders } from '../reminders/queue-reminders.ts'
import { startWorker, type Worker } from '../worker.ts'
import { createDeliverDueMail, type MailParts } from './deliver-mail.ts'
import { createEmlMailer } from './eml.ts'
import { lacksSender } from './notification.ts'
import { atOnce, createSmtpMailer } from './smtp.ts'
import { createTwilioTexter } from './twilio.ts'

/** Wake it after a commit that has queued a mail. */
export type Outbox = Worker

/** Milliseconds between two polls of the outbox without a wake: for retries and other processes' mail. */
const pollMs = 5_000

type OutboxParts = MailParts & {
  /** Queues mail that is owed and not written yet; true when there was some. */
  gather?: () => Promise<boolean>
}

/** Mails that one lane sends before it gathers again. */
const perRound = 10

type ClinicParts = {
  config: Config & { authSecret: string }
  database: Database
  clock: Clock
  log: Log
  metrics?: Metrics
}

/** Starts this process's worker. */
export function startOutbox(parts: ClinicParts): Outbox {
  if (lacksSender(parts.config)) {
    parts.log.warn(
      'MAIL_FROM is no address of the clinic: replies, and messages of the contact form, reach nobody',
    )
  }
  return runOutbox(prepareOutbox(parts))
}

/** The mailers of a clinic: SMTP where SMTP_URL is set, otherwise files. */
export function prepareOutbox(parts: ClinicParts): OutboxParts {
  const { smtpUrl, smtpNeedsTls, mailFrom, dataDir, sms, production } = parts.config
  const { log } = parts
  const mailer = smtpUrl
    ? createSmtpMailer({ smtpUrl, mailFrom, smtpNeedsTls })
    : createEmlMailer({ dataDir, mailFrom, log, logsLinks: !production })
  const texter = sms && createTwilioTexter(sms)
  const queueReminders = createQueueReminders(parts)
  const gather = async () => {
    const confirmed = await queueConfirmations(parts)
    const closed = await queueClosureMails(parts)
    return (await queueReminders()) || confirmed || closed
  }
  return { ...parts, mailer, texter, gather }
}

/** Sends due mail, several at a time, until stopped. Any number of processes may run it. */
export function runOutbox(parts: OutboxParts): Outbox {
  const turn = createOutboxTurn(parts)
  const worker = startWorker(pollMs, async (_, stopping) => (await turn(stopping)).isBusy)
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop()
      parts.mailer.close?.()
    },
  }
}

/** Busy when there was something to do. What has failed is still due. */
type Turn = { isBusy: boolean; hasFailed: boolean }

/** Sends some due mail per call. */
export function createOutboxTurn(parts: OutboxParts): (stopping: AbortSignal) => Promise<Turn> {
  const deliver = createDeliverDueMail(parts)
  return (stopping) => work({ ...parts, deliver }, stopping)
}

/**
 * Gathers owed mail, then sends what is due, after a burst of bookings; an error while gathering does not delay
 * the sending.
 */
async function work(
  {
    database,
    gather,
    deliver,
    log,
  }: Pick<OutboxParts, 'database' | 'gather' | 'log'> & { deliver: () => Promise<boolean> },
  stopping: AbortSignal,
): Promise<Turn> {
  let hasFailed = false
  const fail = (err: unknown) => {
    hasFailed = true
    log.error({ err }, 'outbox out of reach')
    return false
  }
  const send = async () => {
    let sent = 0
    while (sent < perRound && !stopping.aborted) {
      await database.untilCalm()
      // On SQLite a mail's writes wait for the disk, and block the thread for all other work.
      await ownTurn()
      if (!(await deliver().catch(fail))) break
      sent += 1
    }
    return sent > 0
  }
  await database.untilCalm()
  const gathered = (await gather?.().catch(fail)) ?? false
  const sent = await Promise.all(Array.from({ length: atOnce }, send))
  return { isBusy: gathered || sent.includes(true), hasFailed }
}
