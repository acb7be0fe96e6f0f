import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** An appointment's `mark` becomes its `status`, with the words of the trade, in the history too. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  // Only PostgreSQL runs a migration in a transaction of its own.
  if (engine === 'postgres') return convert(query, engine)
  await query.transaction().execute((transaction) => convert(transaction, engine))
}

async function convert(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await run(sql`alter table "appointments" add column "status" text not null default 'booked'
    constraint "appointments_status"
    check ("status" in ('booked', 'arrived', 'completed', 'no_show'))`)
  await run(sql`update "appointments"
    set "status" = case "mark" when 'done' then 'completed' else "mark" end
    where "mark" is not null`)
  await run(sql`alter table "appointments" drop column "mark"`)
  await renameEvents(run)
  await renameEntries(query, run, engine)
}

async function renameEvents(run: Run): Promise<void> {
  await run(sql`update "appointmentEvents" set "kind" = 'completed' where "kind" = 'done'`)
  await run(sql`update "appointmentEvents" set "kind" = 'status_removed'
    where "kind" = 'mark_removed'`)
}

/** A trigger keeps entries as they are, whichever migration wrote it last: it is put back as it was. */
async function renameEntries(query: Kysely<unknown>, run: Run, engine: Engine): Promise<void> {
  const rename = sql`update "auditEntries" set "action" = 'status_set', "data" = case "data"
      when '{"mark":"arrived"}' then '{"status":"arrived"}'
      when '{"mark":"done"}' then '{"status":"completed"}'
      when '{"mark":"no_show"}' then '{"status":"no_show"}'
      when '{"mark":null}' then '{"status":"booked"}'
      else "data" end
    where "action" = 'appointment_marked'`
  if (engine === 'postgres') {
    await run(sql`alter table "auditEntries" disable trigger "auditEntries_kept"`)
    await run(rename)
    await run(sql`alter table "auditEntries" enable trigger "auditEntries_kept"`)
    return
  }
  const { rows } = await sql<{ sql: string }>`select "sql" from "sqlite_master"
    where "type" = 'trigger' and "name" = 'auditEntries_closed'`.execute(query)
  await run(sql`drop trigger "auditEntries_closed"`)
  await run(rename)
  for (const trigger of rows) await run(sql.raw(trigger.sql))
}
