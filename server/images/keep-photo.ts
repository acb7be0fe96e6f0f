import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { photoAddress } from './photo.ts'
import { insertPictures } from './queries.ts'

type Parts = { database: Database; clock: Clock; config: { publicUrl: string } }

/**
 * Keeps both sizes of a photo, named by what is in them, and answers the large one's address; the
 * small one is at `-96` in the place of `-480`.
 */
export async function keepPhoto(
  { database, clock, config }: Parts,
  { large, small }: { large: Uint8Array; small: Uint8Array },
): Promise<string> {
  const key = hash('sha256', large, 'hex').slice(0, 32)
  const pictures = [
    { name: `${key}-480.webp`, bytes: large },
    { name: `${key}-96.webp`, bytes: small },
  ]
  await insertPictures(database.query, pictures, clock().toISOString())
  return photoAddress(`${key}-480.webp`, config.publicUrl)
}
