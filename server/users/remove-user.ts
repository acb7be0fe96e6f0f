import type { Database } from '../db/database.ts'
import { deleteUser, lockAdmins } from './queries.ts'

export type Removal =
  | { ok: true; deletedCount: number }
  | { ok: false; reason: 'self_removal' | 'last_admin' }

/**
 * Removes an account with its sessions and tokens; the person's appointments stay. An admin removes
 * neither themself nor the last one: of two who remove each other at once, one stays.
 */
export async function removeUser(
  database: Database,
  { email, by }: { email: string; by: string },
): Promise<Removal> {
  if (email === by) return { ok: false, reason: 'self_removal' }
  return database.query.transaction().execute(async (transaction): Promise<Removal> => {
    const admins = await lockAdmins(transaction, database.engine)
    if (admins.length === 1 && admins[0] === email) return { ok: false, reason: 'last_admin' }
    return { ok: true, deletedCount: await deleteUser(transaction, email) }
  })
}
