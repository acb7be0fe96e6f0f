import { type Kysely, sql } from 'kysely'

/**
 * Whether a doctor or chair is busy is read from an index alone. On PostgreSQL the indexes of migration
 * 29 had the pair and the day only, and looked dearer than those of the exclusion constraints, which
 * are ten times as slow to read.
 */
export async function up(query: Kysely<unknown>): Promise<void> {
  for (const column of ['doctorId', 'chairId']) {
    const name = sql.id(`appointments_by_${column}`)
    await sql`drop index ${name}`.execute(query)
    await sql`create index ${name}
      on "appointments" (${sql.id(column)}, "day", "startMinute", "busyUntilMinute")
      where "cancelledAt" is null and ${sql.id(column)} is not null`.execute(query)
  }
}
