import { hash } from 'node:crypto'
import pLimit from 'p-limit'
import * as z from 'zod'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Log } from '../http/log.ts'
import { type CleanerAnswer, runCleaner } from './run-cleaner.ts'

/**
 * A doctor's photo as it is stored: the name of a picture in `images`, or the address that an outside
 * image host gave it. The origin of our own is not stored, so PUBLIC_URL may change.
 */
type Photo = string

const ownPath = /^\/images\/([\w-]+\.webp)$/

/** What is stored of a photo's address, as `POST /images` answers it. */
export function photoAt(address: string, publicUrl: string): Photo {
  const isAbsolute = address.startsWith(`${publicUrl}/`)
  const name = ownPath.exec(isAbsolute ? address.slice(publicUrl.length) : address)?.[1]
  return name ?? address
}

/** A photo's address on the wire. A name has no slash, an address does. */
export function photoAddress(photo: Photo, publicUrl: string): string {
  return photo.includes('/') ? photo : `${publicUrl}/images/${photo}`
}

export type Refusal =
  | Extract<CleanerAnswer, { refused: string }>['refused']
  | 'image_host_unavailable'

type Uploaded = { ok: true; url: string } | { ok: false; reason: Refusal }

/** Photos that are read and cleaned at a time. */
const atOnce = 2

/** Takes photos in: cleaned, then stored here or sent on to the image host. */
export function createUploadPhoto(deps: Deps) {
  const { config, log } = deps
  const inTurn = pLimit(atOnce)

  return async (body: AsyncIterable<Uint8Array>, contentType: string): Promise<Uploaded> => {
    const pictures = await inTurn(() => runCleaner(body, contentType, log))
    if ('refused' in pictures) return { ok: false, reason: pictures.refused }
    if (!config.imageHost) return { ok: true, url: await storePhoto(deps, pictures) }
    const url = await sendToHost(config.imageHost, pictures.large, log)
    return url ? { ok: true, url } : { ok: false, reason: 'image_host_unavailable' }
  }
}

/**
 * Stores both sizes of a photo, named by what is in them, and answers the large one's address; the
 * small one is at `-96` in the place of `-480`.
 */
async function storePhoto(
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

type Picture = { name: string; bytes: Uint8Array }

/** Stores pictures, all or none; one that is here already stays as it is. */
async function insertPictures(query: Queries, pictures: Picture[], createdAt: Instant) {
  await query
    .insertInto('images')
    .values(pictures.map((picture) => ({ ...picture, createdAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const patienceMs = 10_000

const HostAnswer = z.object({
  success: z.literal(true),
  data: z.object({ url: z.url({ protocol: /^https?$/ }) }),
})

/**
 * Sends a picture on to an outside image host as imgbb documents it (api.imgbb.com): multipart field
 * `image`, the key in the query. Answers its address there, or `null` when the host did not take it.
 */
async function sendToHost(
  host: { url: string; key: string },
  picture: Uint8Array,
  log: Log,
): Promise<string | null> {
  const address = new URL(host.url)
  address.searchParams.set('key', host.key)
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(picture)], { type: 'image/webp' }), 'photo.webp')
  try {
    const signal = AbortSignal.timeout(patienceMs)
    // A redirect could carry the key elsewhere.
    const response = await fetch(address, { method: 'POST', body, signal, redirect: 'error' })
    const answer = HostAnswer.safeParse(await response.json())
    if (response.ok && answer.success) return answer.data.data.url
    log.warn({ status: response.status }, 'the image host refused a picture')
  } catch (error) {
    // Its kind alone: a message may quote the address, and with it the key.
    const kind = error instanceof Error ? error.name : 'unknown'
    log.warn({ kind }, 'the image host does not answer')
  }
  return null
}

export async function findPicture(query: Queries, name: string): Promise<Uint8Array | null> {
  const row = await query
    .selectFrom('images')
    .select('bytes')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.bytes ?? null
}
