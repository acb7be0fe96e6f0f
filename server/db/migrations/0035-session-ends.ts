import { type Kysely, sql } from 'kysely'

/**
 * When the person behind a session last acted and last proved who they are. '' is never: who was signed in
 * before this migration and works for the clinic signs in once more.
 */
export async function up(query: Kysely<unknown>): Promise<void> {
  for (const column of ['activeAt', 'provedAt']) {
    await sql`alter table "sessions" add column ${sql.id(column)} text not null default ''`.execute(
      query,
    )
  }
}
