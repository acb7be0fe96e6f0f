import { type Kysely, type RawBuilder, sql } from 'kysely'

/** What the clinic promises after a booking, and in which language each person is written to. */
export async function up(query: Kysely<unknown>): Promise<void> {
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(query))
  const columns = [
    sql`"cutoffMinutes" integer not null default 1440 check ("cutoffMinutes" >= 0)`,
    sql`"refundRule" text not null default 'before_cutoff'
      check ("refundRule" in ('before_cutoff', 'always', 'never'))`,
    sql`"reminderMinutes" text not null default '10080,2880,120'`,
    sql`"offerMinutes" integer not null default 120 check ("offerMinutes" > 0)`,
  ]
  for (const column of columns) await run(sql`alter table "clinic" add column ${column}`)
  await run(sql`alter table "users" add column "language" text
    check ("language" in ('en', 'es'))`)
}
