import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { type CopyEntry, type CopyManifest, CopyRefused } from './entries.ts'

/** What stands in memory of a file. */
export const partBytes = 4 * 1024 * 1024

export function isFirst({ part }: CopyEntry): boolean {
  return part === undefined || part.at === 0
}

export function isLast({ bytes, part }: CopyEntry): boolean {
  return part === undefined || part.at + bytes.length === part.size
}

/** A file of the disk as entries of that name. */
export async function* readParts(
  file: FileHandle,
  name: string,
): AsyncGenerator<CopyEntry, undefined> {
  const { size } = await file.stat()
  if (size <= partBytes) {
    yield { name, bytes: await file.readFile() }
    return
  }
  for (let at = 0; at < size; at += partBytes) {
    const bytes = Buffer.alloc(Math.min(partBytes, size - at))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
    if (bytesRead < bytes.length) throw new CopyRefused('shrunk', name)
    yield { name, bytes, part: { at, size } }
  }
}

/** The same of a stream of so many bytes. */
export async function* splitParts(
  source: AsyncIterable<Uint8Array>,
  name: string,
  size: number,
): AsyncGenerator<CopyEntry, undefined> {
  let [at, waiting]: [number, Uint8Array[]] = [0, []]
  const take = (): CopyEntry => {
    const bytes = Buffer.concat(waiting)
    const part = { at, size }
    ;[at, waiting] = [at + bytes.length, []]
    return { name, bytes, part }
  }
  let length = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield take()
    length = 0
  }
  if (waiting.length > 0) yield take()
}

/** Adds up the files of a copy as its manifest has them. Throws `CopyRefused` for one that comes twice. */
export function sumFiles() {
  const files: CopyManifest['files'] = {}
  let current: { name: string; read: number; hash: Hash } | undefined
  return {
    files,
    add(entry: CopyEntry): void {
      const { name, bytes } = entry
      if (isFirst(entry)) current = { name, read: 0, hash: createHash('sha256') }
      const isNext = current?.name === name && current.read === (entry.part?.at ?? 0)
      if (!current || !isNext || files[name]) throw new CopyRefused('damaged', name)
      current.hash.update(bytes)
      current.read += bytes.length
      if (isLast(entry)) files[name] = { bytes: current.read, sha256: current.hash.digest('hex') }
    },
  }
}

/** The SHA-256 of a file of the disk. */
export async function sumFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path)
  try {
    for await (const { bytes } of readParts(file, path)) hash.update(bytes)
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}
