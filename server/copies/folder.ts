import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type CopyEntries,
  CopyManifest,
  CopyRefused,
  filesFolder,
  headName,
  manifestName,
  nameFullDisk,
  parseEntry,
  refuseOutside,
} from './entries.ts'
import { isFirst, readParts } from './parts.ts'

/**
 * Writes a copy as files of a new or empty folder; its manifest comes last and says that it is whole. After an
 * error, and when `ended` is aborted, nothing of it is left.
 */
export async function writeFolder(
  entries: CopyEntries,
  folder: string,
  ended?: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await refuseUsed(folder)
  const begun = new Set<string>()
  try {
    for await (const entry of entries) {
      ended?.throwIfAborted()
      const { name, bytes } = entry
      begun.add(name.replace(/\/.*/, ''))
      const file = join(folder, name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const flag = isFirst(entry) ? 'wx' : 'a'
      await writeFile(file, bytes, { mode: 0o600, flag, flush: true })
    }
  } catch (error) {
    if (!isTaken(error))
      for (const name of begun) await rm(join(folder, name), { recursive: true, force: true })
    throw nameFullDisk(error, folder)
  }
}

async function refuseUsed(folder: string): Promise<void> {
  const present = await readdir(folder)
  if (present.length === 0) return
  const isCut = present.includes(headName) && !present.includes(manifestName)
  throw new CopyRefused(isCut ? 'export-not-finished' : 'folder-not-empty', folder)
}

/** By another export, which has begun to write into the same folder. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

/** What `writeFolder` wrote, in the order in which it came. */
export async function* readFolder(folder: string): CopyEntries {
  const bytes = await readFile(join(folder, manifestName)).catch(() => null)
  if (!bytes) throw new CopyRefused('cut', `${folder} has no ${manifestName}`)
  const manifest = { name: manifestName, bytes }
  for (const name of Object.keys(parseEntry(CopyManifest, manifest).files)) {
    refuseOutside(name)
    const file = await open(join(folder, name)).catch(() => null)
    if (!file) throw new CopyRefused('damaged', `${name} is missing`)
    try {
      if (name.startsWith(filesFolder)) yield* readParts(file, name)
      else yield { name, bytes: await file.readFile() }
    } finally {
      await file.close()
    }
  }
  yield manifest
}
