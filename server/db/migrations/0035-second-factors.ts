import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/** What proves a person besides their password; it goes with the account. */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(query))
  const instant = sql.raw(engine === 'postgres' ? 'timestamptz' : 'date')
  const flag = sql.raw(engine === 'postgres' ? 'boolean' : 'integer')
  // Its password was right, and the second step is still to come: until then it opens nothing.
  await run(sql`alter table "sessions" add column "awaitsFactor" integer not null default 0
    check ("awaitsFactor" in (0, 1))`)
  // A code is accepted once: the time step of the last one only rises.
  await run(sql`create table "authenticatorApps" (
    "userId" text primary key references "users" ("id") on delete cascade,
    "secret" text not null,
    "addedAt" text not null,
    "confirmedAt" text,
    "lastStep" bigint not null default 0)`)
  await run(sql`create table "recoveryCodes" (
    "userId" text not null references "users" ("id") on delete cascade,
    "hash" text not null,
    primary key ("userId", "hash"))`)
  // As @better-auth/passkey 1.7 expects it.
  await run(sql`create table "passkeys" (
    "id" text primary key,
    "name" text,
    "publicKey" text not null,
    "userId" text not null references "users" ("id") on delete cascade,
    "credentialID" text not null unique,
    "counter" bigint not null,
    "deviceType" text not null,
    "backedUp" ${flag} not null,
    "transports" text,
    "createdAt" ${instant},
    "aaguid" text)`)
  await run(sql`create index "passkeys_by_user" on "passkeys" ("userId")`)
}
