import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

export type Entry = Tables['auditEntries']

export async function insertEntry(
  query: Queries,
  entry: Omit<Entry, 'detail' | 'status'>,
): Promise<void> {
  await query
    .insertInto('auditEntries')
    .values({ ...entry, detail: '', status: null })
    .execute()
}

/** The database takes this once an entry, and no other change. */
export async function closeEntry(
  query: Queries,
  id: string,
  outcome: Pick<Entry, 'subject' | 'detail'> & { status: number },
): Promise<void> {
  await query.updateTable('auditEntries').set(outcome).where('id', '=', id).execute()
}
