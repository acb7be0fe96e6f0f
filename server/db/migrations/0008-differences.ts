import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** Several payments for one appointment, and refunds of a part: a move changes the price. */
export async function up(query: Kysely<unknown>, _engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await returnedOfPayments(run)
  await refundsOfParts(run)
  await sandboxRefundsOfParts(run)
  await paidOfAppointments(run)
}

/** The database itself refuses to give back more of a payment than was collected. */
async function returnedOfPayments(run: Run): Promise<void> {
  await run(sql`drop index "payments_one_kept"`)
  await run(sql`alter table "payments" add column "returnedCents" integer not null default 0
    constraint "payments_returned" check ("returnedCents" between 0 and "amountCents")`)
  await run(sql`update "payments" set "returnedCents" = "amountCents"
    where exists (select 1 from "refunds"
      where "paymentId" = "payments"."id" and "refunds"."state" <> 'failed')`)
}

/** Recreates the table, since SQLite cannot drop the unique constraint of a column. */
async function refundsOfParts(run: Run): Promise<void> {
  await run(sql`create table "wholeRefunds" as select * from "refunds"`)
  await run(sql`drop table "refunds"`)
  await run(sql`create table "refunds" (
    "id" text primary key,
    "paymentId" text not null references "payments" ("id"),
    "amountCents" integer not null check ("amountCents" > 0),
    "state" text not null check ("state" in ('requested', 'succeeded', 'failed')),
    "reason" text not null, "actor" text not null,
    "providerRefundId" text unique,
    "attempts" integer not null default 0, "dueAt" text not null,
    "requestedAt" text not null, "settledAt" text, "lastError" text,
    check (("state" = 'requested') = ("settledAt" is null)))`)
  await run(sql`insert into "refunds" select r."id", r."paymentId", p."amountCents", r."state",
    r."reason", r."actor", r."providerRefundId", r."attempts", r."dueAt", r."requestedAt",
    r."settledAt", r."lastError"
    from "wholeRefunds" r join "payments" p on p."id" = r."paymentId"`)
  await run(sql`drop table "wholeRefunds"`)
  await run(sql`create index "refunds_due" on "refunds" ("dueAt") where "state" = 'requested'`)
  await run(sql`create index "refunds_by_payment" on "refunds" ("paymentId")`)
}

async function sandboxRefundsOfParts(run: Run): Promise<void> {
  await run(sql`create table "wholeRefunds" as select * from "sandboxRefunds"`)
  await run(sql`drop table "sandboxRefunds"`)
  await run(sql`create table "sandboxRefunds" (
    "id" text primary key, "idempotencyKey" text not null unique,
    "intentId" text not null references "sandboxIntents" ("id"),
    "amountCents" integer not null, "createdAt" text not null)`)
  await run(sql`insert into "sandboxRefunds"
    select "id", "id", "intentId", "amountCents", "createdAt" from "wholeRefunds"`)
  await run(sql`drop table "wholeRefunds"`)
  await run(sql`create index "sandboxRefunds_by_intent" on "sandboxRefunds" ("intentId")`)
}

async function paidOfAppointments(run: Run): Promise<void> {
  await run(sql`alter table "appointments" add column "deskCents" integer not null default 0
    constraint "appointments_desk" check ("deskCents" >= 0)`)
  await run(sql`alter table "appointments" add column "paidCents" integer not null default 0
    constraint "appointments_paid" check ("paidCents" >= "deskCents")`)
  await run(sql`update "appointments" set "deskCents" = "priceCents", "paidCents" = "priceCents"
    where "paidBy" is not null`)
  await run(sql`update "appointments" set "paidCents" = (
      select coalesce(sum("amountCents" - "returnedCents"), 0) from "payments"
      where "appointmentId" = "appointments"."id" and "payments"."state" = 'succeeded')
    where "paidAt" is not null and "paidBy" is null`)
}
