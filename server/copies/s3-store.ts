import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { S3Error, S3mini, S3ServiceError } from 's3mini'
import * as z from 'zod'
import { readArchive, sortBackups } from './archive.ts'
import { type CopyEntries, CopyRefused, nameFullDisk } from './entries.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

export type Written = { bytes: number; sha256: string }

/** Where backups are, by their names. */
export type BackupStore = {
  list(): Promise<string[]>
  /** What people are shown: no secrets. */
  locate(name: string): string
  /** `write` makes a whole file; it has its name in the store once all of it is there. */
  add(name: string, write: (file: string) => Promise<Written>): Promise<Written>
  remove(name: string): Promise<void>
}

/** An S3-compatible store; the bucket stands in the address `s3://bucket/prefix`. */
export type S3Settings = {
  endpoint: string
  region: string
  keyId: string
  secret: string
  /** For one request, in milliseconds. */
  patienceMs?: number | undefined
}

/** What stands in memory of a backup; the least that S3 takes is 5 MB, and the most parts are 10,000. */
const partBytes = 16 * 1024 * 1024
const patienceMs = 5 * 60_000
const tries = 3
const restMs = 500

export function isS3(address: string): boolean {
  return address.startsWith('s3://')
}

/** The backups there, oldest first. */
export async function listS3(address: string, settings: S3Settings | undefined): Promise<string[]> {
  const { list, prefix } = connect(address, settings)
  return tell(async () => sortBackups(await listNames(list, prefix)))
}

/**
 * `staging` is a folder for one backup while it is sent; nothing else is there. Beside it a file notes uploads without
 * an end, and what a run that was killed has left in the store is aborted.
 */
export async function openS3Store(
  address: string,
  settings: S3Settings | undefined,
  staging: string,
): Promise<BackupStore> {
  const { client, prefix, folder } = connect(address, settings)
  await rm(staging, { recursive: true, force: true })
  const uploads = await openUploads(`${staging}.json`, folder, statusOf)
  await uploads.abortAll(client)
  return {
    list: () => listS3(address, settings),
    locate: (name) => `${folder}${name}`,
    remove: (name) => tell(async () => void (await client.deleteObject(prefix + name))),
    async add(name, write) {
      await mkdir(staging, { recursive: true, mode: 0o700 })
      try {
        const file = join(staging, name)
        const written = await write(file)
        await tell(() => upload(client, file, { key: prefix + name, uploads }))
        await compare(client, prefix + name, written)
        return written
      } finally {
        await rm(staging, { recursive: true, force: true })
      }
    },
  }
}

/** What a backup in such a store holds. It is fetched to the disk first, for this user alone. */
export async function* readFromS3(
  address: string,
  settings: S3Settings | undefined,
  key: string | undefined,
): CopyEntries {
  const at = address.lastIndexOf('/')
  const { client, prefix } = connect(address.slice(0, at), settings)
  const { path, remove } = makeTemporaryFolder('fetched')
  const file = join(path, 'backup')
  try {
    await tell(() =>
      pipeline(
        readObject(client, prefix + address.slice(at + 1)),
        createWriteStream(file, { mode: 0o600 }),
      ),
    ).catch((error: unknown) => {
      throw nameFullDisk(error, path)
    })
    yield* readArchive(file, key)
  } finally {
    remove()
  }
}

function connect(address: string, settings: S3Settings | undefined) {
  const match = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/.exec(address)
  if (!match) throw new CopyRefused('store', `${address} is not like s3://bucket/prefix`)
  if (!settings) throw new CopyRefused('store', 'BACKUP_S3_KEY_ID and BACKUP_S3_SECRET are missing')
  const [, bucket = '', path = ''] = match
  const prefix = path === '' ? '' : `${path}/`
  const open = (path: string) =>
    new S3mini({
      accessKeyId: settings.keyId,
      secretAccessKey: settings.secret,
      region: settings.region,
      endpoint: `${settings.endpoint}/${path}`,
      requestAbortTimeout: settings.patienceMs ?? patienceMs,
      // What is signed for this store goes nowhere else.
      fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
    })
  /**
   * The first argument of `listObjects` is the path that it lists, although the library names it a delimiter.
   * The client is opened without the bucket, because not every server accepts the signature of a path with a
   * slash after the bucket.
   */
  const list = () => open('').listObjects(bucket, prefix)
  return { client: open(bucket), list, prefix, folder: `s3://${bucket}/${prefix}` }
}

