import { randomBytes } from 'node:crypto'
import type { Day } from '../../contract/date.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { BookingParts, Deps } from '../deps.ts'
import { endRequestsOf } from '../waitlist/end-request.ts'
import { holdAppointmentsFirst } from '../waitlist/hold-lines.ts'
import { findByPassword } from './claim-address.ts'
import { shutOutClaims } from './claim-queries.ts'
import { refusePassword } from './guard-call.ts'
import { hashToken } from './hash-tokens.ts'
import { limitGuesses, rememberNetwork } from './limit-guesses.ts'
import {
  confirmByLink,
  deleteByLink,
  findByLink,
  insertConfirmation,
  lockByLink,
  replacePassword,
} from './queries.ts'
import { type Refused, refuse } from './refusal.ts'
import { settleClaim } from './settle-claim.ts'

type ConfirmParts = Pick<Deps, 'config' | 'database' | 'clock' | 'limits' | 'passwords'>

const dayMs = 86_400_000

/** The token of a link that proves the mailbox of an account, once, for a day. */
export async function issueConfirmation(
  { database, clock }: { database: Database; clock: Clock },
  userId: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock().getTime() + dayMs).toISOString()
  await insertConfirmation(database, { hash: hashToken(token), userId, expiresAt })
  return token
}

/** Who reads the mail made the account, `userId`, to which they are signed in here. */
export async function confirmEmail(parts: ConfirmParts, token: string, userId: string) {
  const { database, clock } = parts
  const link = linkOf(parts, token)
  const account = await findByLink(database.query, link)
  if (!account) return refuse('link_over')
  if (account.claims !== null) return settleClaim(parts, link, userId)
  if (account.userId !== userId) return refuse('other_account')
  return (await confirmByLink(database.query, link, clock())) ? null : refuse('link_over')
}

/** Who reads the mail knows the account's password: they made it, at another browser. */
export async function confirmByPassword(
  parts: ConfirmParts,
  { token, password, network }: { token: string; password: string; network: string },
): Promise<Refused | null> {
  const find = () => findByLink(parts.database.query, linkOf(parts, token))
  const account = await find()
  if (!account) return refuse('link_over')
  const attempt = { email: account.email, network }
  const limited = await limitGuesses(parts, attempt)
  if (!limited.ok) return limited
  const { isTriable } = limited
  const opened = await findByPassword(parts, { address: account.email, password, isTriable })
  // Another use of the link may have removed the account or its password since.
  if (!opened) return refuse((await find()) ? 'wrong_password' : 'link_over')
  const refused = await confirmEmail(parts, token, opened.userId)
  if (!refused) await rememberNetwork(parts, { ...attempt, userId: opened.userId })
  return refused
}

/**
 * Confirms the account for the reader of the mailbox, even if another person made it: the reader chooses the
 * password, and all existing sessions end.
 */
export async function confirmWithNewPassword(
  parts: ConfirmParts,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<Refused | null> {
  const { database, clock } = parts
  const link = linkOf(parts, token)
  const account = await findByLink(database.query, link)
  if (!account) return refuse('link_over')
  // The mailbox of an account chooses its password by a reset, whose links hold for an hour.
  if (account.claims !== null) return refuse('other_account')
  const refused = await refusePassword(parts, newPassword, { ...account, role: 'patient' })
  if (refused) return refused
  const hash = await parts.passwords.hash(newPassword)
  const isDone = await database.query.transaction().execute(async (transaction) => {
    const confirmed = await confirmByLink(transaction, link, clock())
    if (!confirmed) return false
    await replacePassword(transaction, { userId: account.userId, hash }, clock())
    await shutOutClaims(transaction, account.email)
    return true
  })
  return isDone ? null : refuse('link_over')
}

/**
 * Removes an account that another person made, with everything that is in its name alone. Slots that the
 * waitlist holds for it are offered to the next in line.
 */
export async function denyAccount(parts: BookingParts, token: string): Promise<Refused | null> {
  const { database, changes, outbox } = parts
  const link = linkOf(parts, token)
  let freed: Day[] = []
  const isGone = await database.query.transaction().execute(async (transaction) => {
    await holdAppointmentsFirst(database, transaction)
    const account = await lockByLink(transaction, link, database.engine)
    if (!account) return false
    freed = await endRequestsOf(transaction, parts, account)
    return deleteByLink(transaction, link)
  })
  changes.publish(...freed)
  if (freed.length > 0) outbox.wake()
  return isGone ? null : refuse('link_over')
}

function linkOf({ clock }: Pick<ConfirmParts, 'clock'>, token: string) {
  return { hash: hashToken(token), now: clock().toISOString() }
}
