import type { User } from '../../contract/users/user.ts'
import type { Queries } from '../db/database.ts'
import { selectByEmail, selectByName, selectUsers } from './queries.ts'

type Asked = { after?: string | undefined; limit: number; search?: string | undefined }

/**
 * One page of the users in the order of their e-mails. A search finds those whose e-mail or name
 * begins with it, whatever the case.
 */
export async function listUsers(
  query: Queries,
  { after = '', limit, search = '' }: Asked,
): Promise<User[]> {
  const page = { after, limit }
  const searches = search
    ? [
        selectByEmail(query, { ...page, beginning: search.toLowerCase() }),
        ...nameBeginnings(search).map((beginning) => selectByName(query, { ...page, beginning })),
      ]
    : [selectUsers(query, page)]
  const found = await Promise.all(searches.map((select) => select.execute()))
  const byEmail = new Map(found.flat().map((user) => [user.email, user]))
  return [...byEmail.values()]
    .sort((a, b) => (a.email < b.email ? -1 : 1))
    .slice(0, limit)
    .map(({ id, createdAt, emailVerified, unbounded, ...user }) => ({
      _id: id,
      ...user,
      verified: Boolean(emailVerified),
      unbounded: unbounded === 1,
      since: new Date(createdAt).toISOString(),
    }))
}

/** The database lowers ASCII alone, so a name in other letters is looked for as names are written. */
function nameBeginnings(search: string): string[] {
  const lower = search.toLowerCase()
  const capital = lower.replace(/(^|[\s-])\P{ASCII}/gu, (letter) => letter.toUpperCase())
  return [...new Set([lower, capital])]
}
