import { hash } from 'node:crypto'
import pLimit from 'p-limit'
import type { Deps } from '../deps.ts'
import { sendToHost } from './image-host.ts'
import { photoAddress } from './photo.ts'
import { insertPictures } from './queries.ts'
import { type CleanerAnswer, runCleaner } from './run-cleaner.ts'

export type Refusal =
  | Extract<CleanerAnswer, { refused: string }>['refused']
  | 'image_host_unavailable'
type Uploaded = { ok: true; url: string } | { ok: false; reason: Refusal }

/** Photos that are read and cleaned at a time. */
const atOnce = 2

/** Takes photos in: cleaned, then kept here or sent on to the image host. */
export function createUploadPhoto(deps: Deps) {
  const { config, log } = deps
  const inTurn = pLimit(atOnce)

  return async (body: AsyncIterable<Uint8Array>, contentType: string): Promise<Uploaded> => {
    const pictures = await inTurn(() => runCleaner(body, contentType, log))
    if ('refused' in pictures) return { ok: false, reason: pictures.refused }
    if (!config.imageHost) return { ok: true, url: await keepPhoto(deps, pictures) }
    const url = await sendToHost(config.imageHost, pictures.large, log)
    return url ? { ok: true, url } : { ok: false, reason: 'image_host_unavailable' }
  }
}

/**
 * Keeps both sizes of a photo, named by what is in them, and answers the large one's address; the
 * small one is at `-96` in the place of `-480`.
 */
async function keepPhoto(
  { database, clock, config }: Deps,
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
