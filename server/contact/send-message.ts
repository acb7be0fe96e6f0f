import { v7 } from 'uuid'
import { readClinicName } from '../clinic/queries.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { queueMail } from '../notices/queue-mail.ts'
import { readAddress } from '../notices/read-address.ts'
import { insertMessage } from './queries.ts'
import { writeContactMail } from './write-contact-mail.ts'

type Parts = { config: Config; database: Database; clock: Clock; outbox: { wake(): void } }

/** Stores a message and mails it to the clinic, both or neither. */
export async function sendMessage(
  { config, database, clock, outbox }: Parts,
  message: { email: string; subject: string; message: string },
): Promise<void> {
  const now = clock()
  const mail = writeContactMail({
    clinicName: await readClinicName(database.query),
    recipient: readAddress(config.mailFrom),
    sender: message.email,
    subject: message.subject,
    message: message.message,
  })
  await database.query.transaction().execute(async (transaction) => {
    await insertMessage(transaction, { ...message, id: v7(), createdAt: now.toISOString() })
    await queueMail(transaction, mail, now)
  })
  outbox.wake()
}
