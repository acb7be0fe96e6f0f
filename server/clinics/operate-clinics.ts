import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { type Config, ConfigError, settingNames } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { connectPostgres, type Database, type PostgresServer } from '../db/database.ts'
import { grantServing } from '../db/grant-serving.ts'
import { migrate, newestMigration } from '../db/migrate.ts'
import { seed } from '../db/seed.ts'
import { type FirstAdmin, makeFirstAdmin } from '../identity/make-first-admin.ts'
import type { Passwords } from '../identity/passwords/hash-passwords.ts'
import type { Secrets } from '../secrets.ts'
import { type Clinic, isClinicHost, isClinicName, newClinicId, schemaOf } from './clinic.ts'
import { clinicEnvironment, clinicFolder, readClinicConfig, readSettings } from './clinic-config.ts'
import {
  changeClinic,
  deleteClinic,
  findClinic,
  hasRegister,
  insertClinic,
  listClinics,
  makeRegister,
  type Register,
  registerOf,
  sharedSchema,
} from './register.ts'
import { type Settings, sealSettings } from './seal-settings.ts'

// What an operator does to the clinics of an installation (`molar clinic`), while portals serve them.

export type ClinicRefusal =
  | 'needs_postgres'
  | 'serves_one'
  | 'not_a_name'
  | 'not_a_host'
  | 'taken'
  | 'no_such_clinic'
  | 'not_empty'
  | 'of_another'

/** An expected refusal of these operations. */
export class ClinicRefused extends Error {
  readonly code: ClinicRefusal

  constructor(code: ClinicRefusal) {
    super(code)
    this.code = code
  }
}

export type OperatorParts = {
  config: Config & Secrets
  environment: Record<string, string | undefined>
  clock: Clock
}
type Opened = { server: PostgresServer; whole: Database; register: Register }

/** The environment of one clinic, for commands on that clinic alone. Throws `ClinicRefused`. */
export async function findEnvironment(
  { config, environment }: Omit<OperatorParts, 'clock'>,
  name: string,
): Promise<Record<string, string | undefined>> {
  return withClinics(config, async ({ whole, register }) => {
    const clinic = await findIn(whole, register, name)
    return clinicEnvironment(clinic, readSettings(clinic, config), { environment, config })
  })
}

/** The names of a clinic's own settings, never their values. Throws `ClinicRefused`. */
export async function showClinic(config: Config & Secrets, name: string) {
  return withClinics(config, async ({ whole, register }) => {
    const clinic = await findIn(whole, register, name)
    return { clinic, settings: Object.keys(readSettings(clinic, config)).toSorted() }
  })
}

export async function findIn(whole: Database, register: Register, name: string): Promise<Clinic> {
  const isMany = await hasRegister(whole.query)
  const clinic = isMany ? await findClinic(register, name) : undefined
  if (!clinic) throw new ClinicRefused('no_such_clinic')
  return clinic
}

/** Opens the database of an installation with many clinics. Throws `ClinicRefused`. */
export async function withClinics<T>(
  { databaseUrl: url, databaseOwnerUrl, timeouts }: Config,
  act: (opened: Opened) => Promise<T>,
): Promise<T> {
  if (!url) throw new ClinicRefused('needs_postgres')
  const server = connectPostgres({ url, ownerUrl: databaseOwnerUrl ?? url, timeouts })
  try {
    const register = registerOf(server.database(sharedSchema))
    return await act({ server, whole: server.database(), register })
  } finally {
    await server.close()
  }
}

export async function servesMany(config: Config): Promise<boolean> {
  return (
    config.databaseUrl !== undefined &&
    (await withClinics(config, ({ whole }) => hasRegister(whole.query)))
  )
}

export async function listAll(config: Config): Promise<Clinic[]> {
  return withClinics(config, async ({ whole, register }) =>
    (await hasRegister(whole.query)) ? listClinics(register) : [],
  )
}

/** `isEmpty`: the clinic is filled by `restoreClinic`, and not served before. */
type Asked = { name: string; host: string; settings: Settings; isEmpty?: boolean | undefined }

/**
 * Creates a clinic that answers requests for its host: its schema with all tables, the initial data, and its
 * first admin. The same call finishes an interrupted creation. Throws `ClinicRefused`, and `ConfigError` for
 * wrong settings.
 */
