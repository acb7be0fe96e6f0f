import type { AccountSession } from '../../../contract/identity/account.ts'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../http/client-address.ts'
import type { Caller } from '../caller.ts'
import { endsAt } from '../session-ends.ts'
import { listSessions } from './queries.ts'

/** Where an account is signed in, the session that asks first; `address` is where it asks from. */
export async function showSessions(
  { config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  address: string,
): Promise<AccountSession[]> {
  const sessions = await listSessions(database.query, userId, endsAt(config, clock()))
  const shown = sessions.map(({ id, ipAddress, userAgent, since, lastSeenAt }) => ({
    _id: id,
    isCurrent: id === sessionId,
    ...describeBrowser(userAgent ?? ''),
    address: ipAddress || null,
    isSameNetwork: Boolean(ipAddress) && networkOf(ipAddress ?? '') === networkOf(address),
    since,
    lastSeenAt,
  }))
  return shown.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** By what only they say; a browser that is made of another one stands before it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** The names of browser and device in a `User-Agent`; `null` for what it does not say. */
export function describeBrowser(userAgent: string) {
  const named = (known: typeof browsers) => known.find(([said]) => said.test(userAgent))?.[1]
  return { browser: named(browsers) ?? null, system: named(systems) ?? null }
}