async function listNames(
  list: () => Promise<{ Key: string }[] | null>,
  prefix: string,
): Promise<string[]> {
  const objects = await again(list)
  if (!objects) throw new CopyRefused('store', 'there is no such bucket')
  return objects.map(({ Key }) => Key.slice(prefix.length))
}

/** Nothing has the object's name before its last part is there. */
async function upload(
  client: S3mini,
  file: string,
  { key, uploads }: { key: string; uploads: NotedUploads },
): Promise<void> {
  const handle = await open(file)
  try {
    const id = await again(() => client.getMultipartUploadId(key))
    await uploads.note(key, id)
    try {
      const parts = []
      for (let number = 1; ; number += 1) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(partBytes), 0, partBytes)
        if (bytesRead === 0) break
        const part = buffer.subarray(0, bytesRead)
        parts.push(await again(() => client.uploadPart(key, id, part, number)))
      }
      await client.completeMultipartUpload(key, id, parts)
      await uploads.forget(id)
    } catch (error) {
      await uploads.abort(client, { key, id })
      throw error
    }
  } finally {
    await handle.close()
  }
}

/** Reads it all back: what the store took counts only when it gives the same. */
async function compare(client: S3mini, key: string, { bytes, sha256 }: Written): Promise<void> {
  const hash = createHash('sha256')
  let read = 0
  await tell(async () => {
    for await (const part of readObject(client, key)) {
      hash.update(part)
      read += part.length
    }
  })
  if (read === bytes && hash.digest('hex') === sha256) return
  await tell(() => client.deleteObject(key))
  throw new CopyRefused('damaged', 'the store gave back something else')
}

async function* readObject(client: S3mini, key: string): AsyncGenerator<Uint8Array> {
  const size = await again(() => client.getContentLength(key))
  for (let at = 0; at < size; at += partBytes) {
    const end = Math.min(at + partBytes, size)
    yield await again(async () => {
      const response = await client.getObjectRaw(key, false, at, end)
      return new Uint8Array(await response.arrayBuffer())
    })
  }
}

/** A refusal stays one; a network may be back in a moment, and a store that asks to slow down means it so. */
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await act()
    } catch (error) {
      const status = statusOf(error)
      if ((status < 500 && status !== 429) || tried === tries) throw error
    }
    await wait(restMs * tried)
  }
}

async function tell<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const service = findService(error)
    if (service) throw new CopyRefused('store', service.serviceCode ?? `status ${service.status}`)
    // What `fetch` throws where the network, the address or the patience ends.
    const cause = error instanceof Error && error.cause ? error.cause : error
    const isNetwork = [error, cause].some(
      (it) => it instanceof TypeError || it instanceof DOMException,
    )
    if (isNetwork || error instanceof S3Error) throw new CopyRefused('store', String(cause))
    throw error
  }
}

/** 500 where there was no answer. */
function statusOf(error: unknown): number {
  return findService(error)?.status ?? 500
}

/** Some calls of the library put the store's own refusal into the cause. */
function findService(error: unknown): S3ServiceError | undefined {
  if (error instanceof S3ServiceError) return error
  return error instanceof Error && error.cause instanceof S3ServiceError ? error.cause : undefined
}

const Uploads = z.array(z.object({ folder: z.string(), key: z.string(), id: z.string() }))
type Upload = z.infer<typeof Uploads>[number]

type NotedUploads = Awaited<ReturnType<typeof openUploads>>

/** A store that refuses for years must not make the file grow. */
const mostNoted = 20

/**
 * Uploads to a folder of a store that were started and have not ended, in a file that survives a kill: their
 * parts are invisible there and cost money. Only the holder of the backup lock opens the file, so the process
 * that started an upload in it is gone.
 */
async function openUploads(file: string, folder: string, statusOf: (error: unknown) => number) {
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
