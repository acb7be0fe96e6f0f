import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import { readClinic } from '../clinic/read-clinic.ts'
import type { Instant } from '../clock.ts'
import type { Database, Param, Queries } from '../db/database.ts'
import { byDoctors, bySlots, hasFreePair } from '../doctors/free-pairs.ts'
import type { TreatmentSlotRow } from '../treatments/treatment.ts'
import { type Listed, listedColumns } from './show-appointment.ts'
import { type DayParams, dayIsOpen, isAhead, isNotCrossed, isNotOffered } from './slot-rules.ts'

/** Appointments of a patient that are read in one turn of the event loop. */
const mostAtOnce = 500

const hourMs = 3_600_000

type FreeParams = DayParams & { now: Instant }

/**
 * Every treatment on offer with the slots that are free on a day, to the minute of `now`; without any
 * where its doctors decide, from `doctorsFrom` on.
 */
export function prepareFreeSlots(database: Database) {
  return database.prepare<FreeParams, TreatmentSlotRow & { doctorsFrom: string | null }>(
    (query, param) =>
      query
        .selectFrom('treatments as t')
        .leftJoin('treatmentSlots as s', (join) =>
          join
            .onRef('s.treatmentId', '=', 't.id')
            .on(bySlots(param('day')))
            .on(isAhead(param))
            .on(dayIsOpen(param))
            .on(isNotOffered(param))
            .on(isNotCrossed(param('day')))
            .on(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('appointments as a')
                    .select(sql.lit(1).as('one'))
                    .where('a.day', '=', param('day'))
                    .whereRef('a.treatmentId', '=', 's.treatmentId')
                    .whereRef('a.slot', '=', 's.slot')
                    .where('a.doctorId', 'is', null)
                    .where('a.cancelledAt', 'is', null),
                ),
              ),
            ),
        )
        .where('t.archivedAt', 'is', null)
        .select(['t.id', 't.name', 't.description', 't.priceCents', 't.doctorsFrom', 's.slot'])
        .orderBy('t.position')
        .orderBy('t.id')
        .orderBy('s.startMinute'),
  )
}

/** The slots of a day for which a doctor, that of an id or with '' any, and a chair are free. */
export function preparePairSlots(database: Database) {
  return database.prepare<FreeParams & { doctor: string }, { id: string; slot: string }>(
    (query, param) =>
      query
        .selectFrom('treatments as t')
        .innerJoin('treatmentSlots as s', 's.treatmentId', 't.id')
        .where('t.archivedAt', 'is', null)
        .where(hasPairOn(param, param('doctor')))
        .select(['t.id', 's.slot'])
        .orderBy('s.startMinute'),
  )
}

/** The ids of the doctors who do a treatment. */
export async function listTreatingIds(query: Queries, treatmentId: string): Promise<string[]> {
  const rows = await query
    .selectFrom('doctorTreatments as dt')
    .innerJoin('doctors as d', 'd.id', 'dt.doctorId')
    .select('d.id')
    .where('dt.treatmentId', '=', treatmentId)
    .where('d.removedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The first such slot of a treatment on a day, for each of its doctors who has one. */
export function prepareFirstSlots(database: Database) {
  type Params = FreeParams & { treatmentId: string }
  return database.prepare<Params, { doctorId: string; slot: string; startMinute: number }>(
    (query, param) => {
      const wanted = { day: param('day'), weekday: param('weekday'), now: param('now') }
      return query
        .selectFrom('treatments as t')
        .innerJoin('treatmentSlots as s', 's.treatmentId', 't.id')
        .innerJoin('doctorTreatments as own', 'own.treatmentId', 't.id')
        .where('t.id', '=', param('treatmentId'))
        .where('t.archivedAt', 'is', null)
        .where(byDoctors(param('day')))
        .where(isAhead(param))
        .where(dayIsOpen(param))
        .where(hasFreePair({ ...wanted, doctor: sql.ref('own.doctorId') }))
        .select(['own.doctorId', 's.slot', 's.startMinute'])
        .orderBy('s.startMinute')
        .orderBy('own.doctorId')
    },
  )
}

/** The treatments that have such a slot on a day, with the doctor of an id or with '' any. */
export async function listPairTreatments(
  query: Queries,
  day: FreeParams,
  doctor = '',
): Promise<string[]> {
  return (await pairTreatmentsQuery(query, day, doctor).execute()).map(({ id }) => id)
}

export function pairTreatmentsQuery(query: Queries, day: FreeParams, doctor = '') {
  const param: Param<FreeParams> = (name) => sql`${day[name]}`
  return query
    .selectFrom('treatments as t')
    .where('t.archivedAt', 'is', null)
    .where('t.doctorsFrom', '<=', day.day)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('treatmentSlots as s')
          .select(sql.lit(1).as('one'))
          .whereRef('s.treatmentId', '=', 't.id')
          .where(hasPairOn(param, doctor === '' ? undefined : sql`${doctor}`)),
      ),
    )
    .select('t.id')
}

