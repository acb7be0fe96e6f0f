import { sql } from 'kysely'
import { weekdayIn } from '../appointments/slot-rules.ts'
import type { ClinicTime } from '../clock.ts'
import type { Engine, Queries } from '../db/database.ts'
import { works } from './free-pairs.ts'
import { displacedColumns, type Unfit } from './schedule-queries.ts'

/**
 * Occupies doctors and chairs for as long as a treatment takes now, from the start of each of its appointments to
 * come; the times that patients know stay. Answers those for which that is not possible: doctor or
 * chair has another appointment or a held time then, or the doctor's hours end before.
 */
export async function keepTime(
  query: Queries,
  { id, engine, now }: { id: string; engine: Engine; now: ClinicTime },
): Promise<Unfit[]> {
  const [crowded, roomy] = [
    await select(query, engine, id, now, true),
    await select(query, engine, id, now, false),
  ]
  for (const { id, busyUntil, busyUntilMinute } of roomy) {
    if (busyUntil === busyUntilMinute) continue
    await query
      .updateTable('appointments')
      .set({ busyUntilMinute: busyUntil })
      .where('id', '=', id)
      .execute()
  }
  return crowded
}

async function select(
  query: Queries,
  engine: Engine,
  treatmentId: string,
  { today, firstMinute }: ClinicTime,
  isCrowded: boolean,
) {
  const end = sql`case when "n"."startMinute" + coalesce("t"."lengthMinutes", 0) > "n"."endMinute"
    then "n"."startMinute" + "t"."lengthMinutes" else "n"."endMinute" end`
  // As long as it takes now.
  const longer = sql<{ id: string; startMinute: number; endMinute: number }>`(select "n"."id",
      "n"."startMinute", ${end} as "endMinute"
    from "appointments" as "n" inner join "treatments" as "t" on "t"."id" = "n"."treatmentId"
    where "n"."treatmentId" = ${treatmentId} and "n"."day" >= ${today}
      and "n"."cancelledAt" is null and "n"."doctorId" is not null)`
  const busyUntil = sql<number>`"l"."endMinute" + "t"."bufferMinutes"`
  const day = sql.ref('a.day')
  const on = { day, weekday: weekdayIn(engine, day) }
  const doctor = sql.ref('a.doctorId')
  const isOver = sql`"a"."day" = "x"."day"
    and ("x"."doctorId" = "a"."doctorId" or "x"."chairId" = "a"."chairId")
    and "x"."startMinute" < ${busyUntil} and "x"."busyUntilMinute" > "a"."startMinute"`
  const crowded = sql<boolean>`(exists (select 1 from "appointments" as "x"
      where ${isOver} and "x"."id" <> "a"."id" and "x"."cancelledAt" is null)
    or exists (select 1 from "offers" as "x" where ${isOver} and "x"."state" = 'open')
    or (${works(doctor, sql`"a"`, on)} and not ${works(doctor, sql`"l"`, on)}))`
  return query
    .selectFrom('appointments as a')
    .innerJoin('treatments as t', 't.id', 'a.treatmentId')
    .innerJoin(longer.as<'l'>('l'), (join) => join.onRef('l.id', '=', 'a.id'))
    .where((row) => row.or([row('a.day', '>', today), row('a.startMinute', '>=', firstMinute)]))
    .where('a.status', '=', 'booked')
    .where(isCrowded ? crowded : sql<boolean>`not ${crowded}`)
    .select(displacedColumns)
    .select(['a.busyUntilMinute', busyUntil.as('busyUntil')])
    .orderBy('a.day')
    .orderBy('a.startMinute')
    .orderBy('a.id')
    .execute()
}
