import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrowserContext } from '@playwright/test'
import * as z from 'zod/mini'
import { admin, type Portal } from './server.ts'
import { test as base } from './test.ts'

/** A browser that the portal's admin is signed in with: session cookie and access token. */
export async function signInAdmin(context: BrowserContext, { origin }: Portal): Promise<void> {
  const signedIn = await context.request.post('/api/auth/sign-in/email', { data: admin })
  if (!signedIn.ok()) throw new Error(`Sign-in answered ${signedIn.status()}`)
  const answer = await context.request.put(`/users/${encodeURIComponent(admin.email)}`, {
    data: { email: admin.email },
    headers: { origin },
  })
  const { token } = z.object({ token: z.string() }).parse(await answer.json())
  const { cookies } = await context.storageState()
  const localStorage = [{ name: 'accessToken', value: token }]
  await context.setStorageState({ cookies, origins: [{ origin, localStorage }] })
}

type StaffFixtures = {
  /** The portal's admin, signed in where `page` is. */
  staff: typeof admin
}

/** The `test` of staff's screens: ask for `staff`, and `page` is the admin's. */
export const staffTest = base.extend<StaffFixtures>({
  staff: async ({ context, portal }, provide) => {
    await signInAdmin(context, portal)
    await provide(admin)
  },
})

/** Somebody with an account and no password: as many as a clinic of some years has, in a moment. */
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
