import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { shutOutClaims } from './claim-queries.ts'
import { deleteUnverifiedUser, insertVerifiedUser } from './queries.ts'

/**
 * Somebody has proved that an address is theirs, and an account with it exists that never did: it
 * may be a squatter's (account pre-hijacking, design.md section 6). That account goes, with its
 * password, sessions and tokens, and a verified one takes its place. It gets a new id, so whatever
 * the squatter has under way fails on its foreign key.
 *
 * Claims of the address are shut out. Does nothing else where there is no such account.
 */
export async function takeOverAddress(
  { database, clock }: { database: Database; clock: Clock },
  owner: { email: string; name: string },
): Promise<void> {
  await database.query.transaction().execute(async (transaction) => {
    await shutOutClaims(transaction, owner.email)
    if (!(await deleteUnverifiedUser(transaction, owner.email))) return
    await insertVerifiedUser(transaction, { ...owner, role: 'patient' }, clock())
  })
}
