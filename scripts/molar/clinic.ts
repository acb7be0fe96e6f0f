// `molar clinic …`: the clinics of an installation that has many, on PostgreSQL.

import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { longestAgeMs } from '../../server/backups/backup.ts'
import { backupAge } from '../../server/clinics/clinic.ts'
import {
  addClinic,
  type ClinicRefusal,
  ClinicRefused,
  findEnvironment,
  listAll,
  removeClinic,
  servesMany,
  showClinic,
} from '../../server/clinics/operate-clinics.ts'
import { emptyClinic } from '../../server/clinics/restore-clinic.ts'
import type { Settings } from '../../server/clinics/seal-settings.ts'
import { setClinic } from '../../server/clinics/set-clinic.ts'
import { readConfig } from '../../server/config.ts'
import { loadAuthSecret, openDataFolder, refuseAsRoot } from '../../server/data-folder.ts'
import { createSlowPasswords } from '../../server/identity/passwords/hash-passwords.ts'
import { answer, ask, CommandFailed } from './terminal.ts'

const refusals: Record<ClinicRefusal, string> = {
  needs_postgres:
    'Many clinics need PostgreSQL: set DATABASE_URL. On SQLite an installation is one clinic.',
  serves_one:
    'The database of DATABASE_URL is that of one clinic, and stays so; many clinics need a database of their own.',
  not_a_name: 'A name has small letters, digits and dashes, 40 at most: north-street.',
  not_a_host: 'A host is a name such as north.clinic.example, without a port.',
  taken: 'Another clinic has this name or this host; `molar clinic list` shows them.',
  not_empty:
    'This clinic is served. A backup is read into one that is empty: `molar clinic empty` makes it so, `molar clinic add --empty` a new one.',
  of_another:
    'This is a backup of another clinic that is served here: both would remind the same patients. --yes restores it all the same.',
  no_such_clinic: 'There is no clinic of this name; `molar clinic list` shows them.',
}

type AddOptions = {
  host: string
  timeZone?: string
  title?: string
  admin?: string
  settings?: string
  empty?: true
}

/**
 * For `molar --clinic NAME …`: sets the environment, which every command reads, to that clinic's. Without a
 * name it stays unchanged, for an installation of one clinic.
 */
export async function enterClinic(name: string | undefined): Promise<void> {
  if (name === undefined) return refuseMany()
  const parts = { config: readPortal(), environment: process.env }
  const environment = await orExplain(() => findEnvironment(parts, name))
  for (const key of Object.keys(process.env)) if (!(key in environment)) delete process.env[key]
  for (const [key, value] of Object.entries(environment)) process.env[key] = value ?? ''
  openDataFolder(readConfig().dataDir)
}

async function refuseMany(): Promise<void> {
  // The command itself reports wrong settings or an unavailable database.
  const isMany = await servesMany(readConfig()).catch(() => false)
  if (!isMany) return
  throw new CommandFailed(
    'which_clinic',
    'This installation has many clinics: `molar --clinic NAME …` says which; `molar clinic list` shows them.',
  )
}

export async function list(): Promise<void> {
  const found = await orExplain(() => listAll(readConfig()))
  const now = new Date()
  const clinics = found.map(({ id, name, host, state, madeAt, backedUpAt, ...clinic }) => ({
    ...{ name, host, state, id, madeAt, backedUpAt },
    isBackupLate: backupAge({ ...clinic, madeAt, backedUpAt }, now) > longestAgeMs,
  }))
  const line = ({ name, host, state, backedUpAt, isBackupLate }: (typeof clinics)[number]) => {
    const note = state === 'open' ? '' : `  (${unfinished[state]})`
    const backup = backedUpAt === null ? 'no backup' : `backup of ${backedUpAt}`
    return `${name}  ${host}  ${backup}${isBackupLate ? ', LATE' : ''}${note}`
  }
  answer({ clinics }, clinics.map(line))
}

const unfinished = {
  making: 'not served: `molar --clinic NAME restore` fills it, `molar clinic add` begins anew',
  removing: '`molar clinic remove` was ended; run it again',
}

