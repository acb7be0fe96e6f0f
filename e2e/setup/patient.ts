import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import * as z from 'zod/mini'

export type Patient = { name: string; email: string; password: string }

/** A patient without an account. */
export function newPatient(name = 'Pat Doe'): Patient {
  const tag = randomBytes(5).toString('hex')
  return { name, email: `${tag}@patients.example`, password: `a quiet evening ${tag}` }
}

/** Signs somebody new up by HTTP; `request` keeps the session. The screens have their own tests. */
export async function signUp(request: APIRequestContext): Promise<Patient> {
  const patient = newPatient()
  const answer = await request.post('/api/auth/sign-up/email', { data: patient })
  if (!answer.ok()) throw new Error(`Sign-up answered ${answer.status()}: ${await answer.text()}`)
  return patient
}

/** Somebody follows the link in their mail, in short: mails about appointments reach them from now on. */
export function confirmAddress({ dataDir }: { dataDir: string }, { email }: Patient): void {
  const database = new DatabaseSync(join(dataDir, 'molar.db'), { timeout: 10_000 })
  database.prepare('update users set "emailVerified" = 1 where email = ?').run(email)
  database.close()
}

/** A browser that somebody new has signed up with: session cookie and access token. */
export async function signUpIn(context: BrowserContext, origin: string): Promise<Patient> {
  const patient = await signUp(context.request)
  await storeToken(context, origin, patient.email)
  return patient
}

/** The bearer token that a session is exchanged for. */
export async function tokenOf(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.put(`/users/${encodeURIComponent(email)}`, { data: { email } })
  return z.object({ token: z.string() }).parse(await answer.json()).token
}

/** Exchanges a browser's session for an access token, and stores that where pages look for it. */
export async function storeToken(
  context: BrowserContext,
  origin: string,
  email: string,
): Promise<void> {
  const token = await tokenOf(context.request, email)
  const { cookies } = await context.storageState()
  const localStorage = [{ name: 'accessToken', value: token }]
  await context.setStorageState({ cookies, origins: [{ origin, localStorage }] })
}
