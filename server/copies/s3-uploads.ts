import { readFile, rm, writeFile } from 'node:fs/promises'
import type { S3mini } from 's3mini'
import * as z from 'zod'

const Uploads = z.array(z.object({ folder: z.string(), key: z.string(), id: z.string() }))
type Upload = z.infer<typeof Uploads>[number]

export type NotedUploads = Awaited<ReturnType<typeof openUploads>>

/** A store that refuses for years must not make the file grow. */
const mostNoted = 20

/**
 * Uploads to a folder of a store that were begun and have not ended, in a file that outlives a kill: their parts are
 * unseen there and cost money. Only who holds the lock of backups opens it, so whoever began what it names is gone.
 */
export async function openUploads(
  file: string,
  folder: string,
  statusOf: (error: unknown) => number,
) {
  let noted = await read(file)

  async function write(uploads: Upload[]) {
    noted = uploads.slice(-mostNoted)
    if (noted.length === 0) await rm(file, { force: true })
    else await writeFile(file, JSON.stringify(noted), { mode: 0o600, flush: true })
  }
  const forget = (id: string) => write(noted.filter((one) => one.id !== id))

  /** What could not be aborted is tried again by the next backup, unless the store knows nothing of it. */
  async function abort(client: S3mini, { key, id }: Pick<Upload, 'key' | 'id'>): Promise<void> {
    try {
      await client.abortMultipartUpload(key, id)
    } catch (error) {
      if (![404, 405, 501].includes(statusOf(error))) return
    }
    await forget(id)
  }

  return {
    /** Before the first part is sent. */
    note: (key: string, id: string) => write([...noted, { folder, key, id }]),
    forget,
    abort,
    /** Ends what a backup before this one has left there. */
    async abortAll(client: S3mini): Promise<void> {
      for (const upload of noted.filter((one) => one.folder === folder)) await abort(client, upload)
    },
  }
}

async function read(file: string): Promise<Upload[]> {
  try {
    return Uploads.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return []
  }
}
