import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/** What stands for a name that is no longer known, in every language. */
export const nobody = '—'

/**
 * Removes the person from patients, and from those who were merged into them, in the caller's
 * transaction. A row stays for as long as appointments or merges refer to it: what was done and paid,
 * without who it was for.
 */
export async function erasePatients(
  query: Queries,
  which: RawBuilder<boolean>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with recursive "gone" ("id") as (
      select "id" from "patients" where ${which}
      union select m."id" from "patients" as m join "gone" as g on m."mergedInto" = g."id")
    select "id" from "gone"`.execute(query)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const erasedAt = now.toISOString()
  await query
    .updateTable('patients')
    .set({
      ...{ accountId: null, relation: null, place: null, name: nobody, nameKey: '' },
      ...{ birthDate: null, phone: '', phoneKey: '', email: '', guestKey: null, language: null },
      ...{ note: '', alert: '', erasedAt, revision: sql`"revision" + 1` },
    })
    .where('id', 'in', ids)
    .execute()
  await query
    .deleteFrom('patients')
    .where('id', 'in', ids)
    .where('mergedInto', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from "appointments" where "patientId" = "patients"."id")`,
    )
    .where(
      sql<boolean>`not exists (select 1 from "patients" as m where m."mergedInto" = "patients"."id")`,
    )
    .execute()
}
