import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type APIRequestContext, type BrowserContext, expect, request } from '@playwright/test'
import * as z from 'zod/mini'
import { storeToken, tokenOf } from './patient.ts'
import { admin, type Portal } from './server.ts'
import { test as base } from './test.ts'

/** The session of each portal's admin: hashing takes time, so the password is sent once in some minutes. */
const sessions = new WeakMap<Portal, { cookies: ReturnType<typeof openSession>; since: number }>()
/** Less than the five minutes for which a sign-in counts as recent, with time left for a journey. */
const freshMs = 180_000

async function openSession({ origin }: Portal) {
  const browser = await request.newContext({ baseURL: origin })
  const answer = await browser.post('/api/auth/sign-in/email', { data: admin })
  if (!answer.ok()) throw new Error(`Sign-in answered ${answer.status()}`)
  const { cookies } = await browser.storageState()
  await browser.dispose()
  return cookies
}

/** A browser signed in as the portal's admin: session cookie and access token. */
export async function signInAdmin(context: BrowserContext, portal: Portal): Promise<void> {
  const known = sessions.get(portal)
  const isFresh = known && Date.now() - known.since < freshMs
  const session = isFresh ? known : { cookies: openSession(portal), since: Date.now() }
  sessions.set(portal, session)
  await context.addCookies(await session.cookies)
  await storeToken(context, portal.origin, await tokenOf(context.request, admin.email))
}

type StaffFixtures = {
  /** The portal's admin, signed in on `page`. */
  staff: typeof admin
}

/** The `test` for staff screens: with `staff`, `page` is the admin's. */
export const staffTest = base.extend<StaffFixtures>({
  staff: async ({ context, portal }, provide) => {
    await signInAdmin(context, portal)
    await provide(admin)
  },
})

const nothingKnown = { birthDate: '', phone: '', email: '', language: '', note: '', alert: '' }

/** Adds a patient without an account by HTTP, as the member of staff with that e-mail; returns their id. */
export async function addPatient(
  request: APIRequestContext,
  email: string,
  draft: object,
): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(request, email)}` }
  const data = { ...nothingKnown, ...draft }
  const answer = await request.post('/staff/patients', { headers, data })
  expect(answer.status()).toBe(200)
  return z.object({ _id: z.string() }).parse(await answer.json())._id
}

/** A confirmed authenticator app, whose codes nobody knows. */
export function addAuthenticator({ dataDir }: Portal, email: string): void {
  const database = new DatabaseSync(join(dataDir, 'molar.db'), { timeout: 10_000 })
  const now = new Date().toISOString()
  database
    .prepare(
      `insert into "authenticatorApps" ("userId", "secret", "addedAt", "confirmedAt")
      select "id", '', ?, ? from "users" where "email" = ?`,
    )
    .run(now, now, email)
  database.close()
}

/** Accounts without a password, quickly: as many as a clinic has after some years. */
export function addUsers(
  { dataDir }: Portal,
  count: number,
  domain: string,
  beginning = 'patient',
): void {
  const database = new DatabaseSync(join(dataDir, 'molar.db'), { timeout: 10_000 })
  const add = database.prepare(
    'insert into users (id, name, email, "emailVerified", role, "createdAt", "updatedAt") values (?, ?, ?, 1, ?, ?, ?)',
  )
  const now = new Date().toISOString()
  database.exec('begin immediate')
  for (let n = 1; n <= count; n += 1) {
    const email = `${beginning}${String(n).padStart(4, '0')}@${domain}`
    add.run(randomUUID(), `Patient ${n}`, email, 'patient', now, now)
  }
  database.exec('commit')
  database.close()
}
