import { type Kysely, sql } from 'kysely'

/**
 * Whether a payment was made without real money. The ids that Stripe gave to earlier ones do not tell: those
 * stay null, and count as the clinic's keys say.
 */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`alter table "payments" add column "testMode" integer
    check ("testMode" in (0, 1) and ("testMode" = 1 or "provider" <> 'sandbox'))`.execute(query)
  await sql`update "payments" set "testMode" = 1 where "provider" = 'sandbox'`.execute(query)
  await sql`create index "payments_in_test_mode" on "payments" ("appointmentId")
    where "testMode" = 1`.execute(query)
}
