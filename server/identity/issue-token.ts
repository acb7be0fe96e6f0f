import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { isMoving } from '../db/unavailable.ts'
import { hashToken } from './hash-tokens.ts'
import { insertToken, noteSeen, pruneTokens } from './queries.ts'

/** Seconds. Short, because local storage is where it lives; the client renews it while signed in. */
const lifetime = 900

/**
 * Makes a bearer token for a live session. The database keeps its hash alone, and drops it with the
 * session (design.md section 6). `null` when the session has ended meanwhile.
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

/** Pages are read on meanwhile, and a token is what they are read by. */
function unlessMoving(error: unknown): void {
  if (!isMoving(error)) throw error
}
