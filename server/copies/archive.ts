import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Header, type Pack, pack } from 'tar-stream'
import { type CopyEntries, CopyRefused, filesFolder, nameFullDisk } from './entries.ts'
import { isLast, partBytes, splitParts } from './parts.ts'

type Bytes = AsyncIterable<Uint8Array>

/**
 * Writes a copy as one file: a tar, gzipped, and with a key encrypted as the `age` program does. It has another
 * name until it is whole and on the disk. Answers its size.
 */
export async function writeArchive(
  entries: CopyEntries,
  { file, key, at }: { file: string; key: string | undefined; at: Date },
): Promise<{ bytes: number; sha256: string }> {
  const draft = `${file}.part`
  const hash = createHash('sha256')
  let bytes = 0
  // There from the beginning: a stream that opens it by itself may do so after it was removed below.
  const handle = await open(draft, 'wx', 0o600)
  try {
    await pipeline(
      packEntries(entries, at),
      createGzip(),
      (source: Bytes) => encrypt(source, key),
      async function* count(source: Bytes) {
        for await (const chunk of source) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      },
      handle.createWriteStream({ flush: true }),
    )
    const written = { bytes, sha256: hash.digest('hex') }
    await rename(draft, file)
    await syncFolder(dirname(file))
    return written
  } catch (error) {
    await rm(draft, { force: true })
    throw nameFullDisk(error, dirname(file))
  }
}

/** What a file of `writeArchive` holds; throws `CopyRefused` for a file that is cut or that the key does not open. */
export async function* readArchive(file: string, key: string | undefined): CopyEntries {
  const isEncrypted = (await readStart(file)).startsWith('age-encryption.org/')
  const unpacking = extract()
  const reading = pipeline(
    createReadStream(file),
    (source: Bytes) => (isEncrypted ? decrypt(source, key) : source),
    createGunzip(),
    unpacking,
  )
  // Its error comes out of the loop below too.
  reading.catch(() => {})
  try {
    for await (const entry of unpacking) {
      const { name, size = 0 } = entry.header
      const source = asBytes(entry)
      if (name.startsWith(filesFolder) && size > partBytes) yield* splitParts(source, name, size)
      else yield { name, bytes: await collect(source) }
    }
    await reading
  } catch (error) {
    throw explainRead(error)
  } finally {
    unpacking.destroy()
  }
}

async function collect(source: Bytes): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Whether a key opens what it encrypts; a recipient only closes. */
export function canOpen(key: string): boolean {
  return !key.startsWith('age1')
}

async function* packEntries(entries: CopyEntries, at: Date): AsyncGenerator<Uint8Array> {
  const packing = pack()
  const feeding = feed(packing, entries, at)
  feeding.catch((error: Error) => packing.destroy(error))
  yield* asBytes(packing)
  await feeding
}

async function feed(packing: Pack, entries: CopyEntries, mtime: Date): Promise<void> {
  let file: ReturnType<typeof beginFile> | undefined
  for await (const entry of entries) {
    const { name, bytes, part } = entry
    file ??= beginFile(packing, { name, size: part?.size ?? bytes.length, mode: 0o600, mtime })
    await file.write(bytes)
    if (!isLast(entry)) continue
    await file.end()
    file = undefined
  }
  packing.finalize()
}

type FileHeader = Pick<Header, 'name' | 'size' | 'mode' | 'mtime'>

function beginFile(packing: Pack, header: FileHeader) {
  const { promise: packed, resolve, reject } = Promise.withResolvers<void>()
  // Its error also comes out of what waits for it.
  packed.catch(() => {})
  const sink = packing.entry(header, (error) => (error ? reject(error) : resolve()))
  return {
    async write(bytes: Uint8Array): Promise<void> {
      if (sink.write(Buffer.from(bytes))) return
      await Promise.race([new Promise<void>((done) => sink.once('drain', done)), packed])
    },
    end(): Promise<void> {
      sink.end(null)
      return packed
    },
  }
}

