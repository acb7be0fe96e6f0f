import { type Kysely, sql } from 'kysely'

/** At most one row: what `molar move` does with this database just now, or did. */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`create table "dataMoves" (
    "id" integer primary key check ("id" = 1),
    "move" text not null,
    "state" text not null check ("state" in ('leaving', 'left', 'arriving', 'arrived')),
    "place" text not null,
    "since" text not null)`.execute(query)
}
