import type { Account } from '../../../contract/identity/account.ts'
import type { Deps } from '../../deps.ts'
import { rules } from '../../http/limits.ts'
import type { Caller } from '../caller.ts'
import { createOwnerMail } from '../mails.ts'
import { type Refused, refuse } from '../refusal.ts'
import { countConfirmations, findAccount } from './queries.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The account in the wire's words; `null` where it has ended meanwhile. */
export async function showAccount(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { userId }: Pick<Caller, 'userId'>,
): Promise<Account | null> {
  const account = await findAccount(database.query, userId, clock().toISOString())
  if (!account) return null
  const { name, email, phone, emailVerified, hasPassword, emailChange, linkUntil } = account
  const passwordDue = account.passwordDue === 1
  return {
    ...{ name, email, phone },
    verified: Boolean(emailVerified),
    // A link holds for a day.
    confirmationSentAt: linkUntil && new Date(Date.parse(linkUntil) - dayMs).toISOString(),
    hasPassword: Boolean(hasPassword),
    passwordDue,
    emailChange: emailChange
      ? { email: emailChange.toEmail, until: emailChange.confirmUntil }
      : null,
  }
}

/**
 * Mails the link again that proves the address; the one of the sign-up counts, too. It is counted by account and not by address: what is
 * refused must not depend on other accounts of the address.
 */
export async function sendConfirmation(
  deps: Deps,
  { userId, verified }: Caller,
  request: Request,
): Promise<Refused | null> {
  const { database, clock } = deps
  if (verified) return null
  const now = clock().getTime()
  // Links hold for a day: those that end later than this were sent within the hour.
  const sentAfter = new Date(now - hourMs + dayMs).toISOString()
  const { count, oldest } = await countConfirmations(database.query, userId, sentAfter)
  if (count >= rules.confirmation_links.most && oldest !== null) {
    deps.limits.note('confirmation_links')
    const wait = Date.parse(oldest) - dayMs + hourMs - now
    return refuse('too_many_confirmations', wait / 1000)
  }
  await createOwnerMail(deps).sendConfirmation(userId, request)
  deps.outbox.wake()
  return null
}
