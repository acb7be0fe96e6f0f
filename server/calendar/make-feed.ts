import { randomBytes } from 'node:crypto'
import type { NewFeed } from '../../contract/calendar/endpoints.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from '../identity/hash-tokens.ts'
import { type FeedKind, storeFeed } from './queries.ts'

/**
 * Creates or replaces an account's feed of a kind. Its address is returned only here: the database stores just
 * a hash.
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
