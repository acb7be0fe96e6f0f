import { sql } from 'kysely'
import type { Database, Engine } from './database.ts'

/** A broken rule, with the rows that break it. */
export type Finding = {
  rule: string
  /** The first rows. */
  rows: unknown[]
  count: number
}

const mostRows = 10

/** The amount of payments that was collected and not refunded. */
const kept = `coalesce((select sum(p."amountCents" - p."returnedCents") from payments p
  where p."appointmentId" = a.id and p.state = 'succeeded'), 0)`

const overlap = (same: string, end: string) => `select a.id, b.id as other from appointments a
  join appointments b on b.id > a.id and b.day = a.day and b."${same}" = a."${same}"
    and a."startMinute" < b."${end}" and b."startMinute" < a."${end}"
  where a."cancelledAt" is null and b."cancelledAt" is null`

/** Cents of an appointment's events; null where one from before migration 0019 has only text. */
const eventCents = {
  sqlite: `json_extract(e.data, '$.amountCents')`,
  postgres: `(e.data::json ->> 'amountCents')::int`,
}
const recorded = (engine: Engine, kinds: Record<string, 1 | -1>) => {
  const signs = Object.entries(kinds).map(([kind, sign]) => `when '${kind}' then ${sign}`)
  const cents = eventCents[engine]
  return `(select case when count(*) = count(${cents})
      then coalesce(sum(${cents} * case e.kind ${signs.join(' ')} end), 0) end
    from "appointmentEvents" e where e."appointmentId" = a.id
      and e.kind in (${Object.keys(kinds).map((kind) => `'${kind}'`)}))`
}

/**
 * Invariants of the database while no transaction is open (design.md section 4): each query finds the rows that
 * break one. The same SQL text on both engines.
 */
