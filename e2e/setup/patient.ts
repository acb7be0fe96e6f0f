import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod/mini'
import { Dependent } from '../../contract/patients/dependent.ts'
import type { Role } from '../../contract/roles.ts'
import { createSlowPasswords } from '../../server/identity/passwords/hash-passwords.ts'
import { createSessionCookies } from '../../server/identity/session-cookie.ts'
import type { Portal } from './server.ts'

export type Patient = { name: string; email: string; password: string }

/** A patient without an account. */
export function newPatient(name = 'Pat Doe'): Patient {
  const tag = randomBytes(5).toString('hex')
  return { name, email: `${tag}@patients.example`, password: `a quiet evening ${tag}` }
}

/** Signs up a new patient by HTTP; `request` has the session. The screens have their own tests. */
export async function signUp(request: APIRequestContext): Promise<Patient> {
  const patient = newPatient()
  const answer = await request.post('/api/auth/sign-up/email', { data: patient })
  if (!answer.ok()) throw new Error(`Sign-up answered ${answer.status()}: ${await answer.text()}`)
  return patient
}

/** Confirms an address directly in the database: mails about appointments are sent to it from now on. */
export function confirmAddress({ dataDir }: { dataDir: string }, { email }: Patient): void {
  const database = new DatabaseSync(join(dataDir, 'molar.db'), { timeout: 10_000 })
  database.prepare('update users set "emailVerified" = 1 where email = ?').run(email)
  database.close()
}

/** Gives an account a role, with the confirmed address that it requires. */
export function setRole({ dataDir }: { dataDir: string }, { email }: Patient, role: Role): void {
  const database = new DatabaseSync(join(dataDir, 'molar.db'), { timeout: 10_000 })
  database
    .prepare('update users set "emailVerified" = 1, role = ? where email = ?')
    .run(role, email)
  database.close()
}

/**
 * A browser signed in to a new account: session cookie and access token. Both are written directly to the
 * server's database file, only on SQLite: the calls would take a third of a second. No mail asks to confirm the
 * address.
 */
export async function signUpIn(
  context: BrowserContext,
  { origin, dataDir }: Pick<Portal, 'origin' | 'dataDir'>,
): Promise<Patient> {
  const patient = { ...newPatient(), password: sharedPassword }
  const session = randomBytes(24).toString('base64url')
  const token = randomBytes(32).toString('base64url')
  insertSignedUp(dataDir, patient, { session, token, hash: await hashed() })
  const secret = readFileSync(join(dataDir, 'auth-secret'), 'utf8')
  const signing = { authSecret: secret, formerSecrets: [], publicUrl: origin }
  const [name = '', value = ''] = createSessionCookies(signing).sign(session).split('=')
  const cookie = { name, value, url: origin, httpOnly: true }
  await context.addCookies([{ ...cookie, sameSite: 'Lax' }])
  await storeToken(context, origin, token)
  return patient
}

/** Hashing is slow on purpose: one hash serves all patients of a worker. */
const sharedPassword = 'a quiet evening at home'
let hashOnce: Promise<string> | undefined

function hashed(): Promise<string> {
  hashOnce ??= createSlowPasswords(async () => false).hash(sharedPassword)
  return hashOnce
}

function insertSignedUp(
  dataDir: string,
  { name, email }: Patient,
  { session, token, hash: passwordHash }: Record<'session' | 'token' | 'hash', string>,
): void {
  const [userId, sessionId] = [uuidv7(), uuidv7()]
  const now = new Date()
  const later = new Date(now.getTime() + 86_400_000).toISOString()
  const at = { createdAt: now.toISOString(), updatedAt: now.toISOString() }
  const database = new DatabaseSync(join(dataDir, 'molar.db'), { timeout: 10_000 })
  const insert = (table: string, row: Record<string, string | number>) => {
    const columns = Object.keys(row).map((column) => `"${column}"`)
    const places = columns.map(() => '?')
    database
      .prepare(`insert into "${table}" (${columns.join()}) values (${places.join()})`)
      .run(...Object.values(row))
  }
  database.exec('begin immediate')
  insert('users', { id: userId, name, email, emailVerified: 0, role: 'patient', ...at })
  const account = { id: uuidv7(), accountId: userId, providerId: 'credential', userId }
  insert('accounts', { ...account, password: passwordHash, ...at })
  insert('sessions', {
    id: sessionId,
    token: hash('sha256', session),
    userId,
    expiresAt: later,
    ...at,
    activeAt: now.toISOString(),
    provedAt: now.toISOString(),
  })
  insert('accessTokens', { hash: hash('sha256', token), sessionId, expiresAt: later })
  database.exec('commit')
  database.close()
}

/** Adds somebody to the family of the account that is signed in, by HTTP. */
export async function addDependent(
  request: APIRequestContext,
  { email }: Patient,
  name: string,
  relation = 'child',
): Promise<Dependent> {
  const headers = { authorization: `Bearer ${await tokenOf(request, email)}` }
  const answer = await request.post('/family', { headers, data: { name, relation } })
  return Dependent.parse(await answer.json())
}

/** Exchanges a session for a bearer token. */
export async function tokenOf(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.put(`/users/${encodeURIComponent(email)}`, { data: { email } })
  return z.object({ token: z.string() }).parse(await answer.json()).token
}

/**
 * Stores an access token where pages read it, once: when a browser opens its next document, and not again after
 * a sign-out. Playwright's own way would open a page for it.
 */
export async function storeToken(
  context: BrowserContext,
  origin: string,
  token: string,
): Promise<void> {
  await context.addInitScript(
    ({ origin, token }) => {
      const given = `test:${token}`
      if (location.origin !== origin || localStorage.getItem(given)) return
      localStorage.setItem(given, 'given')
      localStorage.setItem('accessToken', token)
    },
    { origin, token },
  )
}
