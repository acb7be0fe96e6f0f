import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

type Row = { id: string; secret: string }

/**
 * Sessions and one-time links are stored as hashes, including existing ones: accounts stay signed in, and
 * links in sent mails still work. Hashed here because SQLite has no SHA-256 of its own.
 */
export async function up(query: Kysely<unknown>): Promise<void> {
  const sessions = await sql<Row>`select "id", "token" as "secret" from "sessions"`.execute(query)
  for (const { id, secret } of sessions.rows) {
    await sql`update "sessions" set "token" = ${hashed(secret)} where "id" = ${id}`.execute(query)
  }
  const links = await sql<Row>`select "id", "identifier" as "secret"
    from "verifications"`.execute(query)
  for (const { id, secret } of links.rows) {
    const begin = secret.lastIndexOf(':') + 1
    const identifier = secret.slice(0, begin) + hashed(secret.slice(begin))
    await sql`update "verifications" set "identifier" = ${identifier}
      where "id" = ${id}`.execute(query)
  }
}

function hashed(secret: string): string {
  return hash('sha256', secret, 'hex')
}
