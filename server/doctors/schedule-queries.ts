import { sql } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { DoctorSchedule, TimeSpan } from '../../contract/doctors/schedule.ts'
import { weekdayIn } from '../appointments/slot-rules.ts'
import type { ClinicTime } from '../clock.ts'
import type { Engine, Queries } from '../db/database.ts'
import { byDoctors, mayHaveChair, works } from './free-pairs.ts'

type Times = { startMinute: number; endMinute: number }

function spanOf({ startMinute: start, endMinute: end }: Times): TimeSpan {
  return { start, end }
}

function timesOf({ start, end }: TimeSpan): Times {
  return { startMinute: start, endMinute: end }
}

/** A doctor who is there, by id. */
export async function findDoctor(query: Queries, id: string) {
  return selectDoctor(query, id).executeTakeFirst()
}

/**
 * The same, with a row lock: no other transaction changes or removes it before this one ends; transactions
 * that only reference it do not wait.
 */
export async function holdDoctor({ engine }: { engine: Engine }, query: Queries, id: string) {
  return selectDoctor(query, id)
    .$if(engine === 'postgres', (select) => select.forNoKeyUpdate())
    .executeTakeFirst()
}

function selectDoctor(query: Queries, id: string) {
  return query.selectFrom('doctors').selectAll().where('id', '=', id).where('removedAt', 'is', null)
}

/** What is stored of a doctor's schedule, in the order of days and times. */
export async function readSchedule(query: Queries, doctorId: string): Promise<DoctorSchedule> {
  const treatments = await query
    .selectFrom('doctorTreatments as d')
    .innerJoin('treatments as t', 't.id', 'd.treatmentId')
    .where('d.doctorId', '=', doctorId)
    .select('d.treatmentId')
    .orderBy('t.position')
    .execute()
  const chairs = await query
    .selectFrom('doctorChairs as d')
    .innerJoin('chairs as c', 'c.id', 'd.chairId')
    .where('d.doctorId', '=', doctorId)
    .select('d.chairId')
    .orderBy('c.position')
    .execute()
  const off = await query
    .selectFrom('doctorTimeOff')
    .where('doctorId', '=', doctorId)
    .select(['fromDay as from', 'untilDay as to', 'reason'])
    .orderBy('fromDay')
    .execute()
  const blocks = await query
    .selectFrom('doctorBlocks')
    .where('doctorId', '=', doctorId)
    .select(['day', 'startMinute', 'endMinute', 'reason'])
    .orderBy('day')
    .orderBy('startMinute')
    .execute()
  return {
    treatments: treatments.map(({ treatmentId }) => treatmentId),
    chairs: chairs.map(({ chairId }) => chairId),
    ...(await readHours(query, doctorId)),
    timeOff: off,
    blocks: blocks.map(({ day, reason, ...times }) => ({ day, time: spanOf(times), reason })),
  }
}

async function readHours(query: Queries, doctorId: string) {
  const weeks = await query
    .selectFrom('doctorWeeks as w')
    .leftJoin('doctorHours as h', (join) =>
      join.onRef('h.doctorId', '=', 'w.doctorId').onRef('h.fromDay', '=', 'w.fromDay'),
    )
    .where('w.doctorId', '=', doctorId)
    .select(['w.fromDay', 'h.weekday', 'h.startMinute', 'h.endMinute'])
    .orderBy('w.fromDay')
    .orderBy('h.startMinute')
    .execute()
  const days = await query
    .selectFrom('doctorDays as d')
    .leftJoin('doctorDayHours as h', (join) =>
      join.onRef('h.doctorId', '=', 'd.doctorId').onRef('h.day', '=', 'd.day'),
    )
    .where('d.doctorId', '=', doctorId)
    .select(['d.day', 'h.startMinute', 'h.endMinute'])
    .orderBy('d.day')
    .orderBy('h.startMinute')
    .execute()
  const spans = (rows: readonly { startMinute: number | null; endMinute: number | null }[]) =>
    rows.flatMap(({ startMinute, endMinute }) =>
      startMinute === null || endMinute === null ? [] : spanOf({ startMinute, endMinute }),
    )
  return {
    weeks: [...Map.groupBy(weeks, ({ fromDay }) => fromDay)].map(([from, rows]) => ({
      from,
      days: Array.from({ length: 7 }, (_, n) => spans(rows.filter(({ weekday }) => weekday === n))),
    })),
    exceptions: [...Map.groupBy(days, ({ day }) => day)].map(([day, rows]) => ({
      day,
      hours: spans(rows),
    })),
  }
}

/** Leaves of a doctor's schedule what reports count: when and where they worked before a day, not why they were away. */
export async function endSchedule(query: Queries, doctorId: string, day: Day): Promise<void> {
  for (const table of ['doctorWeeks', 'doctorTimeOff'] as const) {
    await query
      .deleteFrom(table)
      .where('doctorId', '=', doctorId)
      .where('fromDay', '>=', day)
      .execute()
  }
  for (const table of ['doctorDays', 'doctorBlocks'] as const) {
    await query.deleteFrom(table).where('doctorId', '=', doctorId).where('day', '>=', day).execute()
  }
  for (const table of ['doctorTimeOff', 'doctorBlocks'] as const) {
    await query.updateTable(table).set({ reason: '' }).where('doctorId', '=', doctorId).execute()
  }
  // Without hours of its own it ends the week before.
  await query.insertInto('doctorWeeks').values({ doctorId, fromDay: day }).execute()
}

