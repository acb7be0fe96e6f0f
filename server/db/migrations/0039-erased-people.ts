import { type Kysely, sql } from 'kysely'

/** Digests by which an import knows who was erased. Nothing else is stored of them, not even which record it was. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`create table "erasedPeople" ("key" text primary key not null,
    "erasedAt" text not null)`.execute(query)
}
