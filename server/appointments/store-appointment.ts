import { sql, type Updateable } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import type { Appointment } from './book-appointment.ts'
import {
  type DayParams,
  dayIsOpen,
  type NewAppointment,
  type Param,
  soonestMinute,
} from './queries.ts'

const insertedColumns = [
  'id',
  'treatmentId',
  'treatment',
  'priceCents',
  'day',
  'slot',
  'startMinute',
  'endMinute',
  'patient',
  'patientName',
  'phone',
  'createdAt',
  'bookedBy',
  'nameKey',
  'familyKey',
  'phoneKey',
] as const

/**
 * The one statement that books: it inserts what it reads, so that treatment, slot, price, opening
 * days, horizon, lead time and the time of day hold at the instant of the insert. No row: one of them
 * does not.
 */
function insertStatement(query: Queries, param: Param<NewAppointment>) {
  return query
    .insertInto('appointments')
    .columns(insertedColumns)
    .expression(
      query
        .selectFrom('treatments as t')
        .innerJoin('treatmentSlots as s', 's.treatmentId', 't.id')
        .where('t.id', '=', param('treatmentId'))
        .where('t.archivedAt', 'is', null)
        .where('t.priceCents', '=', param('priceCents'))
        .where('s.slot', '=', param('slot'))
        .where('s.startMinute', '>=', soonestMinute(param))
        .where(dayIsOpen(param))
        .select([
          param('id').as('id'),
          't.id as treatmentId',
          't.name as treatment',
          't.priceCents',
          param('day').as('day'),
          's.slot',
          's.startMinute',
          's.endMinute',
          param('patient').as('patient'),
          param('patientName').as('patientName'),
          param('phone').as('phone'),
          param('createdAt').as('createdAt'),
          param('bookedBy').as('bookedBy'),
          param('nameKey').as('nameKey'),
          param('familyKey').as('familyKey'),
          param('phoneKey').as('phoneKey'),
        ]),
    )
    .returningAll()
}

/** For patients, who come by the hundred: compiled once, in a commit of its own or a shared one. */
export function prepareInsert(database: Database) {
  return database.prepareWrite<NewAppointment, Appointment>(insertStatement)
}

/** The same statement in the caller's transaction. */
export async function insertAppointment(
  query: Queries,
  values: NewAppointment,
): Promise<Appointment | undefined> {
  return insertStatement(query, (name) => sql`${values[name]}`).executeTakeFirst()
}

/** On which state of an appointment a change was decided. */
export type OnRevision = { id: string; revision: number }

/** Changes an appointment that still stands as it was; `undefined` when it does not. */
export async function storeChange(
  query: Queries,
  { id, revision }: OnRevision,
  change: Updateable<Tables['appointments']>,
): Promise<Appointment | undefined> {
  return query
    .updateTable('appointments')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Moves a live appointment that still stands as it was to another time of its treatment, under the
 * conditions of the insert. `undefined`: one of them does not hold.
 */
export async function storeMove(
  query: Queries,
  { id, revision }: OnRevision,
  to: DayParams & { slot: string },
): Promise<Appointment | undefined> {
  const param: Param<DayParams> = (name) => sql`${to[name]}`
  const moved = await query
    .updateTable('appointments')
    .from('treatmentSlots as s')
    .innerJoin('treatments as t', 't.id', 's.treatmentId')
    .set((row) => ({
      day: to.day,
      slot: row.ref('s.slot'),
      startMinute: row.ref('s.startMinute'),
      endMinute: row.ref('s.endMinute'),
      mark: null,
      revision: revision + 1,
    }))
    .where('appointments.id', '=', id)
    .where('appointments.revision', '=', revision)
    .where('appointments.cancelledAt', 'is', null)
    .whereRef('s.treatmentId', '=', 'appointments.treatmentId')
    .where('t.archivedAt', 'is', null)
    .where('s.slot', '=', to.slot)
    .where('s.startMinute', '>=', soonestMinute(param))
    .where(dayIsOpen(param))
    .returning('appointments.id')
    .executeTakeFirst()
  if (!moved) return undefined
  return query.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst()
}