function hasPairOn(param: Param<FreeParams>, doctor?: RawBuilder<string>) {
  const day = param('day')
  const wanted = { day, weekday: param('weekday'), now: param('now'), ...(doctor && { doctor }) }
  return sql<boolean>`(${byDoctors(day)} and ${isAhead(param)} and ${dayIsOpen(param)}
    and ${hasFreePair(wanted)})`
}

/** As it is, or as a parameter of a prepared statement. */
type Value<T> = T | RawBuilder<T>

/** A patient's live appointments: what is to come first, nearest day first, then what is over. */
export function ownQuery(query: Queries, patient: Value<string>, today: Value<Day>) {
  const over = sql`case when "day" < ${today} then 1 else 0 end`
  const nearest = sql`case when "day" < ${today} then '' else "day" end`
  return query
    .selectFrom('appointments')
    .where('patient', '=', patient)
    .where('cancelledAt', 'is', null)
    .orderBy(over)
    .orderBy(nearest)
    .orderBy('day', 'desc')
    .orderBy('startMinute')
}

/**
 * Whether `findImpossible`, `sumTests` and `listBegun` may know something of an appointment. They do of few, and a list is read
 * more often than anything else that names a patient.
 */
const rare = [
  sql<boolean>`(exists (select 1 from "closureAsks" as "k" where "k"."appointmentId" = "appointments"."id")
    or exists (select 1 from "settlements" as "s" where "s"."appointmentId" = "appointments"."id"))`.as(
    'wasAsked',
  ),
  sql<boolean>`exists (select 1 from "payments" as "p" where "p"."appointmentId" = "appointments"."id"
    and "p"."testMode" = 1)`.as('hasTest'),
  sql<boolean>`exists (select 1 from "payments" as "p" where "p"."appointmentId" = "appointments"."id"
    and "p"."state" = 'open')`.as('hasOpen'),
] as const

type Own = Listed & { wasAsked: boolean; hasTest: boolean; hasOpen: boolean }

/** What is listed of them: by one statement unless there are very many. */
export function prepareListByPatient(database: Database) {
  const first = database.prepare<{ patient: string; today: Day }, Own>((query, param) =>
    ownQuery(query, param('patient'), param('today'))
      .select([...listedColumns, ...rare])
      .limit(mostAtOnce),
  )
  return async function* (patient: string, today: Day): AsyncGenerator<Own[]> {
    const rows = await first({ patient, today })
    if (rows.length < mostAtOnce) yield rows
    else yield* listByPatient(database.query, patient, today)
  }
}

/** Some at a time: a list of thousands holds the event loop for none of them long. */
async function* listByPatient(query: Queries, patient: string, today: Day) {
  const own = await ownQuery(query, patient, today).select('id').execute()
  const ids = own.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const some = ids.slice(at, at + mostAtOnce)
    const rows = await query
      .selectFrom('appointments')
      .select([...listedColumns, ...rare])
      .where('id', 'in', some)
      .where('cancelledAt', 'is', null)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield some.flatMap((id) => byId.get(id) ?? [])
    await nextTurn()
  }
}

