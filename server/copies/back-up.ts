import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { holdBackups } from '../data-folder.ts'
import { canOpen, readArchive, writeArchive } from './archive.ts'
import { chooseOld, type Kept, nameBackup } from './backup-name.ts'
import { checkCopy } from './check-copy.ts'
import { CopyRefused } from './entries.ts'
import { type CopyOptions, makeCopy } from './make-copy.ts'
import type { Place } from './session.ts'

export type Backup = { file: string; bytes: number; sha256: string; removed: string[] }
export type BackupOptions = CopyOptions & {
  to: string
  key: string | undefined
  kept?: Kept | undefined
}

/**
 * Writes a backup into a folder while the portal runs, reads it back, and then removes older ones than are
 * `kept`; other files stay. One at a time: what one that was killed left unfinished goes before.
 */
export async function backUp(place: Place, options: BackupOptions): Promise<Backup> {
  const hold = holdBackups(place.dataDir)
  if (!hold) throw new CopyRefused('busy')
  try {
    const { to, key, kept } = options
    await mkdir(to, { recursive: true, mode: 0o700 })
    await removeUnfinished(to)
    const name = nameBackup(options.clock(), await readdir(to), key !== undefined)
    const file = join(to, name)
    const written = await writeChecked(place, file, options)
    const old = kept ? chooseOld(await readdir(to), kept) : []
    for (const each of old) await rm(join(to, each), { force: true })
    return { file, ...written, removed: old.map((each) => join(to, each)) }
  } finally {
    hold.release()
  }
}

/** Only a file that is whole stays. One for a recipient cannot be opened here; its bytes are compared. */
async function writeChecked(place: Place, file: string, { to, key, ...options }: BackupOptions) {
  const without = [...(options.without ?? []), to]
  const entries = makeCopy(place, { ...options, without })
  const written = await writeArchive(entries, { file, key, at: options.clock() })
  try {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(file)) hash.update(chunk)
    if (hash.digest('hex') !== written.sha256) throw new CopyRefused('damaged', file)
    if (key === undefined || canOpen(key)) await checkCopy(readArchive(file, key))
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return written
}

async function removeUnfinished(folder: string): Promise<void> {
  const unfinished = (await readdir(folder)).filter((name) => /^molar-.*\.part$/.test(name))
  for (const name of unfinished) await rm(join(folder, name), { force: true })
}