const rules = (engine: Engine): Record<string, string> => ({
  'a doctor treats one patient at a time': overlap('doctorId', 'busyUntilMinute'),
  'a chair holds one patient at a time': overlap('chairId', 'busyUntilMinute'),
  'a patient sits in one chair at a time': overlap('patientId', 'endMinute'),
  'without doctors a slot is taken once': `select a."treatmentId", a.day, a.slot from appointments a
    where a."cancelledAt" is null and a."doctorId" is null
    group by a."treatmentId", a.day, a.slot having count(*) > 1`,
  'a patient has a treatment once a day': `select a."patientId", a.day, a."treatmentId"
    from appointments a where a."cancelledAt" is null
    group by a."patientId", a.day, a."treatmentId" having count(*) > 1`,
  'an appointment has a patient': `select a.id from appointments a
    left join patients p on p.id = a."patientId" where p.id is null`,
  'an appointment has one open payment': `select "appointmentId" from payments where state = 'open'
    group by "appointmentId" having count(*) > 1`,
  'what is paid is what was taken and kept': `select a.id, a."paidCents", a."deskCents", ${kept} as kept
    from appointments a where a."paidCents" <> a."deskCents" + ${kept}`,
  'what was promised back is what is asked of the provider': `select p.id from payments p
    where p."returnedCents" <> coalesce((select sum(r."amountCents") from refunds r
      where r."paymentId" = p.id and r.state <> 'failed'), 0)`,
  'no more goes back than was taken': `select p.id from payments p
    where p."returnedCents" > p."amountCents" or p."returnedCents" < 0`,
  'what is taken was collected by the provider': `select p.id from payments p
    left join "sandboxIntents" i on i.id = p."intentId"
    where p.provider = 'sandbox' and p.state in ('succeeded', 'surplus', 'refunded') and (i.id is null
      or i.status <> 'succeeded' or i."amountCents" <> p."amountCents"
      or i."appointmentId" <> p."appointmentId")`,
  'what the provider collected is known': `select i.id from "sandboxIntents" i
    left join payments p on p."intentId" = i.id
    where i.status = 'succeeded' and (p.id is null or p.state = 'cancelled')`,
  'the provider gave back what was asked, once': `select g.id from "sandboxRefunds" g
    left join refunds r on g."idempotencyKey" = r.id || ':' || r."requestedAt"
      or (g."idempotencyKey" = g.id and r."providerRefundId" = g.id) -- of before migration 8
    where r.id is null or r."amountCents" <> g."amountCents"`,
  'what went back was given by the provider': `select r.id from refunds r
    join payments p on p.id = r."paymentId" and p.provider = 'sandbox'
    left join "sandboxRefunds" g on g.id = r."providerRefundId"
    where r.state = 'succeeded' and r."providerRefundId" is not null -- null: of a test, once the clinic is live
      and g.id is null`,
  'a payment is in the history': `select p.id from payments p where p.state = 'succeeded'
    and not exists (select 1 from "appointmentEvents" e
      where e."appointmentId" = p."appointmentId" and e.kind = 'paid')`,
  'an appointment is booked once': `select "appointmentId" from "appointmentEvents"
    where kind = 'booked' group by "appointmentId" having count(*) > 1`,
  'a cancelled appointment says so once': `select a.id from appointments a
    where (a."cancelledAt" is null) <> (0 = (select count(*) from "appointmentEvents" e
      where e."appointmentId" = a.id and e.kind = 'cancelled'))`,
  'a slot is held for one': `select o.day, o.slot from offers o
    where o.state = 'open' and o."doctorId" is null
    group by o."treatmentId", o.day, o.slot having count(*) > 1`,
  'what is held is free': `select o.id from offers o join appointments a
    on a."treatmentId" = o."treatmentId" and a.day = o.day and a.slot = o.slot
    where o.state = 'open' and o."doctorId" is null and a."doctorId" is null
      and a."cancelledAt" is null`,
  'an account has an address of its own': `select lower(email) from users
    group by lower(email) having count(*) > 1`,
  'an account has one holder': `select "accountId" from patients
    where "accountId" is not null and relation is null and "mergedInto" is null
    group by "accountId" having count(*) > 1`,
  'a review is about one appointment': `select "appointmentId" from reviews
    group by "appointmentId" having count(*) > 1`,
  'a merged patient has no appointments': `select a.id from appointments a
    join patients p on p.id = a."patientId" where p."mergedInto" is not null`,
  'money taken at the desk is in the history': `select a.id, a."deskCents" from appointments a
    where a."deskCents" <> ${recorded(engine, { paid_at_desk: 1, desk_payment_removed: -1 })}`,
  'what is paid at the desk is what was taken there': `select a.id, a."deskCents" from appointments a
    where a."deskCents" <> coalesce((select sum(d."amountCents") from "deskPayments" d
      where d."appointmentId" = a.id and d."removedAt" is null), 0)`,
  'each payment at the desk is in the history': `select d.id from "deskPayments" d
    where not exists (select 1 from "appointmentEvents" e where e."appointmentId" = d."appointmentId"
      and e.kind = 'paid_at_desk' and e.at = d."takenAt")
    or (d."removedAt" is not null and not exists (select 1 from "appointmentEvents" e
      where e."appointmentId" = d."appointmentId"
        and e.kind = 'desk_payment_removed' and e.at = d."removedAt"))`,
  'money that went back is in the history': `select a.id from appointments a
    where coalesce((select sum(r."amountCents") from refunds r join payments p on p.id = r."paymentId"
      where p."appointmentId" = a.id and r.state = 'succeeded'), 0)
      -- a bank may return what went back; what failed earlier had not gone back
      not between ${recorded(engine, { refunded: 1, refund_failed: -1 })}
      and ${recorded(engine, { refunded: 1 })}`,
  'only proved accounts have a role': `select id from users where role <> 'patient'
    and ${engine === 'postgres' ? 'not "emailVerified"' : '"emailVerified" = 0'}`,
  ...structure[engine],
})

/** The engine's own guarantees, broken by a damaged disk or by disabled checks. */
const structure = {
  sqlite: {
    'the file is whole': `select integrity_check as said from pragma_integrity_check
      where integrity_check <> 'ok'`,
    'references lead somewhere': 'select * from pragma_foreign_key_check',
  },
  postgres: {
    'constraints are checked': `select conrelid::regclass::text as "table", conname as "constraint"
      from pg_constraint where not convalidated and connamespace = current_schema()::regnamespace`,
    'indexes are whole': `select indexrelid::regclass::text as "index" from pg_index i
      join pg_class c on c.oid = i.indexrelid
      where not indisvalid and c.relnamespace = current_schema()::regnamespace`,
    'triggers are on': `select tgrelid::regclass::text as "table", tgname as "trigger" from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      where tgenabled in ('D', 'R') and c.relnamespace = current_schema()::regnamespace`,
  },
}

/** Every broken rule, with the first rows that break it. */
export async function findViolations({
  engine,
  query,
}: Pick<Database, 'engine' | 'query'>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [rule, text] of Object.entries(rules(engine))) {
    const { rows } = await sql.raw(text).execute(query)
    const count = rows.length
    if (count > 0) findings.push({ rule, rows: rows.slice(0, mostRows), count })
  }
  return findings
}
