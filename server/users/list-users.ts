import type { User } from '../../contract/users/user.ts'
import { readSearch } from '../appointments/search-keys.ts'
import type { Queries } from '../db/database.ts'
import { selectSought, selectUsers } from './queries.ts'

type Asked = { after?: string | undefined; limit: number; search?: string | undefined }

/**
 * One page of the users in the order of their e-mails. A search finds those of whose name, or e-mail
 * before its @, it is a part, whatever the case, the accents and the order of the words.
 */
export async function listUsers(
  query: Queries,
  { after = '', limit, search = '' }: Asked,
): Promise<User[]> {
  const { words } = readSearch(search)
  if (search && words.length === 0) return []
  const page = { after, limit }
  const found = await (search
    ? selectSought(query, { ...page, words })
    : selectUsers(query, page)
  ).execute()
  return found.map(({ id, createdAt, emailVerified, unbounded, ...user }) => ({
    _id: id,
    ...user,
    verified: Boolean(emailVerified),
    unbounded: unbounded === 1,
    since: new Date(createdAt).toISOString(),
  }))
}
