import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { ById } from '../id.ts'
import { pageOf, pageQuery } from '../page.ts'

export const MessageState = z.enum(['new', 'read', 'answered', 'spam'])
export type MessageState = z.infer<typeof MessageState>

/** A message sent with the contact form. */
export const StoredMessage = z.object({
  _id: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  state: MessageState,
  /** An instant in UTC, ISO text. */
  at: z.string(),
})
export type StoredMessage = z.infer<typeof StoredMessage>

export const messageEndpoints = {
  listMessages: {
    method: 'GET',
    path: '/staff/messages',
    summary: 'Contact messages, the newest first; without a state, all but spam.',
    access: { needs: 'messages' },
    audit: 'messages_read',
    query: z.object({ ...pageQuery, state: z.optional(MessageState) }),
    answer: z.extend(pageOf(StoredMessage), { unread: z.number() }),
  },
  markMessage: {
    method: 'PATCH',
    path: '/staff/messages/:id',
    summary: 'Mark a contact message as new, read, answered or spam.',
    access: { needs: 'messages' },
    audit: 'message_marked',
    params: ById,
    body: z.object({ state: MessageState }),
    answer: StoredMessage,
  },
} as const satisfies Record<string, Endpoint>
