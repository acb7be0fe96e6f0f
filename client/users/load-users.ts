import { userEndpoints } from '../../contract/users/endpoints.ts'
import type { User } from '../../contract/users/user.ts'
import { call } from '../data/api.ts'
import type { ListPage } from '../data/paged-list.tsx'

export const usersPerPage = 50

/** One page of users. The call answers a bare list: one row more than is shown says that more follow. */
export async function loadUsers(
  search: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<User>> {
  const query = { search: search || undefined, after, limit: usersPerPage + 1 }
  const users = await call(userEndpoints.listUsers, { query }, { signal })
  const rows = users.slice(0, usersPerPage)
  return { rows, next: users.length > usersPerPage ? (rows.at(-1)?.email ?? null) : null }
}
