import { sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import type { Payment } from '../payments/payment.ts'

type Range = { from: Day; to: Day }
/** `testMode`: the clinic is in test mode, in which payments without real money count. */
type TakenSpan = { from: Instant; before: Instant; testMode: boolean }

/** What each day of a range comes to, money in cents; days without any appointment are left out. */
export function dayTotalsQuery(query: Queries, { from, to }: Range) {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`sum(case when ${condition} then 1 else 0 end)`
  const live = sql`"cancelledAt" is null`
  const missed = sql`"status" = 'no_show'`
  return query
    .selectFrom('appointments')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .select([
      'day',
      count(live).as('appointments'),
      count(sql`${live} and ${missed}`).as('noShows'),
      count(sql`"cancelledAt" is not null`).as('cancelled'),
      sql<number>`sum("paidCents")`.as('collected'),
      sql<number>`sum(case when ${live} and coalesce(not ${missed}, true)
        and "priceCents" > "paidCents" then "priceCents" - "paidCents" else 0 end)`.as(
        'outstanding',
      ),
    ])
}

/** Cents of `collected` that were paid in test mode. */
export function testTotalsQuery(query: Queries, { from, to }: Range) {
  return query
    .selectFrom('appointments as a')
    .innerJoin('payments as p', 'p.appointmentId', 'a.id')
    .where('a.day', '>=', from)
    .where('a.day', '<=', to)
    .where('p.testMode', '=', 1)
    .where('p.state', '=', 'succeeded')
    .groupBy('a.day')
    .select([
      'a.day',
      sql<number>`cast(sum(p."amountCents" - p."returnedCents") as integer)`.as('cents'),
    ])
}

/** The appointments of a range of days, cancelled ones too, with what a report by doctor and chair counts. */
export function usedTimesQuery(query: Queries, { from, to }: Range) {
  return query
    .selectFrom('appointments')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .select(['doctorId', 'chairId', 'treatmentId', 'day', 'startMinute', 'endMinute'])
    .select(['status', 'cancelledAt'])
}

/** Cents that were charged in a span of time and what of them went back, by the doctor of the appointment. */
export function moneyByDoctorQuery(query: Queries, { from, before, testMode }: TakenSpan) {
  const cards = query
    .selectFrom('payments as p')
    .innerJoin('appointments as a', 'a.id', 'p.appointmentId')
    .where('p.chargedAt', '>=', from)
    .where('p.chargedAt', '<', before)
    .$if(!testMode, (real) => real.where('p.testMode', 'is distinct from', 1))
    .select(['a.doctorId', 'p.amountCents as charged', 'p.returnedCents as returned'])
  const desk = query
    .selectFrom('deskPayments as d')
    .innerJoin('appointments as a', 'a.id', 'd.appointmentId')
    .where('d.removedAt', 'is', null)
    .where('d.takenAt', '>=', from)
    .where('d.takenAt', '<', before)
    .select(['a.doctorId', 'd.amountCents as charged', sql<number>`0`.as('returned')])
  return query
    .selectFrom(cards.unionAll(desk).as('taken'))
    .groupBy('doctorId')
    .select([
      'doctorId',
      sql<number>`cast(sum("charged") as integer)`.as('chargedCents'),
      sql<number>`cast(sum("returned") as integer)`.as('returnedCents'),
    ])
}

/** Everybody who is or was a doctor, and what of their schedules touches a range of days. */
export async function readSchedules(query: Queries, { from, to }: Range) {
  const hours = await query
    .selectFrom('doctorWeeks as w')
    .leftJoin('doctorHours as h', (join) =>
      join.onRef('h.doctorId', '=', 'w.doctorId').onRef('h.fromDay', '=', 'w.fromDay'),
    )
    .where('w.fromDay', '<=', to)
    .select(['w.doctorId', 'w.fromDay', 'h.weekday', 'h.startMinute', 'h.endMinute'])
    .execute()
  const days = await query
    .selectFrom('doctorDays as d')
    .leftJoin('doctorDayHours as h', (join) =>
      join.onRef('h.doctorId', '=', 'd.doctorId').onRef('h.day', '=', 'd.day'),
    )
    .where('d.day', '>=', from)
    .where('d.day', '<=', to)
    .select(['d.doctorId', 'd.day', 'h.startMinute', 'h.endMinute'])
    .execute()
  const off = await query
    .selectFrom('doctorTimeOff')
    .where('untilDay', '>=', from)
    .where('fromDay', '<=', to)
    .select(['doctorId', 'fromDay', 'untilDay'])
    .execute()
  const blocks = await query
    .selectFrom('doctorBlocks')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .select(['doctorId', 'day', 'startMinute', 'endMinute'])
    .execute()
  const doctors = await query.selectFrom('doctors').select(['id', 'name']).execute()
  return { doctors, hours, days, off, blocks }
}

/** All chairs in their order, and which doctor may work in which: both of them serve some treatment. */
export async function readChairs(query: Queries) {
  const chairs = await query
    .selectFrom('chairs')
    .select(['id', 'name', 'archivedAt'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const { rows: pairs } = await sql<{ doctorId: string; chairId: string }>`
    select distinct "dt"."doctorId", "ch"."id" as "chairId"
    from "doctorTreatments" as "dt", "chairs" as "ch"
    where "ch"."archivedAt" is null
      and (not exists (select 1 from "doctorChairs" as "dc" where "dc"."doctorId" = "dt"."doctorId")
        or exists (select 1 from "doctorChairs" as "dc"
          where "dc"."doctorId" = "dt"."doctorId" and "dc"."chairId" = "ch"."id"))
      and (not exists (select 1 from "chairTreatments" as "ct" where "ct"."chairId" = "ch"."id")
        or exists (select 1 from "chairTreatments" as "ct"
          where "ct"."chairId" = "ch"."id" and "ct"."treatmentId" = "dt"."treatmentId"))`.execute(
    query,
  )
  return { chairs, pairs }
}

/** How many slots on offer of each treatment are taken on each day of a range. */
export function takenQuery(query: Queries, { from, to }: Range) {
  return query
    .selectFrom('appointments as a')
    .innerJoin('treatmentSlots as s', (join) =>
      join.onRef('s.treatmentId', '=', 'a.treatmentId').onRef('s.slot', '=', 'a.slot'),
    )
    .where('a.day', '>=', from)
    .where('a.day', '<=', to)
    .where('a.cancelledAt', 'is', null)
    .groupBy(['a.day', 'a.treatmentId'])
    .select(({ fn }) => ['a.day', 'a.treatmentId', fn.countAll<number>().as('taken')])
}

/** Treatments on offer in the clinic's order, each with how many slots it has and from when on doctors decide. */
export async function listOffered(query: Queries) {
  return query
    .selectFrom('treatments as t')
    .leftJoin('treatmentSlots as s', 's.treatmentId', 't.id')
    .where('t.archivedAt', 'is', null)
    .groupBy(['t.id', 't.name', 't.position', 't.doctorsFrom'])
    .select(({ fn }) => ['t.id', 't.name', 't.doctorsFrom', fn.count<number>('s.slot').as('slots')])
    .orderBy('t.position')
    .orderBy('t.id')
    .execute()
}

/**
 * Cents that were taken by card and at the desk in a span of time, less what of them went back, by the
 * minute: which of the clinic's days a minute is of, the caller knows. The rows of the payments' export
 * that count.
 */
export function takenMoneyQuery(query: Queries, { from, before, testMode }: TakenSpan) {
  const cards = query
    .selectFrom('payments')
    .where('chargedAt', '>=', from)
    .where('chargedAt', '<', before)
    .$if(!testMode, (real) => real.where('testMode', 'is distinct from', 1))
    .select([
      sql<Instant>`substr("chargedAt", 1, 16)`.as('minute'),
      sql<number>`"amountCents" - "returnedCents"`.as('cents'),
    ])
  const desk = query
    .selectFrom('deskPayments')
    .where('removedAt', 'is', null)
    .where('takenAt', '>=', from)
    .where('takenAt', '<', before)
    .select([sql<Instant>`substr("takenAt", 1, 16)`.as('minute'), 'amountCents as cents'])
  return query
    .selectFrom(cards.unionAll(desk).as('taken'))
    .groupBy('minute')
    .select(['minute', sql<number>`cast(sum("cents") as integer)`.as('cents')])
}

/** The place of an appointment in its export. */
export type AppointmentPlace = { day: Day; startMinute: number; id: string }

/** A page of the appointments of a range in the order of their time, after a place. */
export function appointmentsQuery(
  query: Queries,
  range: Range,
  page: { after: AppointmentPlace | null; limit: number },
) {
  const { day, startMinute, id } = page.after ?? { day: range.from, startMinute: -1, id: '' }
  return query
    .selectFrom('appointments')
    .selectAll()
    .where('day', '<=', range.to)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('day', 'startMinute', 'id'), '>', tuple(day, startMinute, id)),
    )
    .orderBy('day')
    .orderBy('startMinute')
    .orderBy('id')
    .limit(page.limit)
}

/** The place of a payment in its export: when it was charged, and its id. */
export type PaymentPlace = { at: Instant; id: string }

/** A payment by card or at the desk, with what it was for. */
export type Charged = {
  at: Instant
  id: string
  amountCents: number
  /** The card's brand, or how it was paid at the desk. */
  means: string | null
  last4: string | null
  transactionId: string | null
  state: Tables['payments']['state'] | 'desk'
  testMode: Payment['testMode']
  /** What of it went back or is on its way. */
  returnedCents: number
  /** Of the newest refund. */
  refund: Tables['refunds']['state'] | null
  refundedAt: Instant | null
  day: Day
  treatment: string
  patientName: string
  patient: string
}

/**
 * A page of what was charged in a span of time, by card and at the desk, in the order of it, after a
 * place; `before` is not in it.
 */
export function paymentsQuery(
  query: Queries,
  { after, before, limit }: { after: PaymentPlace; before: Instant; limit: number },
) {
  const newest = (column: 'state' | 'settledAt') =>
    sql`(select r.${sql.ref(column)} from "refunds" as r where r."paymentId" = p."id"
      order by r."requestedAt" desc, r."id" desc limit 1)`
  const cards = query
    .selectFrom('payments as p')
    .innerJoin('appointments as a', 'a.id', 'p.appointmentId')
    .where('p.chargedAt', '<', before)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('p.chargedAt', 'p.id'), '>', tuple<Instant | null, string>(after.at, after.id)),
    )
    .select(['p.chargedAt as at', 'p.id', 'p.amountCents', 'p.cardBrand as means'])
    .select(['p.cardLast4 as last4', 'p.intentId as transactionId', 'p.state', 'p.testMode'])
    .select(['p.returnedCents', newest('state').as('refund'), newest('settledAt').as('refundedAt')])
    .select(['a.day', 'a.treatment', 'a.patientName', 'a.patient'])
    .orderBy('p.chargedAt')
    .orderBy('p.id')
    .limit(limit)
    .$castTo<Charged>()
  const nothing = sql`null`
  const desk = query
    .selectFrom('deskPayments as d')
    .innerJoin('appointments as a', 'a.id', 'd.appointmentId')
    .where('d.removedAt', 'is', null)
    .where('d.takenAt', '<', before)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('d.takenAt', 'd.id'), '>', tuple(after.at, after.id)),
    )
    .select(['d.takenAt as at', 'd.id', 'd.amountCents', 'd.method as means'])
    .select([nothing.as('last4'), 'd.id as transactionId', sql`'desk'`.as('state')])
    .select([
      sql`0`.as('testMode'),
      sql`0`.as('returnedCents'),
      nothing.as('refund'),
      nothing.as('refundedAt'),
    ])
    .select(['a.day', 'a.treatment', 'a.patientName', 'a.patient'])
    .orderBy('d.takenAt')
    .orderBy('d.id')
    .limit(limit)
    .$castTo<Charged>()
  // SQLite takes no limit within a union but in a query of its own.
  const both = query.selectFrom(cards.as('byCard')).selectAll()
  return query
    .selectFrom(both.unionAll(query.selectFrom(desk.as('atDesk')).selectAll()).as('charged'))
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
}
