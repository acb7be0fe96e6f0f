import type { Role } from '../../contract/roles.ts'
import type { Engine, Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type MailConfig, queueNewAdminMails } from './mails.ts'
import {
  demoteUser,
  endInvitations,
  lockAdmins,
  promoteUser,
  readRole,
  updateRole,
} from './queries.ts'

type Refusal = 'not_found' | 'email_unproved' | 'no_such_doctor' | 'last_admin'
type Outcome = { ok: true; from: Role } | { ok: false; reason: Refusal }
type Change = { email: string; role: Role }

/**
 * Gives an account another role. A role above patient needs a confirmed e-mail, and that of a doctor a
 * doctor with the same e-mail; the last admin stays one. It holds from the next call of that account on.
 */
export async function changeRole(
  { config, database, clock, outbox }: Pick<Deps, 'config' | 'database' | 'clock' | 'outbox'>,
  change: Change,
): Promise<Outcome> {
  const changed = await database.query
    .transaction()
    .execute((query) =>
      changeRoleIn(query, { ...change, engine: database.engine, config }, clock()),
    )
  if (changed.ok && change.role === 'admin') outbox.wake()
  return changed
}

/** The same in the caller's transaction. The other admins are notified of a new one. */
export async function changeRoleIn(
  query: Queries,
  { email, role, engine, config }: Change & { engine: Engine; config: MailConfig },
  now: Date,
): Promise<Outcome> {
  const admins = await lockAdmins(query, engine)
  const from = await readRole(query, email)
  if (!from) return { ok: false, reason: 'not_found' }
  if (from === role) return { ok: true, from }
  if (from === 'admin' && admins.length === 1) return { ok: false, reason: 'last_admin' }
  const outcome = await updateRole(query, { email, role }, now)
  if (outcome !== 'changed') return { ok: false, reason: outcome }
  await endInvitationsOf(query, email, now)
  if (role === 'admin') await queueNewAdminMails(query, { admins, email, config }, now)
  return { ok: true, from }
}

/** Notifies the other admins of one who was made outside the portal, in the transaction that made them. */
export async function notifyAdminsOf(
  query: Queries,
  { email, engine, config }: { email: string; engine: Engine; config: MailConfig },
  now: Date,
): Promise<void> {
  const admins = await lockAdmins(query, engine)
  await queueNewAdminMails(query, { admins, email, config }, now)
}

/** An admin's decision replaces invitations to the account. Those it sent end, too: only admins invite. */
async function endInvitationsOf(query: Queries, email: string, at: Date): Promise<void> {
  const now = at.toISOString()
  await endInvitations(query, { email, now })
  await endInvitations(query, { invitedBy: email, now })
}

/** `role` is that of the account at the end of the transaction; `null` where there is no such account. */
type Modified = { isModified: boolean; role: Role | null }

/** The specification's "Make admin", for an account whose e-mail is confirmed. */
export async function makeAdmin(
  { config, database, clock, outbox }: Pick<Deps, 'config' | 'database' | 'clock' | 'outbox'>,
  email: string,
): Promise<Modified> {
  const now = clock()
  const made = await database.query.transaction().execute(async (query) => {
    const admins = await lockAdmins(query, database.engine)
    const isModified = await promoteUser(query, email, now)
    if (isModified) {
      await endInvitationsOf(query, email, now)
      await queueNewAdminMails(query, { admins, email, config }, now)
    }
    return { isModified, role: await readRole(query, email) }
  })
  if (made.isModified) outbox.wake()
  return made
}

/** Makes an admin a patient, unless they are the last one. */
export async function removeAdmin(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  email: string,
): Promise<Modified> {
  return database.query.transaction().execute(async (query) => {
    await lockAdmins(query, database.engine)
    const now = clock()
    const isModified = await demoteUser(query, email, now)
    if (isModified) await endInvitationsOf(query, email, now)
    return { isModified, role: await readRole(query, email) }
  })
}
