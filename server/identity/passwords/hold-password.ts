import type { Engine, Queries } from '../../db/database.ts'
import { lockUser } from '../account/queries.ts'
import type { Caller } from '../caller.ts'
import { sessionExists } from '../queries.ts'

/**
 * The hash of an account's password once a change of it that is under way is committed, `null` for none. It
 * stays so until the transaction is over.
 * A transaction that locks the account, too, does so before.
 */
export async function holdPasswordHash(
  query: Queries,
  engine: Engine,
  userId: string,
): Promise<string | null> {
  const row = await query
    .selectFrom('accounts')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst()
  return row?.password ?? null
}

/**
 * The account of a session that is still there once a change of the password or address that is under way is committed;
 * `null` where that has ended the session. No change begins until the transaction is over.
 */
export async function holdSession(
  query: Queries,
  engine: Engine,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
) {
  const account = await lockUser(query, engine, userId)
  await holdPasswordHash(query, engine, userId)
  return account && (await sessionExists(query, sessionId)) ? account : null
}
