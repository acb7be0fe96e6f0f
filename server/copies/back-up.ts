import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canOpen, readArchive, writeArchive } from './archive.ts'
import { checkCopy } from './check-copy.ts'
import { CopyRefused } from './entries.ts'
import { type CopyOptions, makeCopy } from './make-copy.ts'
import type { Place } from './session.ts'

export type Backup = { file: string; bytes: number; sha256: string }

/**
 * Writes a backup into a folder while the portal runs, and reads it back: only one that is whole stays.
 * One that is encrypted for a recipient cannot be opened here; its bytes are compared.
 */
export async function backUp(
  place: Place,
  { to, key, ...options }: CopyOptions & { to: string; key: string | undefined },
): Promise<Backup> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const at = options.clock()
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const file = join(to, `molar-${stamp}.tar.gz${key === undefined ? '' : '.age'}`)
  const entries = makeCopy(place, { ...options, without: [...(options.without ?? []), to] })
  const written = await writeArchive(entries, { file, key, at })
  try {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(file)) hash.update(chunk)
    if (hash.digest('hex') !== written.sha256) throw new CopyRefused('damaged', file)
    if (key === undefined || canOpen(key)) await checkCopy(readArchive(file, key))
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return { file, ...written }
}

const backupName = /^molar-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/

export const isBackupName = (name: string) => backupName.test(name)

/** Removes all backups of a folder but the newest so many, and answers which went. Other files stay. */
export async function removeOldBackups(folder: string, kept: number): Promise<string[]> {
  const names = (await readdir(folder)).filter(isBackupName).toSorted()
  const old = names.slice(0, Math.max(0, names.length - kept)).map((name) => join(folder, name))
  for (const file of old) await rm(file)
  return old
}
