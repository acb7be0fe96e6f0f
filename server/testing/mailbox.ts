import { expect } from 'vitest'
import type { Database } from '../db/database.ts'

/** Mails waiting in the outbox, oldest first, as `kind to recipient`. */
export async function queuedMails({ database }: { database: Database }): Promise<string[]> {
  const rows = await database.query
    .selectFrom('outbox')
    .select(['kind', 'recipient'])
    .orderBy('id')
    .execute()
  return rows.map(({ kind, recipient }) => `${kind} to ${recipient}`)
}

/** The link in the newest mail of a kind; `path` and `token` as our own page would read them. */
export async function readLink({ database }: { database: Database }, kind: string) {
  const mail = await database.query
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const url = new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '')
  const token = new URLSearchParams(url.hash.slice(1)).get('token') ?? ''
  expect(url.origin).toBe('http://localhost:5000')
  return { path: url.pathname, token }
}
