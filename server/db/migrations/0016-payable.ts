import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/** Which appointment a session looked at last. */
export async function up(query: Kysely<unknown>, _engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await run(sql`create table "lastReads" (
    "sessionId" text primary key references "sessions" ("id") on delete cascade,
    "appointmentId" text not null references "appointments" ("id") on delete cascade)`)
}