export async function add(name: string, { host, ...options }: AddOptions): Promise<void> {
  process.umask(0o077)
  const config = readPortal()
  const passwords = createSlowPasswords(async () => false)
  const parts = { config, environment: process.env, clock: () => new Date(), passwords }
  const isEmpty = options.empty === true
  const asked = { name, host: host.toLowerCase(), settings: readSettings(options), isEmpty }
  const { clinic, admin } = await orExplain(() => addClinic(parts, asked))
  const password = admin?.password
  answer({ name, host: clinic.host, id: clinic.id, admin: admin?.email ?? null, password }, [
    isEmpty
      ? `${name} is empty; \`molar --clinic ${name} restore\` opens it.`
      : `${name} is open at ${clinic.host}.`,
    ...(admin ? [`Admin     ${admin.email}`] : []),
    ...(password ? [`Password  ${password}   (shown this once)`] : []),
  ])
}

/** The named settings, including empty ones. */
function readSettings({ title, timeZone, admin, settings }: Omit<AddOptions, 'host'>): Settings {
  const file = settings === undefined ? {} : parseEnv(readText(settings))
  const given = {
    ...file,
    CLINIC_NAME: title ?? file.CLINIC_NAME,
    CLINIC_TIME_ZONE: timeZone ?? file.CLINIC_TIME_ZONE,
    ADMIN_EMAIL: admin ?? file.ADMIN_EMAIL,
  }
  const named = Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  )
  return Object.fromEntries(named)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed('file', `The settings in ${file} cannot be read: ${reason}.`)
  }
}

export async function set(name: string, { host, ...options }: Partial<AddOptions>): Promise<void> {
  process.umask(0o077)
  const parts = { config: readPortal(), environment: process.env, clock: () => new Date() }
  const asked = { host: host?.toLowerCase(), settings: readSettings(options) }
  const { clinic, changed } = await orExplain(() => setClinic(parts, name, asked))
  answer({ name, host: clinic.host, changed }, [
    changed.length > 0 ? `${name} has another ${changed.join(', ')}.` : `${name} is as it was.`,
  ])
}

export async function show(name: string): Promise<void> {
  const { clinic, settings } = await orExplain(() => showClinic(readPortal(), name))
  const { id, host, state, madeAt, migration } = clinic
  answer({ name, host, state, id, madeAt, migration, settings }, [
    `${name}  ${host}`,
    `Id         ${id}`,
    `Migration  ${migration}`,
    `Settings   ${settings.join(', ') || 'none of its own'}`,
  ])
}

export async function empty(name: string, { yes }: { yes?: true }): Promise<void> {
  const config = readConfig()
  if (!yes) await askFor(name)
  const { host } = await orExplain(() => emptyClinic(config, name))
  answer({ name, host }, [`${name} is empty; \`molar --clinic ${name} restore\` opens it again.`])
}

export async function remove(name: string, { yes }: { yes?: true }): Promise<void> {
  const config = readConfig()
  if (!yes) await askFor(name)
  const { host } = await orExplain(() => removeClinic(config, name))
  answer({ name, host }, [`${name} is removed; its backups are where they were.`])
}

async function askFor(name: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new CommandFailed('needs_yes', `--yes removes ${name} with all its data, for good.`)
  }
  const typed = await ask(
    `All data of ${name} will be gone: patients, appointments, payments, the audit. Type its name to remove it: `,
  )
  if (typed.trim() !== name) throw new CommandFailed('not_removed', 'Nothing was removed.')
}

/** The settings that all clinics share, with the secret from which theirs are derived. */
export function readPortal() {
  const config = readConfig()
  refuseAsRoot(config.dataDir)
  openDataFolder(config.dataDir)
  return { ...config, authSecret: config.authSecret ?? loadAuthSecret(config.dataDir) }
}

export async function orExplain<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ClinicRefused) throw new CommandFailed(error.code, refusals[error.code])
    throw error
  }
}
