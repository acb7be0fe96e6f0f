import type { Queries } from '../db/database.ts'

export async function isAdmin(query: Queries, email: string): Promise<boolean> {
  const user = await query
    .selectFrom('users')
    .select('role')
    .where('email', '=', email)
    .executeTakeFirst()
  return user?.role === 'admin'
}
