import { v7 } from 'uuid'
import { readSender } from '../clinic/read-clinic.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { readLanguage } from '../language/account-language.ts'
import { readAddress } from '../notifications/notification.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { insertMessage } from './queries.ts'
import { writeContactMail } from './write-contact-mail.ts'

type Parts = { config: Config; database: Database; clock: Clock; outbox: { wake(): void } }

/** Stores a message and mails it to the clinic, both or neither. */
export async function sendMessage(
  { config, database, clock, outbox }: Parts,
  message: { email: string; subject: string; message: string },
): Promise<void> {
  const now = clock()
  const recipient = readAddress(config.mailFrom)
  const { query } = database
  const sender = await readSender(query, await readLanguage(query, config, recipient))
  const { email: writer, subject } = message
  const mail = writeContactMail(sender, { recipient, writer, subject, message: message.message })
  await database.query.transaction().execute(async (transaction) => {
    await insertMessage(transaction, { ...message, id: v7(), createdAt: now.toISOString() })
    await queueMail(transaction, mail, now)
  })
  outbox.wake()
}
