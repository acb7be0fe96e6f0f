import { type Kysely, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/**
 * Each payment at the desk gets a row of its own; one that is taken back stays as a row. Where the history
 * has the amount of each, the rows are made of it: only the newest still has its own transaction id.
 * Otherwise one row is made of what the appointment says.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`create table "deskPayments" (
    "id" text primary key, "appointmentId" text not null references "appointments" ("id"),
    "amountCents" integer not null check ("amountCents" > 0),
    "method" text not null check ("method" in ('cash', 'card', 'other')),
    "takenAt" text not null, "removedAt" text)`.execute(query)
  await fillFromHistory(query, engine)
  await sql`insert into "deskPayments" ("id", "appointmentId", "amountCents", "method", "takenAt")
    select a."transactionId", a."id", a."deskCents", a."paidBy", a."paidAt" from "appointments" as a
    where a."deskCents" > 0
      and not exists (select 1 from "deskPayments" as d where d."appointmentId" = a."id")`.execute(
    query,
  )
  await sql`create index "deskPayments_by_appointment" on "deskPayments" ("appointmentId")`.execute(
    query,
  )
  await sql`create index "deskPayments_by_time" on "deskPayments" ("takenAt", "id")
    where "removedAt" is null`.execute(query)
  await sql`drop index "appointments_paid_at_desk"`.execute(query)
}

/** Since the last removal, which took all of an appointment's desk payments back. */
async function fillFromHistory(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const cents = sql.raw(
    engine === 'sqlite'
      ? `json_extract(e."data", '$.amountCents')`
      : `cast(e."data"::json ->> 'amountCents' as integer)`,
  )
  const method = sql.raw(
    engine === 'sqlite' ? `json_extract(e."data", '$.method')` : `e."data"::json ->> 'method'`,
  )
  await sql`insert into "deskPayments" ("id", "appointmentId", "amountCents", "method", "takenAt")
    with "taken" as (
      select e."id", e."appointmentId", e."at", ${cents} as "cents", ${method} as "method",
        a."transactionId", a."deskCents", row_number() over (
          partition by e."appointmentId" order by e."at" desc, e."id" desc) as "place"
      from "appointmentEvents" as e join "appointments" as a on a."id" = e."appointmentId"
      where e."kind" = 'paid_at_desk' and a."deskCents" > 0
        and not exists (select 1 from "appointmentEvents" as r
          where r."appointmentId" = e."appointmentId" and r."kind" = 'desk_payment_removed'
            and (r."at" > e."at" or (r."at" = e."at" and r."id" > e."id")))),
    "known" as (
      select "appointmentId" from "taken" group by "appointmentId", "deskCents"
      having sum("cents") = "deskCents" and min("cents") > 0
        and count(*) = count("cents") and count(*) = count("method"))
    select case "place" when 1 then "transactionId" else 'desk_' || "id" end, "appointmentId",
      "cents", "method", "at"
    from "taken" where "appointmentId" in (select "appointmentId" from "known")`.execute(query)
}
