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
  lockClinic,
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
 * first admin. Where an earlier call was interrupted, or the clinic was emptied, it begins anew there, with the
 * settings that the clinic has and those that are asked for now. Throws `ClinicRefused`, and `ConfigError` for
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
    await enter(register, parts, asked)
    return alone(opened, asked.name, async ({ id }) => {
      const clinic = await takeSettings(register, parts, { id, ...asked })
      if (asked.isEmpty) return { clinic, admin: null }
      await removeContents(server, parts.config, id)
      const admin = await fillClinic(server, clinic, parts)
      await changeClinic(register, id, { state: 'open', migration: newestMigration })
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

/** Makes the clinic's row where there is none. */
async function enter(register: Register, parts: OperatorParts, asked: Asked): Promise<void> {
  const { name, host } = asked
  const begun = await findClinic(register, name)
  if (begun?.state === 'making' && begun.host === host) return
  const id = newClinicId()
  const madeAt = parts.clock().toISOString()
  const of = { id, name, host, settings: sealSettings(parts.config.authSecret, id, {}), madeAt }
  const idle = { migration: '', dueAt: madeAt, dueRevision: 0, changing: {}, backedUpAt: null }
  const clinic = withSettings(parts, { ...of, ...idle, state: 'making' }, asked)
  if (!(await insertClinic(register, clinic))) throw new ClinicRefused('taken')
}

/** Stores the settings that are asked for in the row of a clinic that is not served yet. */
async function takeSettings(
  register: Register,
  parts: OperatorParts,
  { id, ...asked }: Asked & Pick<Clinic, 'id'>,
): Promise<Clinic> {
  return register.transaction().execute(async (transaction) => {
    const begun = await lockClinic(transaction, id)
    if (begun?.state !== 'making') throw new ClinicRefused('taken')
    const clinic = withSettings(parts, begun, asked)
    await changeClinic(transaction, id, { settings: clinic.settings })
    return clinic
  })
}

/** Its own settings stay where none is asked for. Throws `ConfigError` for wrong ones. */
function withSettings(
  { config, environment }: OperatorParts,
  clinic: Clinic,
  { settings, isEmpty }: Asked,
): Clinic {
  const all = withoutEmpty({ ...readSettings(clinic, config), ...settings })
  const changed = { ...clinic, settings: sealSettings(config.authSecret, clinic.id, all) }
  const { production, adminEmail } = readClinicConfig(changed, { environment, config })
  if (production && !adminEmail && !isEmpty) {
    throw new ConfigError('ADMIN_EMAIL is missing among the settings of the clinic')
  }
  return changed
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
