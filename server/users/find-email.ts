import type { Queries } from '../db/database.ts'

/** The e-mail of the account that a call names by it or by its id; `undefined` for an id of nobody. */
export async function findEmail(query: Queries, key: string): Promise<string | undefined> {
  if (key.includes('@')) return key
  const user = await query
    .selectFrom('users')
    .select('email')
    .where('id', '=', key)
    .where('claims', 'is', null)
    .executeTakeFirst()
  return user?.email
}
