import { v7 } from 'uuid'
import type { MessageState, StoredMessage } from '../../contract/contact/endpoints.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Queries } from '../db/database.ts'
import { readLanguage } from '../language/language.ts'
import { readAddress } from '../notifications/notification.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { insertMessage, listNewest, type Message, selectUnread } from './queries.ts'
import { writeContactMail } from './write-contact-mail.ts'

const allButSpam = ['new', 'read', 'answered'] as const

/** One page of the inbox, the newest first; without a state, all but spam. */
export async function listMessages(
  query: Queries,
  {
    state,
    after,
    limit,
  }: { state?: MessageState | undefined; after?: string | undefined; limit: number },
) {
  // One more than asked for, from each state by its index: is there another page?
  const page = { before: after, limit: limit + 1 }
  const states = state ? [state] : allButSpam
  const found = await listNewest(query, states, page)
  const newest = found.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const rows = newest.slice(0, limit).map(showMessage)
  const next = newest.length > limit ? (rows.at(-1)?._id ?? null) : null
  const { unread } = await selectUnread(query).executeTakeFirstOrThrow()
  return { rows, next, unread }
}

export function showMessage({ id, createdAt, ...message }: Message): StoredMessage {
  return { _id: id, at: createdAt, ...message }
}

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
