import { type Selectable, sql, type Updateable } from 'kysely'
import type { SlotTime } from '../../contract/appointments/slot.ts'
import type { Database, Param, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import type {
  Appointment,
  NewAppointment,
  NewForMember,
  OnRevision,
  RescheduleTarget,
} from './appointment.ts'
import { dayIsOpen, isAhead, isNotClosed, isWithinWindow, unprovedOf } from './conditions.ts'
import type { DayParams } from './slot-rules.ts'

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
  'unproved',
  'bookedOn',
  'nameKey',
  'phoneKey',
  'outside',
] as const

const forMemberColumns = [...insertedColumns, 'person', 'relation', 'bookerName'] as const

/**
 * The one statement that books: it inserts what it reads, so that treatment, slot, price, opening
 * days, horizon, lead time and the time of day hold at the instant of the insert. No row: one of them
 * does not.
 */
function insertStatement(query: Queries, param: Param<NewAppointment>, passed?: Passed) {
  return query
    .insertInto('appointments')
    .columns(insertedColumns)
    .expression(newRow(query, param, passed))
    .returningAll()
}

/** The same for somebody of an account's family; no row either when they are not. */
function insertForMemberStatement(query: Queries, param: Param<NewForMember>, passed?: Passed) {
  return query
    .insertInto('appointments')
    .columns(forMemberColumns)
    .expression(
      newRow(query, param, passed)
        .innerJoin('familyMembers as m', (join) =>
          join.on('m.id', '=', param('person')).on('m.userId', '=', param('holder')),
        )
        .select(['m.id as person', 'm.relation', param('bookerName').as('bookerName')]),
    )
    .returningAll()
}

/** What a booking by staff passes over; `outside` is a time that is none of the treatment's slots. */
export type Passed = { closed: boolean; window: boolean; outside: SlotTime | null }

type TreatmentSlot = Selectable<Tables['treatmentSlots']>

const nothing: Passed = { closed: false, window: false, outside: null }

function newRow(query: Queries, param: Param<NewAppointment>, passed = nothing) {
  const { closed, window, outside } = passed
  const slots = outside
    ? sql<TreatmentSlot>`(select "id" as "treatmentId", cast(${param('slot')} as text) as "slot",
        ${sql.lit(outside.start)} as "startMinute", ${sql.lit(outside.end)} as "endMinute"
      from "treatments")`
    : sql<TreatmentSlot>`"treatmentSlots"`
  return query
    .selectFrom('treatments as t')
    .innerJoin(slots.as<'s'>('s'), (join) => join.onRef('s.treatmentId', '=', 't.id'))
    .where('t.id', '=', param('treatmentId'))
    .where('t.archivedAt', 'is', null)
    .where('t.priceCents', '=', param('priceCents'))
    .where('s.slot', '=', param('slot'))
    .where(isAhead(param))
    .$if(!closed, (row) => row.where(isNotClosed(param)))
    .$if(!window, (row) => row.where(isWithinWindow(param)))
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
      unprovedOf(param('bookedBy')).as('unproved'),
      param('today').as('bookedOn'),
      param('nameKey').as('nameKey'),
      param('phoneKey').as('phoneKey'),
      sql.lit(outside ? 1 : 0).as('outside'),
    ])
}

/** For patients, who come by the hundred: compiled once, in a commit of its own or a shared one. */
export function prepareInsert(database: Database) {
  return database.prepareWrite<NewAppointment, Appointment>((query, param) =>
    insertStatement(query, param),
  )
}

/** Compiled once as well; bookings for oneself, the many, stay as short as they are. */
export function prepareInsertForMember(database: Database) {
  return database.prepareWrite<NewForMember, Appointment>((query, param) =>
    insertForMemberStatement(query, param),
  )
}

/** The same statements in the caller's transaction. */
export async function insertAppointment(
  query: Queries,
  values: NewAppointment | NewForMember,
  passed?: Passed,
): Promise<Appointment | undefined> {
  const statement =
    'person' in values
      ? insertForMemberStatement(query, (name) => sql`${values[name]}`, passed)
      : insertStatement(query, (name) => sql`${values[name]}`, passed)
  return statement.executeTakeFirst()
}

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
 * Moves a live appointment that still stands as it was to another time, under the conditions of the
 * insert. Its own treatment keeps the name and price it was booked for. `undefined`: one of the
 * conditions does not hold.
 */
export async function storeReschedule(
  query: Queries,
  { id, revision }: OnRevision,
  to: RescheduleTarget,
): Promise<Appointment | undefined> {
  const param: Param<DayParams> = (name) => sql`${to[name]}`
  const moved = await query
    .updateTable('appointments')
    .from('treatmentSlots as s')
    .innerJoin('treatments as t', 't.id', 's.treatmentId')
    .set((row) => ({
      ...(to.priceCents !== undefined && {
        treatmentId: to.treatmentId,
        treatment: row.ref('t.name'),
        priceCents: row.ref('t.priceCents'),
      }),
      day: to.day,
      slot: row.ref('s.slot'),
      startMinute: row.ref('s.startMinute'),
      endMinute: row.ref('s.endMinute'),
      outside: 0,
      mark: null,
      confirmedAt: null,
      revision: revision + 1,
      timeRevision: revision + 1,
    }))
    .where('appointments.id', '=', id)
    .where('appointments.revision', '=', revision)
    .where('appointments.cancelledAt', 'is', null)
    .where('t.id', '=', to.treatmentId)
    .where('t.archivedAt', 'is', null)
    .$if(to.priceCents === undefined, (same) =>
      same.whereRef('t.id', '=', 'appointments.treatmentId'),
    )
    .$if(to.priceCents !== undefined, (other) =>
      other.where('t.priceCents', '=', to.priceCents ?? 0),
    )
    .where('s.slot', '=', to.slot)
    .where(isAhead(param))
    .where(dayIsOpen(param))
    .returning('appointments.id')
    .executeTakeFirst()
  if (!moved) return undefined
  return query.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst()
}
