import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { isMoving } from '../db/unavailable.ts'
import type { Caller, CallerFinder } from './caller.ts'
import { hashToken } from './hash-tokens.ts'
import {
  type CallerRow,
  findAwaiting,
  insertToken,
  noteActive,
  noteSeen,
  prepareCallerBySession,
  prepareCallerByToken,
  pruneTokens,
} from './queries.ts'
import type { SessionCookies } from './session-cookie.ts'
import { endsAt } from './session-ends.ts'

/**
 * Finds callers with one prepared query each: nothing is cached, so signing out, a new password or
 * removal counts from the next call on (design.md section 6).
 */
export function createCallerFinder(parts: {
  database: Database
  cookies: SessionCookies
  sessions: Config['sessions']
  clock: Clock
}): CallerFinder {
  const { clock, cookies } = parts
  const bySession = prepareCallerBySession(parts.database)
  const byToken = prepareCallerByToken(parts.database)
  return {
    async byToken(token) {
      const rows = await byToken({ hash: hashToken(token), ...endsAt(parts, clock()) })
      return callerOf(rows)
    },
    async bySession(cookieHeader) {
      const session = cookies.read(cookieHeader)
      if (!session) return null
      const rows = await bySession({ hash: hashToken(session.token), ...endsAt(parts, clock()) })
      return callerOf(rows)
    },
    async awaitingFactor(cookieHeader) {
      const session = cookies.read(cookieHeader)
      if (!session) return null
      const since = new Date(clock().getTime() - secondStepMs).toISOString()
      const hash = hashToken(session.token)
      return (await findAwaiting(parts.database.query, hash, since)) ?? null
    },
    async noteActivity({ sessionId, role, activeAt }) {
      if (role === 'patient') return
      const now = clock()
      const unlessSince = new Date(now.getTime() - activityStepMs).toISOString()
      if (activeAt >= unlessSince) return
      await noteActive(parts.database.query, sessionId, { now: now.toISOString(), unlessSince })
    },
  }
}

/** Within which the second step of a sign-in is taken. */
const secondStepMs = 600_000
/** Activity is written at most once a minute: most calls of an active session need no write. */
const activityStepMs = 60_000

/** A flag is 0 or 1 on SQLite. */
function callerOf([row]: CallerRow[]): Caller | null {
  if (!row) return null
  return { ...row, verified: Boolean(row.verified), passwordDue: row.passwordDue === 1 }
}

/** Seconds. Short, because local storage is where it lives; the client renews it while signed in. */
const lifetime = 900

/**
 * Makes an access token for a live session. The database stores only its hash, and drops it with the session
 * (design.md section 6). `null` if the session has ended.
 */
export async function issueToken(
  { database, clock }: { database: Database; clock: Clock },
  sessionId: string,
): Promise<{ token: string; expiresIn: number } | null> {
  const token = randomBytes(32).toString('base64url')
  const now = clock()
  const made = await insertToken(database.query, {
    hash: hashToken(token),
    sessionId,
    expiresAt: new Date(now.getTime() + lifetime * 1000).toISOString(),
  })
  if (!made) return null
  await noteSeen(database.query, sessionId, now.toISOString()).catch(unlessMoving)
  await pruneTokens(database.query, sessionId, now.toISOString())
  return { token, expiresIn: lifetime }
}

/** While the data is moved to another place, pages can still be read, and reading them needs a token. */
function unlessMoving(error: unknown): void {
  if (!isMoving(error)) throw error
}
