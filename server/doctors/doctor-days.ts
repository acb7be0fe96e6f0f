import { type Day, weekdayOf } from '../../contract/date.ts'
import type { DoctorOnDay, NamedChair, Span } from '../../contract/schedule/day-parts.ts'
import type { Queries } from '../db/database.ts'
import { isWithin, type Reach } from './reach.ts'

type Days = { from: Day; to: Day }

/** What says when doctors work in a range of days; all of it but a few rows is of these days. */
export type Plan = {
  weeks: (Hours & { fromDay: Day; weekday: number | null })[]
  exceptions: (Hours & { day: Day })[]
  timeOff: { doctorId: string; from: Day; to: Day; reason: string }[]
  blocks: (Span & { doctorId: string; day: Day; reason: string })[]
}

/** Without times: that they have none. */
type Hours = { doctorId: string; startMinute: number | null; endMinute: number | null }

/** Reads it for all doctors, or for one. */
export async function readPlan(query: Queries, { from, to }: Days, doctor?: string): Promise<Plan> {
  const only = doctor ?? ''
  const isAll = doctor === undefined
  const weeks = await query
    .selectFrom('doctorWeeks as w')
    .leftJoin('doctorHours as h', (join) =>
      join.onRef('h.doctorId', '=', 'w.doctorId').onRef('h.fromDay', '=', 'w.fromDay'),
    )
    .where('w.fromDay', '<=', to)
    .$if(!isAll, (rows) => rows.where('w.doctorId', '=', only))
    .select(['w.doctorId', 'w.fromDay', 'h.weekday', 'h.startMinute', 'h.endMinute'])
    .execute()
  const exceptions = await query
    .selectFrom('doctorDays as d')
    .leftJoin('doctorDayHours as h', (join) =>
      join.onRef('h.doctorId', '=', 'd.doctorId').onRef('h.day', '=', 'd.day'),
    )
    .where('d.day', '>=', from)
    .where('d.day', '<=', to)
    .$if(!isAll, (rows) => rows.where('d.doctorId', '=', only))
    .select(['d.doctorId', 'd.day', 'h.startMinute', 'h.endMinute'])
    .execute()
  const timeOff = await query
    .selectFrom('doctorTimeOff')
    .where('fromDay', '<=', to)
    .where('untilDay', '>=', from)
    .$if(!isAll, (rows) => rows.where('doctorId', '=', only))
    .select(['doctorId', 'fromDay as from', 'untilDay as to', 'reason'])
    .execute()
  const blocks = await query
    .selectFrom('doctorBlocks')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .$if(!isAll, (rows) => rows.where('doctorId', '=', only))
    .selectAll()
    .execute()
  return { weeks, exceptions, timeOff, blocks }
}

/** A doctor's own part of it on a day: `works` of free-pairs.ts says the same to the database. */
export function onDay(
  plan: Plan,
  day: Day,
  doctor: Pick<DoctorOnDay, '_id' | 'name' | 'treatments'>,
): DoctorOnDay {
  const own = <Row extends { doctorId: string }>(rows: readonly Row[]) =>
    rows.filter(({ doctorId }) => doctorId === doctor._id)
  const { _id, name, treatments } = doctor
  const off = own(plan.timeOff).find(({ from, to }) => from <= day && day <= to)
  return {
    ...{ _id, name, treatments },
    hours: off ? [] : hoursOn(own(plan.weeks), own(plan.exceptions), day),
    off: off ? off.reason : null,
    blocks: own(plan.blocks)
      .filter((block) => block.day === day)
      .map(({ startMinute, endMinute, reason }) => ({ startMinute, endMinute, reason }))
      .sort((a, b) => a.startMinute - b.startMinute),
  }
}

/** Those of that very day, else of the week that holds then. */
function hoursOn(weeks: Plan['weeks'], exceptions: Plan['exceptions'], day: Day): Span[] {
  const exact = exceptions.filter((one) => one.day === day)
  const from = weeks
    .map(({ fromDay }) => fromDay)
    .filter((fromDay) => fromDay <= day)
    .sort()
    .at(-1)
  const weekly = weeks.filter(
    ({ fromDay, weekday }) => fromDay === from && weekday === weekdayOf(day),
  )
  return (exact.length > 0 ? exact : weekly)
    .flatMap(({ startMinute, endMinute }) =>
      startMinute === null || endMinute === null ? [] : { startMinute, endMinute },
    )
    .sort((a, b) => a.startMinute - b.startMinute)
}

/**
 * Who works at the clinic, by name, each with the treatments they do: everybody with hours, on whichever
 * day, and those named in `also`, who may have left.
 */
export async function listTeam(query: Queries, also: readonly string[], reach: Reach = 'all') {
  const doctors = await query
    .selectFrom('doctors as d')
    .where(({ and, or, eb, exists, selectFrom }) =>
      or([
        and([
          eb('d.removedAt', 'is', null),
          or([
            exists(
              selectFrom('doctorWeeks as w')
                .select('w.doctorId')
                .whereRef('w.doctorId', '=', 'd.id'),
            ),
            exists(
              selectFrom('doctorDays as x')
                .select('x.doctorId')
                .whereRef('x.doctorId', '=', 'd.id'),
            ),
          ]),
        ]),
        ...also.map((id) => eb('d.id', '=', id)),
      ]),
    )
    .where(isWithin(reach, 'd.id'))
    .select(['d.id', 'd.name', 'd.specialty'])
    .execute()
  const treated = await query.selectFrom('doctorTreatments').selectAll().execute()
  const byDoctor = Map.groupBy(treated, ({ doctorId }) => doctorId)
  return doctors
    .map(({ id: _id, name, specialty }) => ({
      ...{ _id, name, specialty },
      treatments: (byDoctor.get(_id) ?? []).map(({ treatmentId }) => treatmentId),
    }))
    .sort((a, b) => compare(a.name, b.name) || compare(a._id, b._id))
}

const { compare } = new Intl.Collator('en')

/** The chairs in the clinic's order; of the archived ones those named in `also`. */
export async function listNamedChairs(
  query: Queries,
  also: readonly string[],
): Promise<NamedChair[]> {
  return query
    .selectFrom('chairs')
    .where((row) =>
      row.or([row('archivedAt', 'is', null), ...also.map((id) => row('id', '=', id))]),
    )
    .select(['id as _id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}
