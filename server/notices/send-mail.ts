import { queueConfirmations } from '../calendar/queue-confirmations.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { createEmlMailer } from './eml.ts'
import { type Outbox, runOutbox } from './run-outbox.ts'
import { createSmtpMailer } from './smtp.ts'

/** Starts this process's worker: by SMTP where SMTP_URL says so, otherwise into files. */
export function startOutbox(parts: {
  config: Config
  database: Database
  clock: Clock
  log: Log
}): Outbox {
  const { smtpUrl, mailFrom, dataDir } = parts.config
  const { log } = parts
  const mailer = smtpUrl
    ? createSmtpMailer({ smtpUrl, mailFrom })
    : createEmlMailer({ dataDir, mailFrom, log })
  return runOutbox({ ...parts, mailer, gather: () => queueConfirmations(parts) })
}
