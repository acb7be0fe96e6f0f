import type { MessageState, StoredMessage } from '../../contract/contact/endpoints.ts'
import type { Queries } from '../db/database.ts'
import { listNewest, type Message, selectUnread } from './queries.ts'

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
