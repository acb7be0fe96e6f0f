import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { SlotTime } from '../../contract/appointments/slot.ts'
import type { Instant } from '../clock.ts'
import type { Database, Param, Prepared, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { byDoctors, bySlots, isFreePair, pairOrder } from '../doctors/free-pairs.ts'
import type {
  Appointment,
  NewAppointment,
  NewForDependent,
  OnRevision,
  RescheduleTarget,
} from './appointment.ts'
import { findPairFor, isAnyHours, nothingPassed, type Passed } from './pairs/wanted-pair.ts'
import { type DayParams, isAhead, isNotClosed, isWithinWindow } from './slot-rules.ts'

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
  'patientId',
] as const

const forDependentColumns = [...insertedColumns, 'relation', 'bookerName'] as const

const pairColumns = ['doctorId', 'doctorName', 'chairId', 'busyUntilMinute'] as const

/**
 * The one statement that books: it inserts what it reads, so that treatment, slot, price, opening
 * days, horizon, lead time and the time of day hold at the instant of the insert. No row: one of them
 * does not. There are two: where a treatment's doctors decide what is free, the row takes the first of
 * their pairs that is free, and there is none where none is.
 */
function insertStatement(
  query: Queries,
  param: Param<NewAppointment>,
  patientId: RawBuilder<string>,
  rules: Rules,
) {
  return query
    .insertInto('appointments')
    .columns(rules.byDoctors ? [...pairColumns, ...insertedColumns] : insertedColumns)
    .expression(newRow(query, param, rules).select(patientId.as('patientId')))
    .returningAll()
}

/** The same for a dependent in an account's list; no row either when they are not in it. */
function insertForDependentStatement(query: Queries, param: Param<NewForDependent>, rules: Rules) {
  return query
    .insertInto('appointments')
    .columns(rules.byDoctors ? [...pairColumns, ...forDependentColumns] : forDependentColumns)
    .expression(
      newRow(query, param, rules)
        .innerJoin('patients as d', (join) =>
          join
            .on('d.id', '=', param('dependentId'))
            .on('d.accountId', '=', param('holder'))
            .on('d.place', 'is not', null),
        )
        .select(['d.id as patientId', 'd.relation', param('bookerName').as('bookerName')]),
    )
    .returningAll()
}

type TreatmentSlot = Selectable<Tables['treatmentSlots']>

type Rules = { passed?: Passed | undefined; byDoctors: boolean; chair?: string | undefined }

/** The slots of all treatments; with a time outside them, that time for each. */
function slotsWith(outside: SlotTime | null, slot: RawBuilder<unknown>) {
  return outside
    ? sql<TreatmentSlot>`(select "id" as "treatmentId", cast(${slot} as text) as "slot",
        ${sql.lit(outside.start)} as "startMinute", ${sql.lit(outside.end)} as "endMinute"
      from "treatments")`
    : sql<TreatmentSlot>`"treatmentSlots"`
}