/** How long until an account that has booked as much in an hour as it may can book once more. */
export async function secondsToNext(query: Queries, userId: string, now: Date): Promise<number> {
  const { bookingsPerHour } = await readClinic(query)
  const oldest = await query
    .selectFrom('appointments')
    .select('createdAt')
    .where('bookedBy', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .offset(bookingsPerHour - 1)
    .executeTakeFirst()
  return oldest ? (Date.parse(oldest.createdAt) + hourMs - now.getTime()) / 1000 : 0
}

/** Whether the very patient who wants this slot has it. */
export async function holdsSlot(
  query: Queries,
  wanted: { patientId: string; treatmentId: string; day: Day; slot: string },
): Promise<boolean> {
  const own = await query
    .selectFrom('appointments')
    .select('id')
    .where('day', '=', wanted.day)
    .where('treatmentId', '=', wanted.treatmentId)
    .where('slot', '=', wanted.slot)
    .where('patientId', '=', wanted.patientId)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst()
  return own !== undefined
}

/** How many slots of a treatment are taken on a day. */
type TakenCount = { day: Day; treatmentId: string; count: number }

/**
 * How many slots on offer are taken on each day of a range, by treatment, on its first day from
 * `firstMinute` on; days without any are left out.
 */
export async function countTaken(
  query: Queries,
  span: Parameters<typeof takenQuery>[1],
): Promise<TakenCount[]> {
  const crossed = await listCrossed(query, span)
  const counted = crossed.filter(
    ({ day, startMinute }) => day > span.from || startMinute >= span.firstMinute,
  )
  return [
    ...(await takenQuery(query, span).execute()),
    ...counted.map(({ day, treatmentId }) => ({ day, treatmentId, count: 1 })),
  ]
}

export function takenQuery(
  query: Queries,
  { from, to, firstMinute }: { from: Day; to: Day; firstMinute: number },
) {
  return query
    .selectFrom('appointments as a')
    .innerJoin('treatmentSlots as s', (join) =>
      join.onRef('s.treatmentId', '=', 'a.treatmentId').onRef('s.slot', '=', 'a.slot'),
    )
    .where('a.cancelledAt', 'is', null)
    .where('a.doctorId', 'is', null)
    .where('a.day', '>=', from)
    .where('a.day', '<=', to)
    .where((row) => row.or([row('a.day', '>', from), row('a.startMinute', '>=', firstMinute)]))
    .groupBy(['a.day', 'a.treatmentId'])
    .select(({ fn }) => ['a.day', 'a.treatmentId', fn.countAll<number>().as('count')])
}

/** The slots on offer of which an appointment outside the slots, or with a doctor, takes a part. */
async function listCrossed(query: Queries, span: { from: Day; to: Day }) {
  const rows = [
    ...(await crossedQuery(
      query,
      span,
      sql`"a"."outside" = 1 and "a"."slot" <> "s"."slot"`,
    ).execute()),
    ...(await crossedQuery(query, span, sql`"a"."doctorId" is not null`).execute()),
  ]
  const keyOf = ({ day, treatmentId, slot }: (typeof rows)[number]) =>
    `${day} ${treatmentId} ${slot}`
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

/** By one kind of appointment, which has an index of its own. */
function crossedQuery(
  query: Queries,
  { from, to }: { from: Day; to: Day },
  kind: RawBuilder<unknown>,
) {
  return query
    .selectFrom('appointments as a')
    .innerJoin('treatments as t', 't.id', 'a.treatmentId')
    .innerJoin('treatmentSlots as s', 's.treatmentId', 'a.treatmentId')
    .where(sql<boolean>`${kind}`)
    .where('a.cancelledAt', 'is', null)
    .where('t.archivedAt', 'is', null)
    .where(bySlots(sql.ref('a.day')))
    .where('a.day', '>=', from)
    .where('a.day', '<=', to)
    .whereRef('a.startMinute', '<', 's.endMinute')
    .whereRef('a.endMinute', '>', 's.startMinute')
    .select(['a.day', 's.treatmentId', 's.slot', 's.startMinute'])
}

/** When the next offer of a day ends by itself; `null` where nothing is held. */
export function prepareNextExpiry(database: Database) {
  return database.prepare<{ day: Day; now: Instant }, { expiresAt: Instant | null }>(
    (query, param) =>
      query
        .selectFrom('offers')
        .where('day', '=', param('day'))
        .where('state', '=', sql.lit('open'))
        .where('expiresAt', '>', param('now'))
        .select(({ fn }) => fn.min('expiresAt').as('expiresAt')),
  )
}

/** How many slots are held for the waitlist on each day of a range, by treatment. */
export async function countOffered(
  query: Queries,
  { from, to, now }: { from: Day; to: Day; now: Instant },
): Promise<TakenCount[]> {
  return query
    .selectFrom('offers as o')
    .innerJoin('treatmentSlots as s', (join) =>
      join.onRef('s.treatmentId', '=', 'o.treatmentId').onRef('s.slot', '=', 'o.slot'),
    )
    .where('o.state', '=', sql.lit('open'))
    .where('o.expiresAt', '>', now)
    .where('o.day', '>=', from)
    .where('o.day', '<=', to)
    .groupBy(['o.day', 'o.treatmentId'])
    .select(({ fn }) => ['o.day', 'o.treatmentId', fn.countAll<number>().as('count')])
    .execute()
}
