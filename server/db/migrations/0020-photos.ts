import { type Kysely, sql } from 'kysely'

/**
 * A doctor's photo of our own is stored by its picture's name: an address holds only while the portal
 * has the origin that it was stored under. An outside image host's address stays as it is.
 */
export async function up(query: Kysely<unknown>): Promise<void> {
  await sql`alter table "doctors" rename column "img" to "photo"`.execute(query)
  const own = sql`select "name" from "images" where "doctors"."photo" like '%/images/' || "images"."name"`
  await sql`update "doctors" set "photo" = (${own}) where exists (${own})`.execute(query)
}
