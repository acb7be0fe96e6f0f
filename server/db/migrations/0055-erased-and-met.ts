import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/**
 * Reasons that were typed for a cancellation or a refund are erased with the person, also of those who were erased
 * before. An account that meets the clinic's record of its holder (migration 26) takes over its alert and note whole,
 * and its requests on the waitlist.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const { rows } = await (engine === 'sqlite' ? triggers : functions).execute(query)
  for (const { text, drop } of rows) {
    const mended = changes.reduce((all, { was, is }) => all.replaceAll(was, is), text)
    if (mended === text) continue
    if (drop) await sql.raw(drop).execute(query)
    await sql.raw(mended).execute(query)
  }
  await eraseReasons(query)
  // A merge by staff has ended the requests of who went.
  await sql`update "waits" set "patientId" = (select p."mergedInto" from "patients" as p
      where p."id" = "waits"."patientId")
    where "state" = 'waiting' and "appointmentId" is not null and exists (select 1 from "patients" as p
      where p."id" = "waits"."patientId" and p."mergedInto" is not null)`.execute(query)
}

/** Definitions; on SQLite one is dropped before it is made again. */
type Definitions = RawBuilder<{ text: string; drop: string | null }>

const triggers: Definitions = sql`select "sql" as "text", 'drop trigger "' || "name" || '"' as "drop"
  from "sqlite_master" where "type" = 'trigger'`

/** With the search path that migration 48 has set. */
const functions: Definitions = sql`select pg_get_functiondef(p.oid) as "text", null as "drop"
  from pg_proc as p
  where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
    and p.proname in ('refuse_audit_change', 'make_holder', 'meet_record', 'own_what_was_booked')`

/** What the audit has of a cancellation, with and without a refund. */
const cancellations = (reason: string) =>
  ['true', 'false'].map((refund) => `{"reason":"${reason}","refund":${refund}}`)
const [any, erased] = [cancellations('%'), cancellations('—')]

const changes = [
  /** The third exception of the audit's trigger, after the two of migration 37. */
  after(
    `and old."data" like '{"search":%'`,
    `)
          or (new."subject" = old."subject" and new."action" = 'appointment_cancelled' and (
            (new."data" = '${erased[0]}' and old."data" like '${any[0]}')
            or (new."data" = '${erased[1]}' and old."data" like '${any[1]}'))`,
  ),
  // What migration 49 cut was on no screen any more: it counted to what staff may type in one field.
  whole('note', { between: '\n', most: 5000 }),
  whole('alert', { between: '; ', most: 200 }),
  after(given('appointments'), `\n  ${given('waits')}`),
]

type Change = { was: string; is: string }

function after(was: string, addition: string): Change {
  return { was, is: was + addition }
}

function whole(column: string, { between, most }: { between: string; most: number }): Change {
  const both = `"patients"."${column}" || '${between}' || met."${column}"`
  return { was: `substr(${both}, 1, ${most})`, is: both }
}

/** As it stands in migration 26. */
function given(table: string): string {
  return `update "${table}" set "patientId" = ${holder('id')}
    where "patientId" in (select "id" from "patients" where new."emailVerified" and "accountId" is null and "email" = new."email"
  and "mergedInto" is null and "nameKey" = ${holder('nameKey')});`
}

function holder(column: string): string {
  return `(select "${column}" from "patients"
  where "accountId" = new."id" and "relation" is null)`
}

async function eraseReasons(query: Kysely<unknown>): Promise<void> {
  const theirs = sql`(select "id" from "appointments" where "patient" like 'guest:removed:%')`
  for (const [index, like] of any.entries()) {
    await sql`update "auditEntries" set "data" = ${erased[index]}
      where "action" = 'appointment_cancelled' and "status" is not null and "data" like ${like}
        and "subject" in ${theirs}`.execute(query)
  }
  await sql`update "refunds" set "reason" = '—' where "reason" <> '' and "paymentId" in
    (select "id" from "payments" where "appointmentId" in ${theirs})`.execute(query)
  const { rows } = await sql<{ id: string; data: string }>`select "id", "data"
    from "appointmentEvents" where "data" like '%"text":%' and "appointmentId" in ${theirs}
      and "kind" in ('cancelled', 'payment_surplus', 'refund_requested', 'refunded')`.execute(query)
  for (const { id, data } of rows) {
    const fields: { text?: string; reason?: { text?: string } | null } = JSON.parse(data)
    if (fields.text !== undefined) fields.text = '—'
    if (fields.reason?.text !== undefined) fields.reason.text = '—'
    await sql`update "appointmentEvents" set "data" = ${JSON.stringify(fields)}
      where "id" = ${id}`.execute(query)
  }
}
