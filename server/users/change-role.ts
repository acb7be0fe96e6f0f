import type { Role } from '../../contract/roles.ts'
import type { Engine, Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { lockAdmins, promoteUser, readRole, updateRole } from './queries.ts'
import { type MailConfig, queueNewAdminMails } from './write-new-admin-mail.ts'

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
  if (role === 'admin') await queueNewAdminMails(query, { admins, email, config }, now)
  return { ok: true, from }
}

/** The specification's "Make admin": false where nobody becomes one by it. */
export async function makeAdmin(
  { config, database, clock, outbox }: Pick<Deps, 'config' | 'database' | 'clock' | 'outbox'>,
  email: string,
): Promise<boolean> {
  const now = clock()
  const isMade = await database.query.transaction().execute(async (query) => {
    const admins = await lockAdmins(query, database.engine)
    if (!(await promoteUser(query, email, now))) return false
    await queueNewAdminMails(query, { admins, email, config }, now)
    return true
  })
  if (isMade) outbox.wake()
  return isMade
}