/** Takes everything away that a doctor's schedule says. */
async function deleteSchedule(query: Queries, doctorId: string): Promise<void> {
  for (const table of ['doctorTreatments', 'doctorChairs'] as const) {
    await query.deleteFrom(table).where('doctorId', '=', doctorId).execute()
  }
  for (const table of ['doctorWeeks', 'doctorDays', 'doctorTimeOff', 'doctorBlocks'] as const) {
    await query.deleteFrom(table).where('doctorId', '=', doctorId).execute()
  }
}

/** Puts a schedule in the place of the one that is stored. A treatment or chair that is not there throws. */
export async function replaceSchedule(
  query: Queries,
  doctorId: string,
  { treatments, chairs, weeks, exceptions, timeOff, blocks }: DoctorSchedule,
): Promise<void> {
  await deleteSchedule(query, doctorId)
  await inParts(
    [...new Set(treatments)].map((treatmentId) => ({ doctorId, treatmentId })),
    (rows) => query.insertInto('doctorTreatments').values(rows).execute(),
  )
  await inParts(
    [...new Set(chairs)].map((chairId) => ({ doctorId, chairId })),
    (rows) => query.insertInto('doctorChairs').values(rows).execute(),
  )
  await inParts(
    weeks.map(({ from }) => ({ doctorId, fromDay: from })),
    (rows) => query.insertInto('doctorWeeks').values(rows).execute(),
  )
  await inParts(
    weeks.flatMap(({ from: fromDay, days }) =>
      days.flatMap((spans, weekday) =>
        joined(spans).map((span) => ({ doctorId, fromDay, weekday, ...timesOf(span) })),
      ),
    ),
    (rows) => query.insertInto('doctorHours').values(rows).execute(),
  )
  await inParts(
    exceptions.map(({ day }) => ({ doctorId, day })),
    (rows) => query.insertInto('doctorDays').values(rows).execute(),
  )
  await inParts(
    exceptions.flatMap(({ day, hours }) =>
      joined(hours).map((span) => ({ doctorId, day, ...timesOf(span) })),
    ),
    (rows) => query.insertInto('doctorDayHours').values(rows).execute(),
  )
  await inParts(
    timeOff.map(({ from, to, reason }) => ({ doctorId, fromDay: from, untilDay: to, reason })),
    (rows) => query.insertInto('doctorTimeOff').values(rows).execute(),
  )
  await inParts(
    blocks.map(({ day, time, reason }) => ({ doctorId, day, ...timesOf(time), reason })),
    (rows) => query.insertInto('doctorBlocks').values(rows).execute(),
  )
}

/** In parts of 500 rows: a statement has a limited number of parameters. */
async function inParts<Row>(rows: readonly Row[], act: (rows: Row[]) => Promise<unknown>) {
  for (let at = 0; at < rows.length; at += 500) await act(rows.slice(at, at + 500))
}

/** Spans that touch are one: an appointment may lie across the place where they meet. */
function joined(spans: readonly TimeSpan[]): TimeSpan[] {
  const whole: TimeSpan[] = []
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = whole.at(-1)
    if (last?.end === span.start) last.end = span.end
    else whole.push({ ...span })
  }
  return whole
}

/** What settling an appointment "a" takes. */
export const displacedColumns = [
  ...(['a.id', 'a.treatment', 'a.treatmentId', 'a.day', 'a.slot', 'a.patientName'] as const),
  ...(['a.startMinute', 'a.endMinute', 'a.doctorId', 'a.doctorName', 'a.chairId'] as const),
  ...(['a.revision', 'a.timeRevision', 'a.patientId', 'a.patient'] as const),
  ...(['a.unproved', 'a.phone'] as const),
] as const

/**
 * An appointment "a" of a treatment "t" cannot take place as planned: it is without a doctor although doctors
 * decide, with one who does not work then or no longer does the treatment, or without a chair that both may have.
 */
export function isUnfit(engine: Engine) {
  const day = sql.ref('a.day')
  const on = { day, weekday: weekdayIn(engine, day) }
  const hasChair = sql`(not exists (select 1 from "chairs" where "archivedAt" is null)
    or exists (select 1 from "chairs" as "ch"
      where "ch"."id" = "a"."chairId" and "ch"."archivedAt" is null and ${mayHaveChair}))`
  const isFit = sql`exists (select 1 from "doctorTreatments" as "dt"
    inner join "doctors" as "dr" on "dr"."id" = "dt"."doctorId" and "dr"."removedAt" is null
    where "dt"."treatmentId" = "a"."treatmentId" and "dr"."id" = "a"."doctorId"
      and ${works(sql`"dr"."id"`, sql`"a"`, on)} and ${hasChair})`
  return sql<boolean>`(case when "a"."doctorId" is null then ${byDoctors(day)}
    else not ${isFit} end)`
}

/** Upcoming appointments that cannot take place as planned. */
export function selectUnfit(query: Queries, engine: Engine, { today, firstMinute }: ClinicTime) {
  return query
    .selectFrom('appointments as a')
    .innerJoin('treatments as t', 't.id', 'a.treatmentId')
    .where('a.day', '>=', today)
    .where((row) => row.or([row('a.day', '>', today), row('a.startMinute', '>=', firstMinute)]))
    .where('a.cancelledAt', 'is', null)
    .where('a.status', '=', 'booked')
    .where(isUnfit(engine))
    .select(displacedColumns)
    .orderBy('a.day')
    .orderBy('a.startMinute')
    .orderBy('a.id')
}

export type Unfit = Awaited<ReturnType<ReturnType<typeof selectUnfit>['execute']>>[number]
