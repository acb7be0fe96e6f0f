import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { sessionCookieName } from './better-auth.ts'
import type { Caller, CallerFinder } from './caller.ts'
import { hashToken } from './issue-token.ts'
import {
  type CallerRow,
  noteActive,
  prepareCallerBySession,
  prepareCallerByToken,
} from './queries.ts'
import { endsAt } from './session-ends.ts'

/**
 * Finds callers with one prepared query each: nothing is cached, so signing out, a new password or
 * removal counts from the next call on (design.md section 6).
 */
export function createCallerFinder(parts: {
  database: Database
  authSecret: string
  sessions: Config['sessions']
  /** Tells which name the session's cookie has. */
  publicUrl: string
  clock: Clock
}): CallerFinder {
  const { clock } = parts
  const bySession = prepareCallerBySession(parts.database)
  const byToken = prepareCallerByToken(parts.database)
  const key = createSecretKey(parts.authSecret, 'utf8')
  const cookieName = sessionCookieName(parts.publicUrl)
  return {
    async byToken(token) {
      const rows = await byToken({ hash: hashToken(token), ...endsAt(parts, clock()) })
      return callerOf(rows)
    },
    async bySession(cookieHeader) {
      const token = readSignedCookie(cookieHeader, cookieName, key)
      if (token === null) return null
      const rows = await bySession({ token, ...endsAt(parts, clock()) })
      return callerOf(rows)
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

/** Activity is written once a minute: most calls of somebody at work find it written. */
const activityStepMs = 60_000

/** A flag is 0 or 1 on SQLite. */
function callerOf([row]: CallerRow[]): Caller | null {
  return row ? { ...row, verified: Boolean(row.verified) } : null
}

/** What better-call signs: `value.signature`, HMAC-SHA256 in base64, the whole percent-encoded. */
function readSignedCookie(header: string, name: string, key: KeyObject): string | null {
  const signed = readCookie(header, name)
  if (signed === null) return null
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return null
  const value = signed.slice(0, dot)
  const given = Buffer.from(signed.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', key).update(value).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null
}

function readCookie(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim())
    } catch {
      return null
    }
  }
  return null
}
