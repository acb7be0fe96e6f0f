import * as z from 'zod/mini'
import { User } from '../../contract/users/user.ts'
import type { Queries } from '../db/database.ts'
import { streamChunks } from '../http/send-content.ts'
import { listUsers } from './list-users.ts'

/** Rows read at a time: few enough that nobody else waits for them. */
const pageRows = 500

type Asked = { after?: string | undefined; search?: string | undefined }

/** All the users that are asked for as one array, written while it is read, at the reader's pace. */
export function sendUsers(query: Queries, asked: Asked): Response {
  return new Response(streamChunks(writeUsers(query, asked)), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}

async function* writeUsers(query: Queries, { after, search }: Asked) {
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
