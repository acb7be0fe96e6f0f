import type { Role } from '../../contract/roles.ts'
import type { Deps } from '../deps.ts'
import { lockAdmins, promoteUser, readRole, updateRole } from './queries.ts'
import { queueNewAdminMails } from './write-new-admin-mail.ts'

type Refusal = 'not_found' | 'email_unproved' | 'no_such_doctor' | 'last_admin'
type Outcome = { ok: true; from: Role } | { ok: false; reason: Refusal }

/**
 * Gives an account another role. A role above patient needs a confirmed e-mail, and that of a doctor a
 * doctor with the same e-mail; the last admin stays one. It holds from the next call of that account on.
 */
export async function changeRole(
  { config, database, clock, outbox }: Pick<Deps, 'config' | 'database' | 'clock' | 'outbox'>,
  { email, role }: { email: string; role: Role },
): Promise<Outcome> {
  const now = clock()
  const changed = await database.query.transaction().execute(async (query): Promise<Outcome> => {
    const admins = await lockAdmins(query, database.engine)
    const from = await readRole(query, email)
    if (!from) return { ok: false, reason: 'not_found' }
    if (from === role) return { ok: true, from }
    if (from === 'admin' && admins.length === 1) return { ok: false, reason: 'last_admin' }
    const outcome = await updateRole(query, { email, role }, now)
    if (outcome !== 'changed') return { ok: false, reason: outcome }
    const { publicUrl } = config
    if (role === 'admin') await queueNewAdminMails(query, { admins, email, publicUrl }, now)
    return { ok: true, from }
  })
  if (changed.ok && role === 'admin') outbox.wake()
  return changed
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
    await queueNewAdminMails(query, { admins, email, publicUrl: config.publicUrl }, now)
    return true
  })
  if (isMade) outbox.wake()
  return isMade
}
