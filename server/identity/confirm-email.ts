import { randomBytes } from 'node:crypto'
import type { Day } from '../../contract/date.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts, Deps } from '../deps.ts'
import type { Failure } from '../http/errors.ts'
import { endRequestsOf } from '../waitlist/leave-line.ts'
import { refusePassword } from './guard-call.ts'
import { hashToken } from './issue-token.ts'
import { limitGuesses, rememberNetwork } from './limit-guesses.ts'
import {
  confirmByLink,
  deleteByLink,
  findByLink,
  insertConfirmation,
  lockByLink,
  replacePassword,
} from './queries.ts'
import { refuse } from './refuse-call.ts'

type Parts = Pick<Deps, 'config' | 'database' | 'clock' | 'passwords'>

const dayMs = 86_400_000

/** The token of a link that proves the mailbox of an account, once, for a day. */
export async function issueConfirmation(
  { database, clock }: { database: Database; clock: Clock },
  userId: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock().getTime() + dayMs).toISOString()
  await insertConfirmation(database.query, { hash: hashToken(token), userId, expiresAt })
  return token
}

/** Who reads the mail is signed in to the account here: they made it. */
export async function confirmEmail(parts: Parts, token: string, userId: string) {
  const { database, clock } = parts
  const link = linkOf(parts, token)
  const account = await findByLink(database.query, link)
  if (!account) return refuse('link_over')
  if (account.userId !== userId) return refuse('other_account')
  return (await confirmByLink(database.query, link, clock())) ? null : refuse('link_over')
}

/** Who reads the mail knows the account's password: they made it, at another browser. */
export async function confirmByPassword(
  parts: Parts,
  { token, password, network }: { token: string; password: string; network: string },
): Promise<Failure | null> {
  const { database, clock } = parts
  const link = linkOf(parts, token)
  const account = await findByLink(database.query, link)
  if (!account) return refuse('link_over')
  const attempt = { email: account.email, network }
  const wait = await limitGuesses(parts, attempt)
  if (wait) return wait
  const hash = account.password
  if (hash === null || !(await parts.passwords.verify({ hash, password })))
    return refuse('wrong_password')
  if (!(await confirmByLink(database.query, link, clock()))) return refuse('link_over')
  await rememberNetwork(parts, attempt)
  return null
}

/**
 * Whoever made the account, it is now the mailbox's reader's: the password is theirs, and every
 * session there was ends.
 */
export async function confirmWithNewPassword(
  parts: Parts,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<Failure | null> {
  const { database, clock } = parts
  const link = linkOf(parts, token)
  const account = await findByLink(database.query, link)
  if (!account) return refuse('link_over')
  const refused = await refusePassword(parts, newPassword, { ...account, role: 'patient' })
  if (refused) return refused
  const hash = await parts.passwords.hash(newPassword)
  const isDone = await database.query.transaction().execute(async (transaction) => {
    const confirmed = await confirmByLink(transaction, link, clock())
    if (confirmed) await replacePassword(transaction, { userId: account.userId, hash }, clock())
    return confirmed
  })
  return isDone ? null : refuse('link_over')
}

/**
 * Somebody else made the account: it ends with everything that is in its name alone. What the waitlist
 * holds for it goes to the next in line.
 */
export async function denyAccount(parts: BookingParts, token: string): Promise<Failure | null> {
  const { database, changes, outbox } = parts
  const link = linkOf(parts, token)
  let freed: Day[] = []
  const isGone = await retryDeadlock(() =>
    database.query.transaction().execute(async (transaction) => {
      const account = await lockByLink(transaction, link, database.engine)
      if (!account) return false
      freed = await endRequestsOf(transaction, parts, account)
      return deleteByLink(transaction, link)
    }),
  )
  changes.tell(...freed)
  if (freed.length > 0) outbox.wake()
  return isGone ? null : refuse('link_over')
}

function linkOf({ clock }: Pick<Parts, 'clock'>, token: string) {
  return { hash: hashToken(token), now: clock().toISOString() }
}
