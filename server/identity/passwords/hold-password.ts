import type { Engine, Queries } from '../../db/database.ts'

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
