import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/**
 * An appointment's `mark` becomes its `status`, with the words of the trade, in the history and in the
 * audit too. Each step of a visit has its time, and a CHECK keeps their order.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await run(sql`alter table "appointments" add column "status" text not null default 'booked'
    constraint "appointments_status"
    check ("status" in ('booked', 'no_show', 'arrived', 'seated', 'completed'))`)
  const times = ['arrivedAt', 'seatedAt', 'completedAt'].map((name) => sql.id(name))
  for (const time of times) await run(sql`alter table "appointments" add column ${time} text`)
  await fillStatus(run)
  // The last column of a visit has the rule of all of them: SQLite adds no constraint to a table.
  await run(sql`alter table "appointments" add column "noShowAt" text
    constraint "appointments_visit" check (${inOrder})`)
  await fillNoShows(run)
  await run(sql`alter table "appointments" drop column "mark"`)
  await renameEvents(run)
  await renameEntries(query, run, engine)
}

/**
 * A status has its own time and none of a later step. Times of earlier steps are not later than those of
 * later steps. A skipped step has no time. A patient who arrived is not a no-show.
 */
const inOrder = sql`case "status"
    when 'booked' then coalesce("arrivedAt", "seatedAt", "completedAt", "noShowAt") is null
    when 'arrived' then "arrivedAt" is not null
      and coalesce("seatedAt", "completedAt", "noShowAt") is null
    when 'seated' then "seatedAt" is not null and coalesce("completedAt", "noShowAt") is null
    when 'completed' then "completedAt" is not null and "noShowAt" is null
    else "noShowAt" is not null
      and coalesce("arrivedAt", "seatedAt", "completedAt") is null end
  and coalesce("arrivedAt" <= "seatedAt", true) and coalesce("seatedAt" <= "completedAt", true)
  and coalesce("arrivedAt" <= "completedAt", true)`

/** When the history says that it came to a status; else when it was booked. */
const since = (kind: string) => sql`coalesce((select max("at") from "appointmentEvents"
  where "appointmentId" = "appointments"."id" and "kind" = ${sql.lit(kind)}), "createdAt")`

async function fillStatus(run: Run): Promise<void> {
  await run(sql`update "appointments" set "status" = 'arrived', "arrivedAt" = ${since('arrived')}
    where "mark" = 'arrived'`)
  await run(sql`update "appointments" set "status" = 'completed', "completedAt" = ${since('done')}
    where "mark" = 'done'`)
}

async function fillNoShows(run: Run): Promise<void> {
  await run(sql`update "appointments" set "status" = 'no_show', "noShowAt" = ${since('no_show')}
    where "mark" = 'no_show'`)
}

async function renameEvents(run: Run): Promise<void> {
  await run(sql`update "appointmentEvents" set "kind" = 'completed' where "kind" = 'done'`)
  await run(sql`update "appointmentEvents"
    set "kind" = 'status_undone', "data" = '{"status":"booked"}' where "kind" = 'mark_removed'`)
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
