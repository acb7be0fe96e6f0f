import { statSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { noteByHand } from '../../server/backups/run-backup.ts'
import { readConfig } from '../../server/config.ts'
import { readArchive } from '../../server/copies/archive.ts'
import { backUp } from '../../server/copies/back-up.ts'
import { type CopyEntries, CopyRefused } from '../../server/copies/entries.ts'
import { readFolder, writeFolder } from '../../server/copies/folder.ts'
import { loadCopy } from '../../server/copies/load-copy.ts'
import { makeCopy } from '../../server/copies/make-copy.ts'
import { isS3, readFromS3 } from '../../server/copies/s3-store.ts'
import { holdDataFolder, openDataFolder } from '../../server/data-folder.ts'
import { answer, CommandFailed, startProgress } from './terminal.ts'

const version = packageJson.version
const clock = () => new Date()

/** `keep`: how many backups stay in the folder, this one included; all of them without it. */
export async function backup({ to: given, keep }: { to?: string; keep?: number }): Promise<void> {
  const { config, progress } = begin('backing up')
  const to = given ?? config.backups.to ?? join(config.dataDir, 'backups')
  if (/^[a-z0-9]+:\/\//i.test(to) && !isS3(to)) {
    throw new CommandFailed('not_a_folder', `${to} is neither a folder nor s3://bucket/prefix.`)
  }
  const without = [join(config.dataDir, 'backups')]
  const { key, s3 } = config.backups
  const kept = keep === undefined ? undefined : { newest: keep }
  const startedAt = clock()
  const written = await orRefuse(() =>
    backUp(config, { to, key, s3, clock, version, without, kept, onRows: progress.at }),
  )
  progress.end()
  const isNoted = await noteByHand(config, written, { startedAt, endedAt: clock() })
  answer({ ...written, isNoted }, [
    `${written.file}, ${written.bytes} bytes, read back and whole`,
    ...(isNoted ? [] : ['The portal does not know of it: its database could not be written to.']),
    ...written.removed.map((file) => `${file} removed, ${keep} newer ones are kept`),
  ])
}

export async function restore(file: string): Promise<void> {
  await load(openCopy(file))
}

export async function exportTo(folder: string): Promise<void> {
  const { config, progress } = begin('exporting')
  const without = [folder, join(config.dataDir, 'backups')]
  const entries = makeCopy(config, { clock, version, without, onRows: progress.at })
  await orRefuse(() => writeFolder(entries, folder))
  progress.end()
  answer({ folder }, [`everything is in ${folder}`])
}

export async function importFrom(folder: string): Promise<void> {
  await load(openCopy(folder))
}

/** A backup's file or object, or the folder of an export. */
export function openCopy(place: string): CopyEntries {
  const { key, s3 } = readConfig().backups
  if (isS3(place)) return readFromS3(place, s3, key)
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory()
  return isFolder ? readFolder(place) : readArchive(place, key)
}

async function load(entries: CopyEntries): Promise<void> {
  const { config } = begin('restoring')
  openDataFolder(config.dataDir)
  const hold = config.databaseUrl ? undefined : holdDataFolder(config.dataDir)
  try {
    const { head, rows, files } = await orRefuse(() => loadCopy(config, entries))
    answer({ madeAt: head.madeAt, migration: head.migration, rows, files }, [
      `restored ${rows} rows and ${files} files of ${head.madeAt}, compared with what was copied`,
    ])
  } finally {
    hold?.release()
  }
}

function begin(label: string) {
  // What is written is for this user alone.
  process.umask(0o077)
  return { config: readConfig(), progress: startProgress(label) }
}

/** What is wrong with a copy, or with a file, is for the operator to mend. */
export async function orRefuse<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof CopyRefused) throw new CommandFailed(error.code, `${error.message}.`)
    if (isAboutFile(error)) throw new CommandFailed('file', error.message)
    throw error
  }
}

function isAboutFile(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && 'path' in error
}
