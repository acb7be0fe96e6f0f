import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * The keys that staff search by, each with what the list is ordered by: a beginning that thousands of
 * patients share is put in order without reading their rows.
 */
export async function up(query: Kysely<unknown>): Promise<void> {
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(query))
  for (const key of ['nameKey', 'familyKey', 'phoneKey']) {
    const index = sql.id(`appointments_by_${key}`)
    await run(sql`drop index ${index}`)
    await run(sql`create index ${index} on "appointments" (${sql.id(key)}, "day", "id")
      where ${sql.id(key)} <> ''`)
  }
}
