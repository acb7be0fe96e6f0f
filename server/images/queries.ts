import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'

type Picture = { name: string; bytes: Uint8Array }

/** Keeps pictures, all or none; one that is here already stays as it is. */
export async function insertPictures(query: Queries, pictures: Picture[], createdAt: Instant) {
  await query
    .insertInto('images')
    .values(pictures.map((picture) => ({ ...picture, createdAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findPicture(query: Queries, name: string): Promise<Uint8Array | null> {
  const row = await query
    .selectFrom('images')
    .select('bytes')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.bytes ?? null
}
