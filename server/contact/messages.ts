import { v7 } from 'uuid'
import type { MessageState, StoredMessage } from '../../contract/contact/endpoints.ts'
import { defineTexts } from '../../contract/language.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Queries } from '../db/database.ts'
import { readLanguage } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import { type Mail, readAddress, type Sender } from '../notifications/notification.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { insertMessage, listNewest, type Message, selectUnread } from './queries.ts'

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

const contactTexts = defineTexts({
  en: {
    subject: (subject: string) => `Message from your site: ${subject}`,
    from: (writer: string) => `${writer} wrote to you through the contact form of your site.`,
    closing:
      'Your answer to this mail goes to the address above. We have not checked that it is theirs.',
  },
  es: {
    subject: (subject: string) => `Mensaje desde su sitio: ${subject}`,
    from: (writer: string) => `${writer} le escribió por el formulario de contacto de su sitio.`,
    closing:
      'Su respuesta a este correo irá a la dirección de arriba. No hemos comprobado que sea de esa persona.',
  },
})

/** What the contact form of the home page brings to the clinic's mailbox; answering it answers the writer. */
export function writeContactMail(
  sender: Sender,
  about: {
    /** The clinic's own mailbox. */
    recipient: string
    writer: string
    subject: string
    message: string
  },
): Mail {
  const { recipient, writer } = about
  const t = contactTexts[sender.language]
  const subject = t.subject(about.subject)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.from(writer), about.message],
    closing: t.closing,
  })
  return { kind: 'contact', recipient, replyTo: writer, subject, ...parts }
}
