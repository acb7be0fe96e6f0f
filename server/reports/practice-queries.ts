import { sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'

type Range = { from: Day; to: Day }

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
export function moneyByDoctorQuery(
  query: Queries,
  { from, before }: { from: Instant; before: Instant },
) {
  const cards = query
    .selectFrom('payments as p')
    .innerJoin('appointments as a', 'a.id', 'p.appointmentId')
    .where('p.chargedAt', '>=', from)
    .where('p.chargedAt', '<', before)
    .select(['a.doctorId', 'p.amountCents as charged', 'p.returnedCents as returned'])
  const desk = query
    .selectFrom('appointments')
    .where('paidBy', 'is not', null)
    .where('paidAt', '>=', from)
    .where('paidAt', '<', before)
    .select(['doctorId', 'deskCents as charged', sql<number>`0`.as('returned')])
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