/** The library's streams do not say what they hold. */
async function* asBytes(source: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A stream of bytes held something else')
    yield chunk
  }
}

/** At its first use: its ciphers take four megabytes, and many portals have no key. */
const loadAge = () => import('age-encryption')

async function* encrypt(source: Bytes, key: string | undefined): AsyncGenerator<Uint8Array> {
  if (key === undefined) {
    yield* source
    return
  }
  const { Encrypter, identityToRecipient } = await loadAge()
  const encrypter = new Encrypter()
  if (key.startsWith('AGE-SECRET-KEY-')) encrypter.addRecipient(await identityToRecipient(key))
  else if (key.startsWith('age1')) encrypter.addRecipient(key)
  else encrypter.setPassphrase(key)
  yield* await encrypter.encrypt(toWeb(source))
}

async function* decrypt(source: Bytes, key: string | undefined): AsyncGenerator<Uint8Array> {
  if (key === undefined) throw new CopyRefused('no-key')
  if (!canOpen(key)) throw new CopyRefused('wrong-key', 'it only encrypts')
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  if (key.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(key)
  else decrypter.addPassphrase(key)
  const opened = await decrypter.decrypt(toWeb(source)).catch((error: unknown) => {
    throw /no identity/.test(String(error)) ? new CopyRefused('wrong-key') : error
  })
  yield* opened
}

function toWeb(source: Bytes): ReadableStream<Uint8Array> {
  const reading = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reading.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await reading.return?.()),
  })
}

async function readStart(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

function explainRead(error: unknown): unknown {
  if (error instanceof CopyRefused || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(error.message)) return new CopyRefused('cut')
  if (/^E[A-Z]+$/.test(code) && 'syscall' in error) return error
  return new CopyRefused('damaged', error.message)
}

/** The rename itself lasts once the folder is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const pattern = /^molar-(\d{8})T\d{6}Z(?:-(\d{4,}))?\.tar\.gz(?:\.age)?$/

/** Which backups stay: the `newest` ones, or the newest of each of the last `days` days with backups. */
export type Kept = { newest: number } | { days: number }

/**
 * When it was made, and a number one higher than any there: two of one second differ, and what is newest
 * does not depend on a clock that was set back.
 */
export function nameBackup(at: Date, present: string[], isEncrypted: boolean): string {
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const number = 1 + Math.max(0, ...present.map((name) => parse(name)?.number ?? 0))
  const ending = isEncrypted ? '.tar.gz.age' : '.tar.gz'
  return `molar-${stamp}-${String(number).padStart(4, '0')}${ending}`
}

export function isBackup(name: string): boolean {
  return pattern.test(name)
}

/** The backups among the names of a folder, oldest first; those of before there were numbers by their time. */
export function sortBackups(names: string[]): string[] {
  return names
    .map(parse)
    .filter((it) => it !== undefined)
    .toSorted((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
}

/** When the backup of that name was started, in epoch milliseconds. */
export function backupTime(name: string): number {
  return Date.parse(
    name.replace(/^molar-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'),
  )
}

/** Those of a folder's names that may go, oldest first. */
export function chooseOld(names: string[], kept: Kept): string[] {
  const sorted = sortBackups(names)
  if ('newest' in kept) return sorted.slice(0, Math.max(0, sorted.length - kept.newest))
  // A later one of the same day takes the earlier one's place.
  const newestOfDay = new Map(sorted.map((name) => [dayOf(name), name]))
  const staying = new Set(sortBackups([...newestOfDay.values()]).slice(-kept.days))
  return sorted.filter((name) => !staying.has(name))
}

function parse(name: string): { name: string; number: number } | undefined {
  const match = pattern.exec(name)
  return match ? { name, number: Number(match[2] ?? 0) } : undefined
}

function dayOf(name: string): string {
  return name.slice('molar-'.length, 'molar-20260601'.length)
}
