import { v7 as uuidv7 } from 'uuid'
import type { Chair } from '../../contract/doctors/schedule.ts'
import { type AsksAboutAffected, type Refused, refused } from '../appointments/appointment.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import { changePairs, type PairParts } from './change-pairs.ts'
import type { Cause } from './plan-changes/plan-change.ts'
import { hasTreatments } from './queries.ts'

type Details = { name: string; treatments: readonly string[]; confirmed: boolean }
type Refusal = 'not_found' | 'changed_meanwhile' | 'treatment_gone' | 'chair_exists'
type Outcome =
  | { ok: true; chair: Chair; change: string | null }
  | Refused<Refusal>
  | AsksAboutAffected

/**
 * All chairs in their order, archived ones last. One statement, so that the treatments are of the
 * revision that is named.
 */
export async function listChairs(query: Queries): Promise<Chair[]> {
  const rows = await query
    .selectFrom('chairs as c')
    .leftJoin('chairTreatments as ct', 'ct.chairId', 'c.id')
    .leftJoin('treatments as t', 't.id', 'ct.treatmentId')
    .select(['c.id', 'c.name', 'c.archivedAt', 'c.revision', 'ct.treatmentId'])
    .orderBy(({ eb }) => eb.case().when('c.archivedAt', 'is', null).then(0).else(1).end())
    .orderBy('c.position')
    .orderBy('c.id')
    .orderBy('t.position')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([_id, own]) => {
    const [chair] = own
    if (!chair) return []
    const { name, archivedAt, revision } = chair
    const treatments = own.flatMap(({ treatmentId }) => treatmentId ?? [])
    return { _id, name, treatments, archived: archivedAt !== null, revision }
  })
}

/** Adds a chair. With the first one, appointments with a doctor get one where it is free. */
export async function addChair(parts: PairParts, details: Details): Promise<Outcome> {
  const id = uuidv7()
  const { name } = details
  return changePairs(parts, details, async (query): Promise<Stored> => {
    const position = query
      .selectFrom('chairs')
      .select(({ eb, fn }) => eb(fn.coalesce(fn.max('position'), eb.lit(-1)), '+', 1).as('next'))
    await query.insertInto('chairs').values({ id, name, position, archivedAt: null }).execute()
    return storeTreatments(query, id, details)
  }).catch(refusedName)
}

type Stored = { ok: true; chair: Chair; cause: Cause } | Refused<Refusal>

/** Changes, archives or restores a chair. Appointments in one that goes get another where it is free. */
export async function changeChair(
  parts: PairParts,
  input: Details & { id: string; archived: boolean; revision?: number | undefined },
): Promise<Outcome> {
  const { id, name, archived, revision } = input
  return changePairs(parts, input, async (query): Promise<Stored> => {
    const known = await query
      .selectFrom('chairs')
      .select('archivedAt')
      .where('id', '=', id)
      .execute()
    if (!known[0]) return refused('not_found')
    const archivedAt = archived ? (known[0].archivedAt ?? parts.clock().toISOString()) : null
    const changed = await query
      .updateTable('chairs')
      .set((old) => ({ name, archivedAt, revision: old('revision', '+', 1) }))
      .where('id', '=', id)
      .$if(revision !== undefined, (update) => update.where('revision', '=', revision ?? 0))
      .returning('id')
      .executeTakeFirst()
    return changed ? storeTreatments(query, id, input) : refused('changed_meanwhile')
  }).catch(refusedName)
}

async function storeTreatments(
  query: Queries,
  chairId: string,
  { treatments }: Details,
): Promise<Stored> {
  if (!(await hasTreatments(query, treatments))) return refused('treatment_gone')
  await query.deleteFrom('chairTreatments').where('chairId', '=', chairId).execute()
  const rows = [...new Set(treatments)].map((treatmentId) => ({ chairId, treatmentId }))
  if (rows.length > 0) await query.insertInto('chairTreatments').values(rows).execute()
  const chair = (await listChairs(query)).find(({ _id }) => _id === chairId)
  if (!chair) return refused('not_found')
  const cause = { kind: 'chair' as const, name: chair.name, doctorId: null }
  return { ok: true, chair, cause: { ...cause, fromDay: null, untilDay: null } }
}

function refusedName(error: unknown): Refused<'chair_exists'> {
  if (refusingConstraint(error) !== 'chairs_one_per_name') throw error
  return refused('chair_exists')
}
