import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/**
 * Adds two roles between patient and admin, which need a confirmed e-mail as admin does; invitations to the
 * staff; and a rule that the last admin stays, regardless of which statement would remove or demote them.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await (engine === 'sqlite' ? widenRoleOnSqlite(query, run) : widenRoleOnPostgres(run))
  await (engine === 'sqlite' ? keepAdminOnSqlite(run) : keepAdminOnPostgres(run))
  await invitationTable(run, engine)
}

const roles = sql`('patient', 'desk', 'doctor', 'admin')`

async function widenRoleOnPostgres(run: Run): Promise<void> {
  await run(sql`alter table "users" drop constraint "users_role_check"`)
  await run(sql`alter table "users" add constraint "users_role" check ("role" in ${roles})`)
}

/**
 * SQLite changes no CHECK: the two columns whose rules name the role make place for new ones. What else
 * refers to them is put back as it was.
 */
async function widenRoleOnSqlite(query: Kysely<unknown>, run: Run): Promise<void> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select "type", "name", "sql" from "sqlite_master"
    where "type" = 'trigger' or ("type" = 'index' and "tbl_name" = 'users')
    order by "rowid"`.execute(query)
  const referring = rows.filter(
    ({ type, sql: text }) => text !== null && (type === 'trigger' || /"role"|"claims"/.test(text)),
  )
  for (const { type, name } of referring) await run(sql`drop ${sql.raw(type)} ${sql.id(name)}`)
  await run(sql`alter table "users" rename column "claims" to "formerClaims"`)
  await run(sql`alter table "users" rename column "role" to "formerRole"`)
  await run(sql`alter table "users" add column "role" text not null default 'patient'
    constraint "users_role" check ("role" in ${roles})`)
  await run(sql`update "users" set "role" = "formerRole" where "formerRole" <> 'patient'`)
  await run(sql`alter table "users" add column "claims" text
    constraint "users_claims_prove_nothing"
    check ("claims" is null or ("claims" = lower("claims") and not "emailVerified"
      and "role" = 'patient' and "email" like '%@claims.neverapatientsaddress'))`)
  await run(sql`update "users" set "claims" = "formerClaims" where "formerClaims" is not null`)
  await run(sql`alter table "users" drop column "formerClaims"`)
  await run(sql`alter table "users" drop column "formerRole"`)
  for (const { sql: text } of referring) await run(sql.raw(text))
}

async function keepAdminOnSqlite(run: Run): Promise<void> {
  const isLast = sql`(select count(*) from "users" where "role" = 'admin') = 1`
  await run(sql`create trigger "users_last_admin_demoted" before update of "role" on "users"
    when old."role" = 'admin' and new."role" <> 'admin' and ${isLast} begin
      select raise(abort, 'users_last_admin'); end`)
  await run(sql`create trigger "users_last_admin_removed" before delete on "users"
    when old."role" = 'admin' and ${isLast} begin
      select raise(abort, 'users_last_admin'); end`)
}

/**
 * The lock makes those who would go at once go one after the other: each counts what the one before has
 * committed.
 */
async function keepAdminOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "keep_last_admin"() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('last admin of ' || tg_table_schema, 0));
      if (select count(*) from "users" where "role" = 'admin') = 1 then
        raise exception 'users_last_admin' using errcode = '23514', constraint = 'users_last_admin';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$`)
  await run(sql`create trigger "users_last_admin_demoted" before update of "role" on "users"
    for each row when (old."role" = 'admin' and new."role" <> 'admin')
    execute function "keep_last_admin"()`)
  await run(sql`create trigger "users_last_admin_removed" before delete on "users"
    for each row when (old."role" = 'admin') execute function "keep_last_admin"()`)
}

/** An invitation is open until it is accepted, withdrawn or over; an address has one at a time. */
async function invitationTable(run: Run, engine: Engine): Promise<void> {
  const key = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text')
  await run(sql`create table "staffInvitations" (
    "id" text primary key,
    "email" ${key} not null check ("email" = lower("email")),
    "role" text not null check ("role" in ('desk', 'doctor', 'admin')),
    "invitedBy" text not null,
    "createdAt" text not null,
    "expiresAt" text not null,
    "acceptedAt" text,
    "withdrawnAt" text,
    constraint "staffInvitations_ended_once" check ("acceptedAt" is null or "withdrawnAt" is null))`)
  await run(sql`create unique index "staffInvitations_one_open" on "staffInvitations" ("email")
    where "acceptedAt" is null and "withdrawnAt" is null`)
}
