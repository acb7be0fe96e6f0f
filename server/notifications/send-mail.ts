import { queueConfirmations } from '../calendar/queue-confirmations.ts'
import { queueClosureMails } from '../clinic/tell-patients.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import type { Metrics } from '../http/metrics.ts'
import { createQueueReminders } from '../reminders/queue-reminders.ts'
import { createEmlMailer } from './eml.ts'
import { type Outbox, runOutbox } from './run-outbox.ts'
import { createSmtpMailer } from './smtp.ts'
import { createTwilioTexter } from './twilio.ts'

/** Starts this process's worker: by SMTP where SMTP_URL says so, otherwise into files. */
export function startOutbox(parts: {
  config: Config & { authSecret: string }
  database: Database
  clock: Clock
  log: Log
  metrics?: Metrics
}): Outbox {
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
  return runOutbox({ ...parts, mailer, texter, gather })
}
