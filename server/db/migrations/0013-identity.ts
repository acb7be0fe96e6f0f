import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** Roles only for proved addresses; one-time links of an account; who may try again, and when. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await demoteUnproved(run)
  await (engine === 'sqlite' ? proveRolesOnSqlite(run) : proveRolesOnPostgres(run))
  await confirmationTable(run)
  await (engine === 'sqlite' ? endLinksOnSqlite(run) : endLinksOnPostgres(run))
  await limitTables(run)
}

/**
 * If this leaves no admin, every former admin may be a squatter. The start that runs this migration then
 * creates a first admin, named by the operator, before it serves requests.
 */
async function demoteUnproved(run: Run): Promise<void> {
  await run(sql`update "users" set "role" = 'patient'
    where "role" <> 'patient' and not "emailVerified"`)
}

async function proveRolesOnSqlite(run: Run): Promise<void> {
  for (const event of ['insert', 'update of "role", "emailVerified"']) {
    await run(sql`create trigger ${sql.id(`users_role_needs_proof_${event.slice(0, 6)}`)}
      before ${sql.raw(event)} on "users"
      when new."role" <> 'patient' and not new."emailVerified" begin
        select raise(abort, 'users_role_needs_proof');
      end`)
  }
}

async function proveRolesOnPostgres(run: Run): Promise<void> {
  await run(sql`alter table "users" add constraint "users_role_needs_proof"
    check ("role" = 'patient' or "emailVerified")`)
}

/** Of the links in confirmation mails: they end with their account, and once its address is proved. */
async function confirmationTable(run: Run): Promise<void> {
  await run(sql`create table "emailConfirmations" (
    "hash" text primary key,
    "userId" text not null references "users" ("id") on delete cascade,
    "expiresAt" text not null)`)
  await run(sql`create index "emailConfirmations_by_user" on "emailConfirmations" ("userId")`)
}

/** Links in mails end with what they were for: an address is proved once, a password chosen once. */
async function endLinksOnSqlite(run: Run): Promise<void> {
  await run(sql`create trigger "users_confirmations_ended" after update of "emailVerified" on "users"
    when new."emailVerified" begin
      delete from "emailConfirmations" where "userId" = new."id"; end`)
  await run(sql`create trigger "accounts_resets_ended" after update of "password" on "accounts"
    when new."password" is not old."password" begin
      delete from "verifications" where ${resetsOfAccount}; end`)
}

async function endLinksOnPostgres(run: Run): Promise<void> {
  await run(sql`create function "end_email_confirmations"() returns trigger language plpgsql as $$
    begin delete from "emailConfirmations" where "userId" = new."id"; return null; end $$`)
  await run(sql`create trigger "users_confirmations_ended" after update of "emailVerified" on "users"
    for each row when (new."emailVerified") execute function "end_email_confirmations"()`)
  await run(sql`create function "end_resets"() returns trigger language plpgsql as $$
    begin delete from "verifications" where ${resetsOfAccount}; return null; end $$`)
  await run(sql`create trigger "accounts_resets_ended" after update of "password" on "accounts"
    for each row when (new."password" is distinct from old."password")
    execute function "end_resets"()`)
}

/** As better-auth 1.7 stores them. */
const resetsOfAccount = sql`"identifier" like 'reset-password:%' and "value" = new."userId"`

async function limitTables(run: Run): Promise<void> {
  await run(sql`create table "signInFailures" (
    "account" text primary key,
    "failures" integer not null,
    "openAt" text not null,
    "triedAt" text not null)`)
  await run(sql`create table "signInNetworks" (
    "userId" text not null references "users" ("id") on delete cascade,
    "network" text not null,
    "signedInAt" text not null,
    primary key ("userId", "network"))`)
  await run(sql`create table "signUpNetworks" (
    "network" text primary key,
    "hourEndsAt" text not null,
    "inHour" integer not null,
    "dayEndsAt" text not null,
    "inDay" integer not null)`)
}
