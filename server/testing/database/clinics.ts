import { request as httpRequest } from 'node:http'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { createDatabase } from '../../../scripts/postgres.ts'
import { type Clinic, schemaOf } from '../../clinics/clinic.ts'
import { readClinicConfig } from '../../clinics/clinic-config.ts'
import { addClinic, removeClinic } from '../../clinics/operate-clinics.ts'
import { listClinics, registerOf, sharedSchema } from '../../clinics/register.ts'
import { emptyClinic, restoreClinic } from '../../clinics/restore-clinic.ts'
import { serveClinics } from '../../clinics/serve-clinics.ts'
import { setClinic } from '../../clinics/set-clinic.ts'
import { readConfig } from '../../config.ts'
import type { CopyEntries } from '../../copies/entries.ts'
import { openDataFolder } from '../../data-folder.ts'
import { connectPostgres } from '../../db/database.ts'
import { createPasswords } from '../../identity/passwords/hash-passwords.ts'
import { makeEmptyPlace, makeFolder, makePlaceFrom, type Place } from './database.ts'

const authSecret = 'a secret of an installation with many clinics'
/** Costs nothing; what production does has tests of its own. */
const passwords = createPasswords(async (password, salt) => Buffer.from(`${salt} ${password}`))

export const hostOfClinic = (name: string) => `${name}.clinic.example`

/** An installation without clinics on a PostgreSQL of its own. */
export async function openInstallation() {
  return openAt(await makeEmptyPlace())
}

/** The same with the clinics `north` and `south`. */
export async function openTwoClinics() {
  const { installation, opened } = await openWith(2)
  const [north, south] = opened
  if (!north || !south) throw new Error('The template has no two clinics')
  return { ...installation, north, south }
}

/** The same with the clinics `north`, `south` and `west`. */
export async function openThreeClinics() {
  const { installation, opened } = await openWith(3)
  const [north, south, west] = opened
  if (!north || !south || !west) throw new Error('The template has no three clinics')
  return { ...installation, north, south, west }
}

async function openWith(count: 2 | 3) {
  const installation = openAt(await makePlaceFrom(await templateWith(count)))
  const { config, environment, databaseOf } = installation
  const opened = (await installation.list()).map((clinic) => {
    openDataFolder(readClinicConfig(clinic, { environment, config }).dataDir)
    return { ...clinic, database: databaseOf(clinic) }
  })
  return { installation, opened }
}

/**
 * The names of databases by how many clinics they have. Each clinic is made by all migrations, so a worker makes it
 * once and copies them.
 */
const templates = new Map<number, Promise<string>>()

function templateWith(count: 2 | 3): Promise<string> {
  const made = templates.get(count) ?? makeTemplate(count)
  templates.set(count, made)
  return made
}

async function makeTemplate(count: 2 | 3): Promise<string> {
  // Named after the usual template, so that the end of the run finds and drops it.
  const prefix = `${inject('template')}_`
  const from = count === 3 ? { template: await templateWith(2) } : {}
  const { name, url: databaseUrl } = await createDatabase(inject('postgresUrl'), {
    ...from,
    prefix,
  })
  const { add } = openAt({ dataDir: makeFolder(), databaseUrl })
  for (const clinic of count === 3 ? ['west'] : ['north', 'south']) await add(clinic)
  return name
}

function openAt({ databaseUrl = '', dataDir: DATA_DIR }: Place) {
  const environment = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR, AUTH_SECRET: authSecret },
    ...{ PORT: '0', PUBLIC_URL: 'http://portal.example', RATE_LIMIT: 'off' },
  }
  const config = { ...readConfig(environment), authSecret, databaseUrl }
  const clock = () => new Date()
  const parts = { config, environment, clock, passwords }
  const server = connectPostgres({ url: databaseUrl, ownerUrl: databaseUrl })
  onTestFinished(() => server.close())
  const register = registerOf(server.database(sharedSchema))

  async function add(name: string, settings: Record<string, string> = {}) {
    const asked = { name, host: hostOfClinic(name), settings: { CLINIC_NAME: name, ...settings } }
    const { clinic } = await addClinic(parts, asked)
    return { ...clinic, database: databaseOf(clinic) }
  }

  /** A clinic that has nothing until it is restored. */
  const addEmpty = async (name: string) => {
    const asked = { name, host: hostOfClinic(name), settings: {}, isEmpty: true }
    return (await addClinic(parts, asked)).clinic
  }
  const databaseOf = ({ id }: Clinic) => server.database(schemaOf(id))

  async function serve(options: { mostOpen?: number } = {}) {
    const log = pino({ level: 'silent' })
    const serving = await serveClinics({ ...parts, ...options, log, built: undefined })
    onTestFinished(() => serving.stop())
    return { ...serving, ask: (host: string, call: Call) => askHost(serving.port, host, call) }
  }

  const set = (name: string, { host, ...settings }: Record<string, string>) =>
    setClinic(parts, name, { host, settings })

  return {
    ...{ config, environment, parts, register, add, addEmpty, databaseOf, set, serve },
    /** Over a connection that stays open, so that a test may ask again and again. */
    list: () => listClinics(register),
    remove: (name: string) => removeClinic(config, name),
    empty: (name: string) => emptyClinic(config, name),
    restore: (name: string, copy: CopyEntries, isTwice = false) =>
      restoreClinic(parts, name, copy, { isTwice }),
  }
}

export type Call = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}
export type Answer = { status: number; text: string; cookies: string[] }

/** One call at a port, for a host that no name server knows. */
export function askHost(
  port: number,
  host: string,
  { method = 'GET', path, headers, body }: Call,
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const all = {
    ...{ host, origin: `http://${host}`, ...headers },
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
  }
  return new Promise((resolve, reject) => {
    const call = httpRequest({ port, method, path, headers: all }, async (response) => {
      let read = ''
      for await (const chunk of response) read += chunk
      const cookies = response.headers['set-cookie'] ?? []
      resolve({ status: response.statusCode ?? 0, text: read, cookies })
    })
    call.on('error', reject)
    call.end(text)
  })
}

/** A stream that stays open; what it has said so far. */
export function followHost(port: number, host: string, path: string): { text(): string } {
  let text = ''
  const call = httpRequest({ port, path, headers: { host } }, (response) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    // The server ends it, or this end goes away.
    response.on('error', () => {})
  })
  call.on('error', () => {})
  call.end()
  onTestFinished(() => void call.destroy())
  return { text: () => text }
}
