import { randomBytes } from 'node:crypto'
import type { NewFeed } from '../../contract/calendar/endpoints.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from '../identity/hash-tokens.ts'
import { type FeedKind, storeFeed } from './queries.ts'

/**
 * Makes somebody's feed of a kind, or makes it again. Its address is told this once: the database keeps
 * a hash alone.
 */
export async function makeFeed(
  { config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  userId: string,
  kind: FeedKind,
): Promise<NewFeed> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = clock().toISOString()
  await storeFeed(database.query, { hash: hashToken(token), userId, kind, createdAt })
  return { address: `${config.publicUrl}/calendar/${token}.ics`, madeAt: createdAt }
}
