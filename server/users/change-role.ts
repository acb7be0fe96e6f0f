import type { Role } from '../../contract/roles.ts'
import type { Deps } from '../deps.ts'
import { lockAdmins, readRole, updateRole } from './queries.ts'

type Refusal = 'not_found' | 'email_unproved' | 'no_such_doctor' | 'last_admin'
type Outcome = { ok: true; from: Role } | { ok: false; reason: Refusal }

/**
 * Gives an account another role. A role above patient needs a confirmed e-mail, and that of a doctor a
 * doctor with the same e-mail; the last admin stays one. It holds from the next call of that account on.
 */
export async function changeRole(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { email, role }: { email: string; role: Role },
): Promise<Outcome> {
  return database.query.transaction().execute(async (query): Promise<Outcome> => {
    const admins = await lockAdmins(query, database.engine)
    const from = await readRole(query, email)
    if (!from) return { ok: false, reason: 'not_found' }
    if (from === role) return { ok: true, from }
    if (from === 'admin' && admins.length === 1) return { ok: false, reason: 'last_admin' }
    const outcome = await updateRole(query, { email, role }, clock())
    return outcome === 'changed' ? { ok: true, from } : { ok: false, reason: outcome }
  })
}
