import * as z from 'zod/mini'
import { User } from '../../contract/users/user.ts'
import { readSearch } from '../appointments/search-keys.ts'
import type { Queries } from '../db/database.ts'
import { streamChunks } from '../http/send-content.ts'
import { selectSought, selectUsers } from './queries.ts'

type Asked = { after?: string | undefined; limit: number; search?: string | undefined }

/**
 * One page of the accounts in the order of their e-mails. A search finds accounts if each of its words is a
 * part of their name, or of their e-mail before its @, regardless of case, accents and word order.
 */
export async function listUsers(
  query: Queries,
  { after = '', limit, search = '' }: Asked,
): Promise<User[]> {
  const { words } = readSearch(search)
  if (search && words.length === 0) return []
  const page = { after, limit }
  const found = await (search
    ? selectSought(query, { ...page, words })
    : selectUsers(query, page)
  ).execute()
  return found.map(({ id, createdAt, emailVerified, unbounded, secondStep, ...user }) => ({
    _id: id,
    ...user,
    verified: Boolean(emailVerified),
    unbounded: unbounded === 1,
    secondStep: Boolean(secondStep),
    since: new Date(createdAt).toISOString(),
  }))
}

/** Rows read at a time: few enough not to delay other requests. */
const pageRows = 500

type Search = { after?: string | undefined; search?: string | undefined }

/** All the users that are asked for as one array, written while it is read, at the reader's pace. */
export function sendUsers(query: Queries, asked: Search): Response {
  return new Response(streamChunks(writeUsers(query, asked)), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}

async function* writeUsers(query: Queries, { after, search }: Search) {
  const encoder = new TextEncoder()
  let last = after
  yield encoder.encode('[')
  for (;;) {
    const users = await listUsers(query, { after: last, limit: pageRows, search })
    const text = JSON.stringify(z.array(User).parse(users)).slice(1, -1)
    if (text) yield encoder.encode(last === after ? text : `,${text}`)
    if (users.length < pageRows) break
    last = users.at(-1)?.email
    // Reading SQLite does not leave the turn by itself.
    await new Promise(setImmediate)
  }
  yield encoder.encode(']')
}

/** The e-mail of the account that a call names by e-mail or by id; `undefined` if no account has the id. */
export async function findEmail(query: Queries, key: string): Promise<string | undefined> {
  if (key.includes('@')) return key
  const user = await query
    .selectFrom('users')
    .select('email')
    .where('id', '=', key)
    .where('claims', 'is', null)
    .executeTakeFirst()
  return user?.email
}
