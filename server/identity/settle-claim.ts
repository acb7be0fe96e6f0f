import { takeUnproved } from '../appointments/unproved/release-unproved.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { confirmClaim, deleteClaim, lockAccount } from './claim-queries.ts'
import { deleteUnverifiedUser, lockByLink, markVerified } from './queries.ts'
import { type Refused, refuse } from './refusal.ts'

/**
 * The owner of an address joins a claim of it, by the link in their mail, as who made the claim or holds
 * the account (`madeBy`). A confirmed account gets what the claim has booked, and the claim ends: its
 * password and its sessions open nothing of the account. An account that is not confirmed is confirmed
 * by its own maker only. By the claim's it may be a squatter's: it goes, and the claim takes its place.
 */
export async function settleClaim(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  link: { hash: string; now: string },
  madeBy: string,
): Promise<Refused | null> {
  const joined = await database.query
    .transaction()
    .execute((query) => settle(query, { engine: database.engine, link, madeBy, now: clock() }))
  if (typeof joined === 'string') return refuse(joined)
  if (!joined) return null
  // Each by itself: what collides must not hold up the others. A crash leaves the link as it was.
  await takeUnproved(database, joined)
  await deleteClaim(database.query, joined.from)
  return null
}

type Asked = {
  engine: Database['engine']
  link: { hash: string; now: string }
  madeBy: string
  now: Date
}

/** A refusal, the claim and the account that takes its appointments, or `null` where it became one. */
async function settle(query: Queries, { engine, link, madeBy, now }: Asked) {
  const claim = await lockByLink(query, link, engine)
  if (!claim?.claims) return 'link_over'
  const account = await lockAccount(query, claim.claims, engine)
  if (madeBy !== claim.id && madeBy !== account?.id) return 'other_account'
  if (account && (account.verified || madeBy === account.id)) {
    if (!account.verified) await markVerified(query, account.id, now)
    return { from: claim.id, to: account.id }
  }
  await deleteUnverifiedUser(query, claim.claims)
  await confirmClaim(query, claim.id, now)
  return null
}

/**
 * Proves an address, by a link from its mailbox, for the account that is signed in: the account of the
 * address, or a claim of it if no account has proved it. False if another account has.
 */
export async function proveAddress(
  query: Queries,
  engine: Database['engine'],
  { userId, email }: { userId: string; email: string },
  now: Date,
): Promise<boolean> {
  const account = await lockAccount(query, email, engine)
  if (account?.id === userId) {
    if (!account.verified) await markVerified(query, userId, now)
    return true
  }
  if (account?.verified) return false
  await deleteUnverifiedUser(query, email)
  await confirmClaim(query, userId, now)
  return true
}
