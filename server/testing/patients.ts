import type { Queries } from '../db/database.ts'

/** Patients whom only the clinic knows, by ids of the test's own. */
export async function insertPatients(query: Queries, ...ids: string[]): Promise<void> {
  const createdAt = '2026-01-01T00:00:00.000Z'
  const rows = ids.map((id) => ({ id, name: 'Pat Doe', nameKey: 'patdoe', createdAt }))
  for (let first = 0; first < rows.length; first += 1000) {
    const some = rows.slice(first, first + 1000)
    await query
      .insertInto('patients')
      .values(some.map((row) => ({ ...row, guestKey: row.id })))
      .execute()
  }
}
