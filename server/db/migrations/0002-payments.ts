import { type Kysely, type RawBuilder, sql } from 'kysely'

type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** Card payments: attempts, refunds, provider events, history, and the sandbox's own ledger. */
export async function up(query: Kysely<unknown>): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await paymentTables(run)
  await historyTables(run)
  await sandboxTables(run)
}

async function paymentTables(run: Run): Promise<void> {
  await run(sql`create table "payments" (
    "id" text primary key,
    "appointmentId" text not null references "appointments" ("id"),
    "provider" text not null check ("provider" in ('stripe', 'sandbox')),
    "intentId" text unique,
    "amountCents" integer not null check ("amountCents" > 0),
    "currency" text not null check ("currency" = lower("currency")),
    "state" text not null
      check ("state" in ('open', 'succeeded', 'surplus', 'refunded', 'cancelled')),
    "cardBrand" text, "cardLast4" text,
    "createdAt" text not null, "checkAt" text not null,
    "chargedAt" text, "settledAt" text,
    check (("state" = 'open') = ("settledAt" is null)),
    check (("state" in ('open', 'cancelled')) = ("chargedAt" is null)),
    check ("chargedAt" is null or "intentId" is not null))`)
  await run(sql`create unique index "payments_one_open" on "payments" ("appointmentId")
    where "state" = 'open'`)
  await run(sql`create unique index "payments_one_kept" on "payments" ("appointmentId")
    where "state" = 'succeeded'`)
  await run(sql`create index "payments_by_appointment" on "payments" ("appointmentId")`)
  await run(sql`create index "payments_to_check" on "payments" ("checkAt") where "state" = 'open'`)
  await run(sql`create table "refunds" (
    "id" text primary key,
    "paymentId" text not null unique references "payments" ("id"),
    "state" text not null check ("state" in ('requested', 'succeeded', 'failed')),
    "reason" text not null, "actor" text not null,
    "providerRefundId" text unique,
    "attempts" integer not null default 0, "dueAt" text not null,
    "requestedAt" text not null, "settledAt" text, "lastError" text,
    check (("state" = 'requested') = ("settledAt" is null)))`)
  await run(sql`create index "refunds_due" on "refunds" ("dueAt") where "state" = 'requested'`)
}

async function historyTables(run: Run): Promise<void> {
  await run(sql`create table "providerEvents" (
    "id" text primary key, "kind" text not null, "receivedAt" text not null)`)
  await run(sql`create table "appointmentEvents" (
    "id" text primary key,
    "appointmentId" text not null references "appointments" ("id"),
    "at" text not null, "actor" text not null, "kind" text not null, "detail" text not null)`)
  await run(sql`create index "appointmentEvents_by_appointment"
    on "appointmentEvents" ("appointmentId", "at")`)
}

/** What Stripe would keep on its side; nothing of ours refers to it. */
async function sandboxTables(run: Run): Promise<void> {
  await run(sql`create table "sandboxIntents" (
    "id" text primary key, "idempotencyKey" text not null unique,
    "clientSecret" text not null unique,
    "amountCents" integer not null, "currency" text not null,
    "appointmentId" text not null, "paymentId" text not null,
    "status" text not null check ("status" in
      ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
    "cardBrand" text, "cardLast4" text, "chargedAt" text)`)
  await run(sql`create table "sandboxCards" (
    "id" text primary key, "outcome" text not null, "brand" text not null, "last4" text not null,
    "createdAt" text not null)`)
  await run(sql`create table "sandboxRefunds" (
    "id" text primary key,
    "intentId" text not null unique references "sandboxIntents" ("id"),
    "amountCents" integer not null, "createdAt" text not null)`)
}
