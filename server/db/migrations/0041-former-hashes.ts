import { type Kysely, sql } from 'kysely'

/** Every sign-in asks whether a password from before argon2id is left; mostly none is. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`create index "accounts_former" on "accounts" ("id")
    where substr("password", 1, 9) <> 'argon2id-'`.execute(query)
}
