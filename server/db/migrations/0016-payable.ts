import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** What a payment may be opened for, and which appointment a session looked at last. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await run(sql`create table "lastReads" (
    "sessionId" text primary key references "sessions" ("id") on delete cascade,
    "appointmentId" text not null references "appointments" ("id") on delete cascade)`)
  await (engine === 'sqlite' ? stillDueOnSqlite(run) : stillDueOnPostgres(run))
}

/** No payment is opened for more than is due for a live appointment, so none for one that is paid. */
async function stillDueOnSqlite(run: Run): Promise<void> {
  await run(sql`create trigger "payments_still_due" before insert on "payments"
    when new."state" = 'open' begin
      select raise(abort, 'payments_still_due') where not exists (
        select 1 from "appointments" where "id" = new."appointmentId" and "cancelledAt" is null
          and "priceCents" - "paidCents" >= new."amountCents");
    end`)
}

/** Recording a charge locks the appointment's row. The lock taken here waits for that and sees its result. */
async function stillDueOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "refuse_not_due"() returns trigger language plpgsql as $$
    begin
      perform 1 from "appointments" where "id" = new."appointmentId" and "cancelledAt" is null
        and "priceCents" - "paidCents" >= new."amountCents" for no key update;
      if not found then
        raise exception 'payments_still_due'
          using errcode = 'check_violation', constraint = 'payments_still_due';
      end if;
      return new;
    end $$`)
  await run(sql`create trigger "payments_still_due" before insert on "payments"
    for each row when (new."state" = 'open') execute function "refuse_not_due"()`)
}
