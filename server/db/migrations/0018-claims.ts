import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/**
 * `claims` is the address of a sign-up that had an account already. Such a row is stored by an address
 * that does not exist, and is neither confirmed nor staff.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(query))
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await run(sql`alter table "users" add column "claims" ${key} constraint "users_claims_prove_nothing"
    check ("claims" is null or ("claims" = lower("claims") and not "emailVerified"
      and "role" = 'patient' and "email" like '%@claims.neverapatientsaddress'))`)
  await run(sql`create index "users_by_claim" on "users" ("claims") where "claims" is not null`)
  await run(
    sql`create index "users_unconfirmed" on "users" ("createdAt") where not "emailVerified"`,
  )
}
