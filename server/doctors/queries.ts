import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Instant } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

export type DoctorRow = Selectable<Tables['doctors']>
/** What staff choose of a doctor. */
export type DoctorDetails = Pick<DoctorRow, 'name' | 'email' | 'specialty' | 'photo'>

export async function selectDoctors(query: Queries): Promise<DoctorRow[]> {
  return query.selectFrom('doctors').selectAll().where('removedAt', 'is', null).execute()
}

/** A doctor who is there, named by id or e-mail. */
export async function findNamed(query: Queries, key: string) {
  return selectNamed(query, key).executeTakeFirst()
}

/**
 * The same, with a row lock: no other transaction changes it before this one ends; transactions that only
 * reference it do not wait.
 */
export async function holdNamed({ engine }: Database, query: Queries, key: string) {
  return selectNamed(query, key)
    .$if(engine === 'postgres', (select) => select.forNoKeyUpdate())
    .executeTakeFirst()
}

function selectNamed(query: Queries, key: string) {
  return query
    .selectFrom('doctors')
    .select(['id', 'email', 'name'])
    .where(key.includes('@') ? 'email' : 'id', '=', key)
    .where('removedAt', 'is', null)
}

/** Whether there was such a treatment to insert the doctor for; a taken e-mail throws. */
export async function insertDoctor(
  query: Queries,
  doctor: DoctorDetails & Pick<DoctorRow, 'id' | 'createdAt'>,
): Promise<boolean> {
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
 * The doctor as changed, or `undefined` if the new specialty is not on offer; the current specialty may have
 * been archived since. A taken e-mail throws.
 */
export async function updateDoctor(
  query: Queries,
  id: string,
  doctor: DoctorDetails,
): Promise<DoctorRow | undefined> {
  const onOffer = sql`exists (select 1 from "treatments"
    where "treatments"."name" = ${doctor.specialty} and "archivedAt" is null)` as Expression<SqlBool>
  return query
    .updateTable('doctors')
    .set(doctor)
    .where('id', '=', id)
    .where((row) => row.or([row('specialty', '=', doctor.specialty), onOffer]))
    .returningAll()
    .executeTakeFirst()
}

/** Whether there are treatments of all these ids. */
export async function hasTreatments(query: Queries, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await query.selectFrom('treatments').select('id').where('id', 'in', ids).execute()
  return rows.length === new Set(ids).size
}

/** The same of chairs. */
export async function hasChairs(query: Queries, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await query.selectFrom('chairs').select('id').where('id', 'in', ids).execute()
  return rows.length === new Set(ids).size
}

/** Deletes who is named by id or e-mail and never had a schedule, and so never an appointment. */
export async function deleteUnscheduled(
  query: Queries,
  key: string,
): Promise<{ email: string } | undefined> {
  return query
    .deleteFrom('doctors')
    .where(key.includes('@') ? 'email' : 'id', '=', key)
    .where('removedAt', 'is', null)
    .where('revision', '=', 0)
    .returning('email')
    .executeTakeFirst()
}

/** Removes all of a doctor's own but the name, for the appointments that they have or had. */
export async function retireDoctor(query: Queries, id: string, now: Instant): Promise<void> {
  await query
    .updateTable('doctors')
    .set({ removedAt: now, email: `removed:${id}`, photo: '' })
    .where('id', '=', id)
    .execute()
}

/** Doctors who have hours, with the ids of what they treat of what is on offer; one row each. */
export async function listWorking(query: Queries) {
  return query
    .selectFrom('doctors as d')
    .innerJoin('doctorTreatments as dt', 'dt.doctorId', 'd.id')
    .innerJoin('treatments as t', 't.id', 'dt.treatmentId')
    .where('d.removedAt', 'is', null)
    .where('t.archivedAt', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('doctorHours as h').select('h.doctorId').whereRef('h.doctorId', '=', 'd.id'),
        ),
        exists(
          selectFrom('doctorDayHours as h')
            .select('h.doctorId')
            .whereRef('h.doctorId', '=', 'd.id'),
        ),
      ]),
    )
    .select(['d.id', 'd.name', 'd.specialty', 'd.photo', 'dt.treatmentId'])
    .orderBy('t.position')
    .execute()
}
