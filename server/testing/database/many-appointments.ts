import { sql } from 'kysely'
import type { Database, Engine, Queries } from '../../db/database.ts'

/**
 * Adds appointments to a demo clinic in seconds: from 2026-01-01 on, one per slot of each day, for a tenth as
 * many patients in turn. Two of three are paid, by card or at the desk; half of the card payments have a
 * failed refund. Updates the statistics of the engine's query planner.
 */
export async function fillAppointments(database: Database, count: number): Promise<void> {
  await database.unbounded((unbounded) =>
    unbounded.transaction().execute(async (query) => {
      // There are no listeners and every reference is valid: triggers would only cost time.
      if (database.engine === 'postgres') {
        await sql`set local session_replication_role = replica`.execute(query)
      }
      await insertPatients(query, database.engine, count)
      await insertAppointments(query, database.engine, count)
      await insertPayments(query)
      await insertDeskPayments(query)
      await insertRefunds(query)
    }),
  )
  await insertPeople(database.query)
  await sql`analyze`.execute(database.query)
}

function digits(engine: Engine, number: string) {
  return sql.raw(
    engine === 'sqlite' ? `printf('%06d', ${number})` : `lpad((${number})::text, 6, '0')`,
  )
}

async function insertPatients(query: Queries, engine: Engine, count: number): Promise<void> {
  const who = digits(engine, 'n')
  await sql`
    with recursive numbers(n) as
      (select 0 union all select n + 1 from numbers where n < ${sql.lit(Math.ceil(count / 10) - 1)})
    insert into "patients" ("id", "name", "nameKey", "phone", "phoneKey", "email", "createdAt")
    select 'p' || ${who}, 'Pat' || ${who} || ' Doe' || ${who}, 'pat' || ${who} || 'doe' || ${who},
      '718' || ${who}, '718' || ${who}, 'p' || ${who} || '@patients.example',
      '2026-01-01T00:00:00.000Z'
    from numbers`.execute(query)
}

async function insertAppointments(query: Queries, engine: Engine, count: number): Promise<void> {
  const onSqlite = engine === 'sqlite'
  const day = sql.raw(
    onSqlite
      ? `date('2026-01-01', '+' || (n / slots) || ' days')`
      : `to_char(date '2026-01-01' + (n / slots)::integer, 'YYYY-MM-DD')`,
  )
  const [name, who] = [digits(engine, 'n'), digits(engine, `n % ${Math.ceil(count / 10)}`)]
  await sql`
    with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)}),
    places as (
      select s.*, t."name", row_number() over (order by t."id", s."startMinute") - 1 as place,
        count(*) over () as slots
      from "treatmentSlots" as s join "treatments" as t on t."id" = s."treatmentId")
    insert into "appointments" ("id", "treatmentId", "treatment", "priceCents", "day", "slot",
      "startMinute", "endMinute", "patient", "patientName", "phone", "createdAt", "paidCents",
      "deskCents", "paidAt",
      "transactionId", "paidBy", "nameKey", "phoneKey", "patientId")
    select 'a' || ${name}, "treatmentId", "name", 9900, ${day}, "slot", "startMinute", "endMinute",
      'p' || ${who} || '@patients.example', 'Pat' || ${who} || ' Doe' || ${who}, '718' || ${who},
      '2026-01-01T00:00:00.000Z',
      case when n % 3 > 0 then 9900 else 0 end, case when n % 3 = 1 then 9900 else 0 end,
      case when n % 3 > 0 then ${day} || 'T18:00:00.000Z' end,
      case when n % 3 > 0 then 'tx_' || ${name} end,
      case when n % 3 = 1 then 'cash' end,
      'pat' || ${who} || ' doe' || ${who}, '718' || ${who}, 'p' || ${who}
    from numbers join places on place = n % slots`.execute(query)
}

async function insertPayments(query: Queries): Promise<void> {
  await sql`
    insert into "payments" ("id", "appointmentId", "provider", "intentId", "amountCents", "currency",
      "state", "cardBrand", "cardLast4", "createdAt", "checkAt", "chargedAt", "settledAt")
    select 'pay_' || "id", "id", 'sandbox', "transactionId", 9900, 'usd', 'succeeded', 'visa', '4242',
      "paidAt", "paidAt", "paidAt", "paidAt"
    from "appointments" where "paidAt" is not null and "paidBy" is null`.execute(query)
}

async function insertDeskPayments(query: Queries): Promise<void> {
  await sql`
    insert into "deskPayments" ("id", "appointmentId", "amountCents", "method", "takenAt")
    select "transactionId", "id", "deskCents", "paidBy", "paidAt"
    from "appointments" where "paidBy" is not null`.execute(query)
}

async function insertRefunds(query: Queries): Promise<void> {
  await sql`
    insert into "refunds" ("id", "paymentId", "amountCents", "state", "reason", "actor", "dueAt", "requestedAt",
      "settledAt")
    select 're_' || "id", "id", "amountCents", 'failed', 'Asked for it.', 'portal', "chargedAt", "chargedAt",
      "chargedAt"
    from "payments" where cast(substr("appointmentId", 2) as integer) % 2 = 0`.execute(query)
}

/** Those who no trigger has put there. */
async function insertPeople(query: Queries): Promise<void> {
  await sql`
    insert into "searchPeople" ("patient", "nameKey", "phoneKey", "name", "phone")
    select "patient", "nameKey", "phoneKey", max("patientName"), max("phone") from "appointments"
    where true group by 1, 2, 3 on conflict do nothing`.execute(query)
}
