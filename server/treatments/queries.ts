import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { StaffTreatment } from '../../contract/treatments/endpoints.ts'
import { mostListed } from '../appointments/appointment.ts'
import type { ClinicTime, Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import type { SlotTimes } from './treatment.ts'

/**
 * All treatments as staff see them, or the one of an id; what is on offer first. `today` is the clinic's.
 * One statement, so that the slots are of the revision that is named.
 */
export async function listForStaff(
  query: Queries,
  today: Day,
  id?: string,
): Promise<StaffTreatment[]> {
  const rows = await query
    .selectFrom('treatments as t')
    .leftJoin('treatmentSlots as s', 's.treatmentId', 't.id')
    .$if(id !== undefined, (some) => some.where('t.id', '=', id ?? ''))
    .selectAll('t')
    .select('s.slot')
    .orderBy(({ eb }) => eb.case().when('t.archivedAt', 'is', null).then(0).else(1).end())
    .orderBy('t.position')
    .orderBy('t.id')
    .orderBy('s.startMinute')
    .execute()
  const upcoming = await countUpcoming(query, today)
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((own) => {
    const [row] = own
    if (!row) return []
    const { id: _id, name, description, priceCents, archivedAt, revision } = row
    return {
      ...{ _id, name, description },
      price: priceCents / 100,
      buffer: row.bufferMinutes,
      starts: startsOf(row),
      byDoctors: row.doctorsFrom !== null,
      slots: own.flatMap(({ slot }) => slot ?? []),
      archived: archivedAt !== null,
      revision,
      upcoming: upcoming.get(_id) ?? 0,
    }
  })
}

/** The same of one that the caller has just changed. */
export async function readForStaff(
  query: Queries,
  today: Day,
  id: string,
): Promise<StaffTreatment> {
  const [treatment] = await listForStaff(query, today, id)
  if (!treatment) throw new Error(`There is no treatment ${id}`)
  return treatment
}

/** In which way slots are computed; `null` where they are a list. */
export function startsOf({
  lengthMinutes: length,
  startEvery: every,
}: Pick<Selectable<Tables['treatments']>, 'lengthMinutes' | 'startEvery'>) {
  return length === null || every === null ? null : { length, every }
}

async function countUpcoming(query: Queries, today: Day): Promise<Map<string, number>> {
  const rows = await selectUpcoming(query, today).execute()
  return new Map(rows.map(({ treatmentId, upcoming }) => [treatmentId, upcoming]))
}

export function selectUpcoming(query: Queries, today: Day) {
  return query
    .selectFrom('appointments')
    .select(({ fn }) => ['treatmentId', fn.countAll<number>().as('upcoming')])
    .where('day', '>=', today)
    .where('cancelledAt', 'is', null)
    .groupBy('treatmentId')
}

/** The live appointments that have not begun and hold one of these slots, by day and start. */
export function selectHolders(
  query: Queries,
  treatmentId: string,
  slots: readonly string[],
  { today, firstMinute }: ClinicTime,
) {
  return query
    .selectFrom('appointments')
    .select(['id', 'treatment', 'day', 'slot', 'patientName'])
    .where('treatmentId', '=', treatmentId)
    .where('slot', 'in', slots)
    .where('day', '>=', today)
    .where((row) => row.or([row('day', '>', today), row('startMinute', '>=', firstMinute)]))
    .where('cancelledAt', 'is', null)
    .orderBy('day')
    .orderBy('startMinute')
    .limit(mostListed)
}

export async function listSlots(query: Queries, treatmentId: string): Promise<string[]> {
  const rows = await query
    .selectFrom('treatmentSlots')
    .select('slot')
    .where('treatmentId', '=', treatmentId)
    .orderBy('startMinute')
    .execute()
  return rows.map(({ slot }) => slot)
}

/** Puts a treatment behind all others. */
export async function insertTreatment(
  query: Queries,
  treatment: Omit<Insertable<Tables['treatments']>, 'position' | 'archivedAt'>,
): Promise<void> {
  const position = query
    .selectFrom('treatments')
    .select(({ eb, fn }) => eb(fn.coalesce(fn.max('position'), eb.lit(-1)), '+', 1).as('next'))
  await query
    .insertInto('treatments')
    .values({ ...treatment, position, archivedAt: null })
    .execute()
}

export async function insertSlots(
  query: Queries,
  treatmentId: string,
  slots: readonly SlotTimes[],
): Promise<void> {
  if (slots.length === 0) return
  const rows = slots.map((slot) => ({ treatmentId, ...slot }))
  await query.insertInto('treatmentSlots').values(rows).execute()
}

export async function deleteSlots(
  query: Queries,
  treatmentId: string,
  slots: readonly string[],
): Promise<void> {
  if (slots.length === 0) return
  await query
    .deleteFrom('treatmentSlots')
    .where('treatmentId', '=', treatmentId)
    .where('slot', 'in', slots)
    .execute()
}

/**
 * Marks the appointments without a doctor whose slot is no longer on the list as outside the slots, so that they
 * take the new slots that they overlap. What overlaps another appointment or a hold already stays as it is: the
 * database would refuse the mark.
 */
export async function markOutside(query: Queries, treatmentId: string, today: Day): Promise<void> {
  const isAtThatTime = (row: string) => sql<boolean>`${sql.ref(`${row}.day`)} = "appointments"."day"
    and ${sql.ref(`${row}.treatmentId`)} = "appointments"."treatmentId"
    and ${sql.ref(`${row}.startMinute`)} < "appointments"."endMinute"
    and "appointments"."startMinute" < ${sql.ref(`${row}.endMinute`)}`
  await query
    .updateTable('appointments')
    .set({ outside: 1 })
    .where('treatmentId', '=', treatmentId)
    .where('day', '>=', today)
    .where('doctorId', 'is', null)
    .where('cancelledAt', 'is', null)
    .where('outside', '=', 0)
    .where(sql<boolean>`not exists (select 1 from "treatmentSlots" as "s"
      where "s"."treatmentId" = "appointments"."treatmentId" and "s"."slot" = "appointments"."slot")`)
    .where(sql<boolean>`not exists (select 1 from "appointments" as "x"
      where ${isAtThatTime('x')} and "x"."cancelledAt" is null and "x"."id" <> "appointments"."id")`)
    .where(sql<boolean>`not exists (select 1 from "offers" as "o"
      where ${isAtThatTime('o')} and "o"."state" = 'open')`)
    .execute()
}

/** Changes a treatment of this revision, or of any where none is named; false where it has another. */
export async function updateTreatment(
  query: Queries,
  { id, revision }: { id: string; revision: number | undefined },
  treatment: Updateable<Tables['treatments']>,
): Promise<boolean> {
  const row = await query
    .updateTable('treatments')
    .set((old) => ({ ...treatment, revision: old('revision', '+', 1) }))
    .where('id', '=', id)
    .$if(revision !== undefined, (update) => update.where('revision', '=', revision ?? 0))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Doctors follow the treatment that they are named by: one on offer that has the name rather than an archived one. */
export async function renameSpecialty(query: Queries, from: string, to: string): Promise<void> {
  const onOffer = query
    .selectFrom('treatments')
    .select('id')
    .where('name', '=', from)
    .where('archivedAt', 'is', null)
  await query
    .updateTable('doctors')
    .set({ specialty: to })
    .where('specialty', '=', from)
    .where(({ not, exists }) => not(exists(onOffer)))
    .execute()
}

/** Takes a treatment off the offer at an instant, or puts it back with `null`; whether it is there. */
export async function setArchived(
  query: Queries,
  id: string,
  archivedAt: Instant | null,
): Promise<boolean> {
  const changing = query.updateTable('treatments').set({ archivedAt }).where('id', '=', id)
  return (await changing.returning('id').executeTakeFirst()) !== undefined
}
