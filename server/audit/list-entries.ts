import { AuditEntry } from '../../contract/audit.ts'
import type { Queries } from '../db/database.ts'
import { type Entry, listActors, selectByActor, selectBySubject, selectEntries } from './queries.ts'

/** Above every id, which are digits and letters up to f. */
const newest = 'g'

type Asked = { after?: string | undefined; limit: number; search?: string | undefined }

/** One page of the audit, the newest first; a search is the beginning of an actor or a subject in lower case, as e-mails, ids and days are. */
export async function listEntries(
  query: Queries,
  { after: before = newest, limit, search = '' }: Asked,
): Promise<{ rows: AuditEntry[]; next: string | null }> {
  // One more than asked for tells whether there is another page.
  const page = { before, limit: limit + 1 }
  const found = search
    ? await searchEntries(query, search, page)
    : await selectEntries(query, page).execute()
  const rows = found.slice(0, limit).map(showEntry)
  return { rows, next: found.length > limit ? (rows.at(-1)?._id ?? null) : null }
}

/** An action that this version does not know keeps its stored name and fields. */
function showEntry({ id: _id, data, ...entry }: Entry): AuditEntry {
  const known = AuditEntry.safeParse({ _id, ...entry, data: JSON.parse(data) })
  if (known.success) return known.data
  return { _id, ...entry, action: 'other', data: { name: entry.action, detail: data } }
}

/** Each actor's newest and the subjects' newest; the newest of all these are the newest found. */
async function searchEntries(
  query: Queries,
  search: string,
  page: { before: string; limit: number },
): Promise<Entry[]> {
  const lower = search.toLowerCase()
  const actors = await listActors(query, lower)
  const parts = await Promise.all([
    selectBySubject(query, lower, page).execute(),
    ...actors.map((actor) => selectByActor(query, actor, page).execute()),
  ])
  const byId = new Map(parts.flat().map((entry) => [entry.id, entry]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit)
}