function newRow(query: Queries, param: Param<NewAppointment>, rules: Rules) {
  const { passed = nothingPassed, chair } = rules
  const { closed, window, outside } = passed
  const day = param('day')
  const wanted = {
    ...{ day, weekday: param('weekday'), doctor: param('doctor'), now: param('createdAt') },
    ...{ chair, anyHours: isAnyHours(passed) },
  }
  return query
    .selectFrom('treatments as t')
    .innerJoin(slotsWith(outside, param('slot')).as<'s'>('s'), (join) =>
      join.onRef('s.treatmentId', '=', 't.id'),
    )
    .where('t.id', '=', param('treatmentId'))
    .where('t.archivedAt', 'is', null)
    .where('t.priceCents', '=', param('priceCents'))
    .where('s.slot', '=', param('slot'))
    .where(isAhead(param))
    .$if(!closed, (row) => row.where(isNotClosed(param)))
    .$if(!window, (row) => row.where(isWithinWindow(param)))
    .$if(!rules.byDoctors, (row) => row.where(bySlots(day)))
    .$if(rules.byDoctors, (row) =>
      row
        .innerJoin('doctorTreatments as dt', 'dt.treatmentId', 't.id')
        .innerJoin('doctors as dr', (join) =>
          join.onRef('dr.id', '=', 'dt.doctorId').on('dr.removedAt', 'is', null),
        )
        .leftJoin('chairs as ch', (join) => join.on('ch.archivedAt', 'is', null))
        .where(byDoctors(day))
        .where(isFreePair(wanted))
        .select(['dr.id as doctorId', 'dr.name as doctorName', 'ch.id as chairId'])
        .select(sql`"s"."endMinute" + "t"."bufferMinutes"`.as('busyUntilMinute'))
        .orderBy(pairOrder(wanted))
        .limit(1),
    )
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

/** The patient who holds an account, for their own appointments. */
export function holderOf(userId: string | null | RawBuilder<string | null>) {
  return sql<string>`(select "id" from "patients"
    where "accountId" = ${userId} and "relation" is null)`
}

/** The account that books, while its e-mail is unconfirmed; '' for everybody else. */
function unprovedOf(bookedBy: string | null | RawBuilder<string | null>) {
  return sql<string>`coalesce((select "id" from "users"
    where "id" = ${bookedBy} and "emailVerified" = false), '')`
}

/** For patients, who come by the hundred: compiled once, in a commit of its own or a shared one. */
export function prepareInsert(database: Database) {
  const prepare = (byDoctors: boolean) =>
    database.prepareWrite<NewAppointment, Appointment>((query, param) =>
      insertStatement(query, param, holderOf(param('bookedBy')), { byDoctors }),
    )
  return oneOf(prepare(false), prepare(true))
}

/** Compiled once as well; bookings for oneself, the many, stay as short as they are. */
export function prepareInsertForDependent(database: Database) {
  const prepare = (byDoctors: boolean) =>
    database.prepareWrite<NewForDependent, Appointment>((query, param) =>
      insertForDependentStatement(query, param, { byDoctors }),
    )
  return oneOf(prepare(false), prepare(true))
}

/** The statement with a doctor runs where the other found nothing to insert, or one was asked for. */
function oneOf<P extends NewAppointment>(
  bySlot: Prepared<P, Appointment>,
  byPair: Prepared<P, Appointment>,
): Prepared<P, Appointment> {
  return async (values) => {
    const rows = values.doctor === '' ? await bySlot(values) : []
    return rows.length > 0 ? rows : byPair(values)
  }
}

/** The same statements in the caller's transaction; `patientId` if the patient is not the one booking. */
export async function insertAppointment(
  query: Queries,
  values: (NewAppointment & { patientId?: string }) | NewForDependent,
  passed?: Passed,
): Promise<Appointment | undefined> {
  const run = (byDoctors: boolean) => {
    const rules = { passed, byDoctors, chair: values.chair }
    if ('dependentId' in values) {
      const param: Param<NewForDependent> = (name) => sql`${values[name]}`
      return insertForDependentStatement(query, param, rules).executeTakeFirst()
    }
    const { patientId, bookedBy } = values
    const patient = patientId === undefined ? holderOf(bookedBy) : sql<string>`${patientId}`
    const param: Param<NewAppointment> = (name) => sql`${values[name]}`
    return insertStatement(query, param, patient, rules).executeTakeFirst()
  }
  const isNamed = values.doctor !== '' || values.chair !== undefined
  return (isNamed ? undefined : await run(false)) ?? run(true)
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

/** Nothing has become of the visit yet. */
const notBegun = {
  status: 'booked',
  arrivedAt: null,
  seatedAt: null,
  completedAt: null,
  noShowAt: null,
} as const

/**
 * Moves a live appointment that still stands as it was to another time, under the conditions of the
 * insert but for what staff pass over. Its own treatment keeps the name and price it was booked for.
 * `undefined`: one of the conditions does not hold.
 */
export async function storeReschedule(
  query: Queries,
  { id, revision }: OnRevision,
  to: RescheduleTarget,
  passed: Passed = nothingPassed,
): Promise<Appointment | undefined> {
  const param: Param<DayParams> = (name) => sql`${to[name]}`
  const { closed, window, outside } = passed
  const pair = await findPairFor(query, { ...to, except: id }, { anyHours: isAnyHours(passed) })
  if (pair === null) return undefined
  const moved = await query
    .updateTable('appointments')
    .from(slotsWith(outside, sql`${to.slot}`).as<'s'>('s'))
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
      doctorId: pair?.doctorId ?? null,
      doctorName: pair?.doctorName ?? null,
      chairId: pair?.chairId ?? null,
      busyUntilMinute: pair?.busyUntilMinute ?? null,
      outside: outside ? 1 : 0,
      ...notBegun,
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
    .$if(!closed, (row) => row.where(isNotClosed(param)))
    .$if(!window, (row) => row.where(isWithinWindow(param)))
    .where((pair ? byDoctors : bySlots)(to.day))
    .returning('appointments.id')
    .executeTakeFirst()
  if (!moved) return undefined
  return query.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Adds a charge to a live appointment of which just this is due; `false` when it is not. */
export async function markPaid(
  query: Queries,
  { id, amountCents }: { id: string; amountCents: number },
  paid: { transactionId: string; paidAt: Instant },
): Promise<boolean> {
  const marked = await query
    .updateTable('appointments')
    .set((row) => ({
      paidCents: row('paidCents', '+', amountCents),
      // Where something was paid at the desk, the newest payment there is the one that is named.
      paidAt: row.case().when('paidBy', 'is', null).then(paid.paidAt).else(row.ref('paidAt')).end(),
      transactionId: row
        .case()
        .when('paidBy', 'is', null)
        .then(paid.transactionId)
        .else(row.ref('transactionId'))
        .end(),
      revision: row('revision', '+', 1),
    }))
    .where('id', '=', id)
    .where('cancelledAt', 'is', null)
    .where((row) => row(row('priceCents', '-', row.ref('paidCents')), '=', amountCents))
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/**
 * Recomputes what is paid for an appointment, after its payments, by card or at the desk, or their refunds have
 * changed in the caller's transaction, which has raised its revision or leaves that to `raising`.
 */
export async function countPaid(
  query: Queries,
  id: string,
  raising?: 'raising',
): Promise<Appointment> {
  const kept = sql<number>`(select coalesce(sum("amountCents" - "returnedCents"), 0)
    from "payments" where "appointmentId" = "appointments"."id" and "payments"."state" = 'succeeded')`
  const atDesk = sql<number>`(select coalesce(sum("amountCents"), 0)
    from "deskPayments" where "appointmentId" = "appointments"."id" and "removedAt" is null)`
  return query
    .updateTable('appointments')
    .set((row) => ({
      paidCents: sql<number>`${atDesk} + ${kept}`,
      deskCents: atDesk,
      paidBy: newestAtDesk<Appointment['paidBy']>('method'),
      paidAt: sql<Instant | null>`coalesce(${newestAtDesk('takenAt')}, ${newestByCard('chargedAt')})`,
      transactionId: sql<
        string | null
      >`coalesce(${newestAtDesk('id')}, ${newestByCard('intentId')})`,
      revision: row('revision', '+', raising ? 1 : 0),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Of the newest payment at the desk that was not taken back. */
function newestAtDesk<T = string | null>(column: 'id' | 'method' | 'takenAt') {
  return sql<T>`(select "deskPayments".${sql.ref(column)} from "deskPayments"
    where "appointmentId" = "appointments"."id" and "removedAt" is null
    order by "takenAt" desc, "deskPayments"."id" desc limit 1)`
}

/** Of the newest payment by card that is kept. */
function newestByCard(column: 'chargedAt' | 'intentId') {
  return sql<string | null>`(select ${sql.ref(column)} from "payments"
    where "appointmentId" = "appointments"."id" and "payments"."state" = 'succeeded'
    order by "chargedAt" desc, "payments"."id" desc limit 1)`
}
