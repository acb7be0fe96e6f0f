import { type Kysely, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/**
 * Appointments without a doctor whose slot has left its treatment's list count as outside the slots, so that the slots
 * that they overlap are taken; only the next change of the treatment marked those of slots that were removed earlier.
 * What overlaps another appointment or a hold already stays as it is: the triggers of migration 29 refuse the mark.
 * A migration does not know the clinic's day: all those from the day of the newest booking on are to come.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const sameTime = (row: string) => sql`${sql.ref(`${row}.day`)} = "appointments"."day"
    and ${sql.ref(`${row}.treatmentId`)} = "appointments"."treatmentId"
    and ${sql.ref(`${row}.startMinute`)} < "appointments"."endMinute"
    and "appointments"."startMinute" < ${sql.ref(`${row}.endMinute`)}`
  if (engine === 'postgres') {
    await sql`lock table "appointments" in share row exclusive mode`.execute(query)
  }
  await sql`update "appointments" set "outside" = 1
    where "day" >= (select substr(max("newest"."createdAt"), 1, 10) from "appointments" as "newest")
      and "doctorId" is null and "cancelledAt" is null and "outside" = 0
      and not exists (select 1 from "treatmentSlots" as "s"
        where "s"."treatmentId" = "appointments"."treatmentId" and "s"."slot" = "appointments"."slot")
      and not exists (select 1 from "appointments" as "x"
        where ${sameTime('x')} and "x"."cancelledAt" is null and "x"."id" <> "appointments"."id")
      and not exists (select 1 from "offers" as "o"
        where ${sameTime('o')} and "o"."state" = 'open')`.execute(query)
}
