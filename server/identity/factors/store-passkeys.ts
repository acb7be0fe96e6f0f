import type { DBAdapter } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Database, Queries } from '../../db/database.ts'
import { ended } from '../guard-call.ts'
import { callInHand } from '../note-call.ts'
import { holdSession } from '../passwords/hold-password.ts'
import { deleteSession } from '../queries.ts'
import { hasPasskey } from './queries.ts'

/**
 * better-auth's database, which stores a passkey only if the session that makes it still exists. Whoever takes
 * an account back locks it, removes what was added to sign in by and ends its sessions: a passkey that waits
 * for that lock must not be stored afterwards.
 */
export function storePasskeys(
  { engine, query }: Database,
  adapterOf: (query: Queries) => DBAdapter,
): DBAdapter {
  const adapter = adapterOf(query)
  return {
    ...adapter,
    create: (call) => {
      if (call.model !== 'passkey') return adapter.create(call)
      return query.transaction().execute(async (transaction) => {
        const caller = { userId: String(call.data.userId), sessionId: callInHand().sessionId ?? '' }
        if (!(await holdSession(transaction, engine, caller))) {
          throw new APIError('UNAUTHORIZED', ended)
        }
        return adapterOf(transaction).create(call)
      })
    },
  }
}

/**
 * Refuses a session that a passkey has begun which was removed while it was checked. Whoever removes one from an account
 * locks it and ends its sessions; one that waits for that lock begins afterwards.
 */
export async function requirePasskey(
  query: Queries,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const { credentialId = '' } = callInHand()
  if (await hasPasskey(query, { userId, credentialId })) return
  await deleteSession(query, id)
  throw new APIError('UNAUTHORIZED', ended)
}
