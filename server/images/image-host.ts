import * as z from 'zod'
import type { Log } from '../http/log.ts'

const patienceMs = 10_000

const HostAnswer = z.object({
  success: z.literal(true),
  data: z.object({ url: z.url({ protocol: /^https?$/ }) }),
})

/**
 * Sends a picture on to an outside image host as imgbb documents it (api.imgbb.com): multipart field
 * `image`, the key in the query. Answers its address there, or `null` when the host did not take it.
 */
export async function sendToHost(
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
