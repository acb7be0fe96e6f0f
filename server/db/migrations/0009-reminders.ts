import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Reminders: which have gone out, who wants them how, and what the outbox needs to send them. */
export async function up(query: Kysely<unknown>): Promise<void> {
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(query))
  await run(sql`alter table "appointments" add column "confirmedAt" text`)
  for (const column of [
    sql`"channel" text not null default 'mail' check ("channel" in ('mail', 'sms'))`,
    sql`"trueUntil" text`,
    sql`"unsubscribe" text`,
  ]) {
    await run(sql`alter table "outbox" add column ${column}`)
  }
  // The primary key decides which process sends a reminder and prevents a second one.
  await run(sql`create table "reminders" (
    "appointmentId" text not null references "appointments" ("id") on delete cascade,
    "day" text not null, "slot" text not null, "leadMinutes" integer not null,
    "decidedAt" text not null,
    constraint "reminders_once" primary key ("appointmentId", "day", "slot", "leadMinutes"))`)
  await run(sql`create table "noticeSettings" (
    "email" text primary key,
    "byMail" integer not null default 1 check ("byMail" in (0, 1)),
    "bySms" integer not null default 0 check ("bySms" in (0, 1)),
    "phone" text,
    "changedAt" text not null,
    constraint "noticeSettings_sms_phone" check ("bySms" = 0 or "phone" is not null))`)
  await run(sql`create index "noticeSettings_by_phone" on "noticeSettings" ("phone")
    where "phone" is not null`)
}