export async function addClinic(
  parts: OperatorParts & { passwords: Passwords },
  asked: Asked,
): Promise<{ clinic: Clinic; admin: FirstAdmin | null }> {
  if (!isClinicName(asked.name)) throw new ClinicRefused('not_a_name')
  if (!isClinicHost(asked.host)) throw new ClinicRefused('not_a_host')
  refuseUnknown(asked.settings)
  return withClinics(parts.config, async (opened) => {
    const { server, whole, register } = opened
    await prepareRegister(whole)
    const entered = await enter(register, parts, asked)
    if (asked.isEmpty) return { clinic: entered, admin: null }
    return alone(opened, asked.name, async (clinic) => {
      if (clinic.state !== 'making') throw new ClinicRefused('taken')
      const admin = await fillClinic(server, clinic, parts)
      await changeClinic(register, clinic.id, { state: 'open', migration: newestMigration })
      return { clinic: { ...clinic, state: 'open' }, admin }
    })
  })
}

/** An empty value counts as unset, as in the environment. */
export function withoutEmpty(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))
}

/** A misspelt setting would have no effect. Settings stored by another version stay. */
export function refuseUnknown(settings: Settings): void {
  const unknown = Object.keys(settings).find((name) => !settingNames.includes(name))
  if (unknown) throw new ConfigError(`${unknown} is not a setting; .env.example lists them`)
}

/** Refuses a database that serves one clinic: its tables are not a register. */
async function prepareRegister(whole: Database): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as "there"`.execute(whole.query)
  if (rows[0]?.there) throw new ClinicRefused('serves_one')
  await makeRegister(whole)
}

/** The clinic's row: a new one, or that of an earlier, interrupted call. */
async function enter(
  register: Register,
  { config, environment, clock }: OperatorParts,
  { name, host, settings, isEmpty }: Asked,
): Promise<Clinic> {
  const begun = await findClinic(register, name)
  if (begun?.state === 'making' && begun.host === host) return begun
  const id = newClinicId()
  const sealed = sealSettings(config.authSecret, id, withoutEmpty(settings))
  const madeAt = clock().toISOString()
  const of = { id, name, host, settings: sealed, madeAt }
  const idle = { migration: '', dueAt: madeAt, dueRevision: 0, backedUpAt: null }
  const clinic: Clinic = { ...of, ...idle, state: 'making' }
  const { production, adminEmail } = readClinicConfig(clinic, { environment, config })
  if (production && !adminEmail && !isEmpty) {
    throw new ConfigError('ADMIN_EMAIL is missing among the settings of the clinic')
  }
  if (await insertClinic(register, clinic)) return clinic
  throw new ClinicRefused('taken')
}

async function fillClinic(
  server: PostgresServer,
  clinic: Clinic,
  { config, environment, clock, passwords }: OperatorParts & { passwords: Passwords },
): Promise<FirstAdmin | null> {
  const own = readClinicConfig(clinic, { environment, config })
  const database = server.database(schemaOf(clinic.id))
  await makeSchema(server, clinic.id)
  await migrate(database)
  await grantServing(database)
  await seed(database, own.clinicName)
  openDataFolder(own.dataDir)
  return makeFirstAdmin({ config: own, database, clock, passwords })
}

/** Removes a clinic with all its data except backups; the same call finishes an interrupted removal. */
export async function removeClinic(config: Config, name: string): Promise<Clinic> {
  return withClinics(config, (opened) =>
    alone(opened, name, async (clinic) => {
      const { server, register } = opened
      await changeClinic(register, clinic.id, { state: 'removing' })
      await removeContents(server, config, clinic.id)
      await deleteClinic(register, clinic.id)
      return clinic
    }),
  )
}

/**
 * Fills, empties or removes a clinic while no other process does. A second caller waits; a killed process
 * releases the lock. The clinic is passed as it is then.
 */
export async function alone<T>(
  { server, whole, register }: Opened,
  name: string,
  act: (clinic: Clinic) => Promise<T>,
): Promise<T> {
  const { id } = await findIn(whole, register, name)
  return server.database().unbounded((owner) =>
    owner.connection().execute(async (held) => {
      const lock = sql`hashtextextended(${`molar clinic ${id}`}, 0)`
      await sql`select pg_advisory_lock(${lock})`.execute(held)
      return act(await findIn(whole, register, name))
    }),
  )
}

export async function makeSchema(server: PostgresServer, id: string): Promise<void> {
  const made = sql`create schema if not exists ${sql.id(schemaOf(id))}`
  await server.database().unbounded((owner) => made.execute(owner))
}

export async function removeContents(server: PostgresServer, config: Config, id: string) {
  const dropped = sql`drop schema if exists ${sql.id(schemaOf(id))} cascade`
  await server.database().unbounded((owner) => dropped.execute(owner))
  await removeFiles(clinicFolder(config.dataDir, id))
}

/** Backups without BACKUP_TO are stored in this folder too, and are all that is left of the clinic. */
async function removeFiles(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    if (name !== 'backups') await rm(join(folder, name), { recursive: true, force: true })
  }
}
