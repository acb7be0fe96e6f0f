import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

const revisions = ['profileRevision', 'policyRevision', 'hoursRevision'].map((name) => sql.id(name))

/**
 * Appointments on closed days whose patients were asked to choose another time. Revisions of data that
 * several members of staff may edit concurrently; a new one of the hours also makes the workers search again.
 */
export async function up(query: Kysely<unknown>, _engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  const count = sql`integer not null default 0`
  for (const revision of revisions) {
    await run(sql`alter table "clinic" add column ${revision} ${count} check (${revision} >= 0)`)
  }
  await run(sql`alter table "treatments" add column "revision" ${count} check ("revision" >= 0)`)
  // Once for each time that an appointment has: another time may lie on a closed day as well.
  await run(sql`create table "closureAsks" (
    "appointmentId" text not null references "appointments" ("id") on delete cascade,
    "timeRevision" integer not null, "askedAt" text not null,
    primary key ("appointmentId", "timeRevision"))`)
}
