import { randomBytes } from 'node:crypto'
import { paths } from '../../contract/page-paths.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { rules } from '../http/limits.ts'
import { type ClinicLanguage, readLanguage } from '../language/language.ts'
import { queueBoundedIn } from '../notifications/queue-mail.ts'
import { describeBrowser } from './account/sessions.ts'
import { findAddress } from './claim-queries.ts'
import { hashToken } from './hash-tokens.ts'
import { writeNewDeviceMail } from './mails.ts'
import { cookiePrefix, readCookie } from './session-cookie.ts'

/** Days after which a browser that was not used to sign in is unknown again; no browser keeps a cookie longer. */
export const deviceDays = 400

type Settings = { publicUrl: string }

export const deviceCookieName = ({ publicUrl }: Settings) => `${cookiePrefix(publicUrl)}.device`

export const deviceCookie = ({ publicUrl }: Settings) => ({
  ...({ path: '/', httpOnly: true, sameSite: 'lax', maxAge: deviceDays * 86_400 } as const),
  secure: publicUrl.startsWith('https://'),
})

/** By what a browser is known again: random, and for all accounts that sign in on it. */
export function readDevice(settings: Settings, headers: Headers): string | null {
  const device = readCookie(headers.get('cookie') ?? '', deviceCookieName(settings))
  return device !== null && /^[\w-]{43}$/.test(device) ? device : null
}

export function newDevice(): string {
  return randomBytes(32).toString('base64url')
}

type SignIn = { userId: string; device: string; userAgent: string; isSignUp: boolean }

/**
 * Remembers the browser of a completed sign-in. The holder of the account is notified if it was unknown,
 * unless the account was made on it. The stored hash includes the account, so it does not show that two
 * accounts share a browser.
 */
export async function noteDevice(
  {
    config,
    database,
    clock,
  }: Pick<Deps, 'database' | 'clock'> & { config: Settings & ClinicLanguage },
  { userId, device, userAgent, isSignUp }: SignIn,
): Promise<void> {
  const now = clock()
  await database.query.transaction().execute(async (query) => {
    const hash = hashToken(`${userId} ${device}`)
    const isNew = await insertDevice(query, { userId, hash, now: now.toISOString() })
    if (!isNew || isSignUp) return
    const account = await findAddress(query, userId)
    // The owner of the address has nothing to do with a claim of it.
    if (!account || account.isClaim) return
    const { address: recipient } = account
    const sender = await readSender(query, await readLanguage(query, config, recipient))
    const url = config.publicUrl + paths.account
    const mail = writeNewDeviceMail(sender, { recipient, url, ...describeBrowser(userAgent) })
    await queueBoundedIn(query, database, mail, { most: rules.owner_mails.most, now })
  })
}

/** False where it is known; then it was used now. */
async function insertDevice(
  query: Queries,
  { userId, hash, now }: { userId: string; hash: string; now: Instant },
): Promise<boolean> {
  const row = await query
    .insertInto('knownDevices')
    .values({ userId, hash, since: now, lastUsedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  if (row) return true
  await query
    .updateTable('knownDevices')
    .set({ lastUsedAt: now })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .execute()
  return false
}
