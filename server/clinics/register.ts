import { type Kysely, sql } from 'kysely'
import type { Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import { currentRole } from '../db/grant-serving.ts'
import type { Tables } from '../db/schema.ts'
import type { Clinic } from './clinic.ts'

/** The schema that all clinics of an installation share: the register, and extensions. */
export const sharedSchema = 'molar'

/** The notification, with the clinic's schema, that a clinic was added, removed or changed. */
export const registerChannel = 'molar_clinics'

/** The queries of the register; `database` is bound to its schema. */
export type Register = Kysely<Tables & { clinics: Clinic }>

export function registerOf({ query }: Pick<Database, 'query'>): Register {
  return query.withTables<{ clinics: Clinic }>()
}

/** Whether an installation has many clinics. */
export async function hasRegister(query: Queries): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('molar.clinics') is not null as "there"`.execute(query)
  return rows[0]?.there === true
}

/** Creates the register, once; grants it to the serving role when another role owns the tables. */
export async function makeRegister(database: Database): Promise<void> {
  const serving = await currentRole(database.query)
  await database.unbounded(async (owner) => {
    const shared = sql.id(sharedSchema)
    await sql`create schema if not exists ${shared}`.execute(owner)
    await sql`create extension if not exists btree_gist with schema ${shared}`.execute(owner)
    await sql`create table if not exists ${shared}."clinics" (
      "id" text primary key,
      "name" text not null unique,
      "host" text not null unique,
      "state" text not null check ("state" in ('making', 'open', 'removing')),
      "settings" text not null,
      "madeAt" text not null,
      "migration" text not null,
      "dueAt" text not null,
      "dueRevision" integer not null,
      "changing" jsonb not null,
      "backedUpAt" text)`.execute(owner)
    await sql`create index if not exists "clinics_due" on ${shared}."clinics" ("dueAt")
      where "state" = 'open'`.execute(owner)
    if ((await currentRole(owner)) === serving) return
    await sql`grant usage on schema ${shared} to ${sql.id(serving)}`.execute(owner)
    await sql`grant select, insert, update, delete on ${shared}."clinics" to ${sql.id(serving)}`.execute(
      owner,
    )
  })
}

/** Adds what the register of an earlier version lacks, when a portal starts. */
export async function upgradeRegister(database: Database): Promise<void> {
  await database.unbounded((owner) =>
    sql`alter table ${sql.id(sharedSchema)}."clinics"
      add column if not exists "changing" jsonb not null default '{}'`.execute(owner),
  )
}

export async function listClinics(register: Register): Promise<Clinic[]> {
  return register.selectFrom('clinics').selectAll().orderBy('name').execute()
}

export async function findClinic(register: Register, name: string): Promise<Clinic | undefined> {
  return register.selectFrom('clinics').selectAll().where('name', '=', name).executeTakeFirst()
}

/** False if another clinic has the name or the host. */
export async function insertClinic(register: Register, clinic: Clinic): Promise<boolean> {
  const made = await register
    .insertInto('clinics')
    .values(clinic)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function changeClinic(
  register: Register,
  id: string,
  change: Partial<Pick<Clinic, 'state' | 'migration' | 'host' | 'settings'>>,
) {
  await register.updateTable('clinics').set(change).where('id', '=', id).execute()
  await tellOfClinics(register)
}

/** Locks a clinic's row until the transaction ends. */
export async function lockClinic(register: Register, id: string): Promise<Clinic | undefined> {
  return register
    .selectFrom('clinics')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Sends no notification: readers query the value each time. */
export async function noteBackup(register: Register, id: string, backedUpAt: Instant | null) {
  await register.updateTable('clinics').set({ backedUpAt }).where('id', '=', id).execute()
}

export async function deleteClinic(register: Register, id: string): Promise<void> {
  await register.deleteFrom('clinics').where('id', '=', id).execute()
  await tellOfClinics(register)
}

async function tellOfClinics(register: Register): Promise<void> {
  await sql`select pg_notify(${`${registerChannel}_${sharedSchema}`}, '')`.execute(register)
}

/**
 * Claims due clinics for this process, until `until`: if it dies, another process claims them then. One
 * statement for all of them, and no process waits for another.
 */
export async function takeDue(
  register: Register,
  { now, until, limit }: { now: Instant; until: Instant; limit: number },
): Promise<string[]> {
  const due = register
    .selectFrom('clinics')
    .select('id')
    .where('state', '=', sql.lit('open'))
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const taken = await register
    .updateTable('clinics')
    .set({ dueAt: until })
    .where('id', 'in', due)
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}

/**
 * Marks these clinics as due because of a change, at `until` at the latest. The mark of a `process` is made before
 * its change: until its own check, no other check postpones that.
 */
export async function markChanging(
  register: Register,
  ids: readonly string[],
  { until, process }: { until: Instant; process?: string },
): Promise<void> {
  if (ids.length === 0) return
  const own = sql<
    Clinic['changing']
  >`"changing" || jsonb_build_object(${process}::text, ${until}::text)`
  await register
    .updateTable('clinics')
    .set({ dueAt: sql`least("dueAt", ${until})`, dueRevision: sql`"dueRevision" + 1` })
    .$if(process !== undefined, (update) => update.set({ changing: own }))
    .where('id', 'in', ids)
    .execute()
}

export async function readDueRevision(register: Register, id: string): Promise<number> {
  const { dueRevision } = await register
    .selectFrom('clinics')
    .select('dueRevision')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return dueRevision
}

/**
 * Sets when the clinic is due again, unless a change was marked since that revision, and removes the mark of
 * `process`. Marks of others that end after `lookedAt`, the start of this check, still bound it: such a process
 * may have committed a change since, and died before it could mark it again.
 */
export async function setDue(
  register: Register,
  { id, dueRevision, dueAt }: Pick<Clinic, 'id' | 'dueRevision' | 'dueAt'>,
  { process, lookedAt }: { process: string; lookedAt: Instant },
): Promise<void> {
  const others = sql`jsonb_each_text("changing") where "key" <> ${process} and "value" > ${lookedAt}`
  await register
    .updateTable('clinics')
    .set({
      dueAt: sql`least(${dueAt}, (select min("value") from ${others}))`,
      changing: sql`(select coalesce(jsonb_object_agg("key", "value"), '{}') from ${others})`,
    })
    .where('id', '=', id)
    .where('dueRevision', '=', dueRevision)
    .execute()
}
