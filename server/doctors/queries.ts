import { type Expression, type SqlBool, sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

export type DoctorRow = Tables['doctors']
/** What staff choose of a doctor. */
export type DoctorDetails = Omit<DoctorRow, 'id' | 'createdAt'>

export async function selectDoctors(query: Queries): Promise<DoctorRow[]> {
  return query.selectFrom('doctors').selectAll().execute()
}

export async function doctorExists(query: Queries, email: string): Promise<boolean> {
  const rows = await query.selectFrom('doctors').select('id').where('email', '=', email).execute()
  return rows.length > 0
}

/** Whether there was such a treatment to insert the doctor for; a taken e-mail throws. */
export async function insertDoctor(query: Queries, doctor: DoctorRow): Promise<boolean> {
  const { id, name, email, specialty, photo, createdAt } = doctor
  const row = await query
    .insertInto('doctors')
    .columns(['id', 'name', 'email', 'specialty', 'photo', 'createdAt'])
    .expression(
      query
        .selectFrom('treatments')
        .where('name', '=', specialty)
        .where('archivedAt', 'is', null)
        .select([
          sql<string>`${id}`.as('id'),
          sql<string>`${name}`.as('name'),
          sql<string>`${email}`.as('email'),
          'treatments.name as specialty',
          sql<string>`${photo}`.as('photo'),
          sql<string>`${createdAt}`.as('createdAt'),
        ]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The doctor as changed, or `undefined` when there is none or the new specialty is not on offer; one
 * kept may have been archived meanwhile. A taken e-mail throws.
 */
export async function updateDoctor(
  query: Queries,
  email: string,
  doctor: DoctorDetails,
): Promise<DoctorRow | undefined> {
  const onOffer = sql`exists (select 1 from "treatments"
    where "treatments"."name" = ${doctor.specialty} and "archivedAt" is null)` as Expression<SqlBool>
  return query
    .updateTable('doctors')
    .set(doctor)
    .where('email', '=', email)
    .where((row) => row.or([row('specialty', '=', doctor.specialty), onOffer]))
    .returningAll()
    .executeTakeFirst()
}

export async function deleteDoctor(query: Queries, email: string): Promise<number> {
  const rows = await query
    .deleteFrom('doctors')
    .where('email', '=', email)
    .returning('id')
    .execute()
  return rows.length
}
