import { randomBytes } from 'node:crypto'
import type { NewFeed } from '../../contract/calendar/endpoints.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../identity/caller.ts'
import { hashToken } from '../identity/hash-tokens.ts'
import { holdSession } from '../identity/passwords/hold-password.ts'
import { type FeedKind, storeFeed } from './queries.ts'

/**
 * Creates or replaces an account's feed of a kind. Its address is returned only here: the database stores just
 * a hash. `null` if the session has ended: a changed password ends it and the feeds, this one too.
 */
export async function makeFeed(
  { config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  caller: Pick<Caller, 'userId' | 'sessionId'>,
  kind: FeedKind,
): Promise<NewFeed | null> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = clock().toISOString()
  const feed = { hash: hashToken(token), userId: caller.userId, kind, createdAt }
  const isStored = await database.query.transaction().execute(async (query) => {
    if (!(await holdSession(query, database.engine, caller))) return false
    await storeFeed(query, feed)
    return true
  })
  if (!isStored) return null
  return { address: `${config.publicUrl}/calendar/${token}.ics`, madeAt: createdAt }
}
