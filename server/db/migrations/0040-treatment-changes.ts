import { type Kysely, sql } from 'kysely'

/** A change of the plan may be a treatment's: other times of its own instead of a doctor's other hours. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`alter table "planChanges" add column "treatmentId" text references "treatments" ("id")
    check ("treatmentId" is null or ("kind" = 'hours' and "doctorId" is null))`.execute(query)
}
