import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** Counts what staff change of the hours, which also tells the workers to look again. */
export async function up(query: Kysely<unknown>, _engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  const count = sql`integer not null default 0`
  await run(
    sql`alter table "clinic" add column "hoursRevision" ${count} check ("hoursRevision" >= 0)`,
  )
}
