import { createHmac } from 'node:crypto'
import type { BetterAuthOptions } from 'better-auth'
import { v7 } from 'uuid'
import type { Clock } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { deriveKey } from '../secrets.ts'
import { findHashOf, listOpened, shutOutClaims, takeAddress } from './claim-queries.ts'
import { callInHand, noteInCall } from './note-call.ts'
import { newSalt, saltOf } from './passwords/hash-passwords.ts'
import { deleteUnverifiedUser, insertVerifiedUser } from './queries.ts'

type Parts = Pick<Deps, 'config' | 'database'>

/** Its last part is longer than `Email` accepts, so no form and no call can name such an address. */
const nowhere = 'claims.neverapatientsaddress'

/**
 * Begins a sign-up. Each begins as a claim of its address, stored by an address that does not exist, and
 * becomes the account where the address has none, so that a taken address is answered as a free one.
 * Answers the address to sign up with at better-auth.
 */
export async function beginSignUp(parts: Parts, address: string): Promise<string> {
  noteInCall({ signUpAddress: address, salt: await findSalt(parts, address) })
  return unusedAddress()
}

/** An address at which better-auth finds no account. */
export function unusedAddress(): string {
  return `${v7()}@${nowhere}`
}

/** Completes what `beginSignUp` began, as better-auth writes the account and then its password. */
export function signUpHooks(query: Queries) {
  return {
    user: {
      create: {
        before: async () => {
          const { signUpAddress } = callInHand()
          return signUpAddress === undefined ? undefined : { data: { claims: signUpAddress } }
        },
      },
    },
    account: {
      create: {
        before: async (account) => {
          if (callInHand().signUpAddress !== undefined) await takeAddress(query, account.userId)
          return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}

/**
 * Finds what a password opens: the account of an address or a claim of it. One hash serves for all of
 * them, so that the time does not depend on how many there are.
 */
export async function findByPassword(
  parts: Parts & Pick<Deps, 'passwords'>,
  attempt: { address: string; password: string; isTriable: (userId: string) => boolean },
) {
  const { address } = attempt
  for (;;) {
    const salt = await findSalt(parts, address)
    const password = await parts.passwords.hashWith(attempt.password, salt)
    noteInCall({ hash: password })
    const all = await listOpened(parts.database.query, { address, password })
    const opened = all.find(({ userId }) => attempt.isTriable(userId))
    if (opened) return { ...opened, password }
    // The address may have passed to an account with another salt while this one was hashed.
    if ((await findSalt(parts, address)) === salt) return undefined
  }
}

/** The salt that all passwords of an address share; the first has one that any sign-up would choose. */
async function findSalt({ config, database }: Parts, address: string): Promise<string> {
  const known = await findHashOf(database.query, address)
  if (known) return saltOf(known)
  const digest = createHmac('sha256', deriveKey(config.authSecret, 'password salts')).update(
    address,
  )
  return newSalt(digest.digest('hex').slice(0, 32))
}

/**
 * The owner of an address has proved it, but the account that has it never did. It may be a squatter's
 * (account pre-hijacking, design.md section 6). That account is removed, with its password, sessions and
 * tokens, and a verified one replaces it. The new account has a new id, so anything that the squatter has in
 * progress fails on its foreign key.
 *
 * Claims of the address are shut out. If there is no such account, nothing else happens.
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
