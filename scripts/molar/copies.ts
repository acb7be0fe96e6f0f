import { statSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { noteByHand } from '../../server/backups/run-backup.ts'
import { restoreClinic } from '../../server/clinics/restore-clinic.ts'
import { readConfig } from '../../server/config.ts'
import { readArchive } from '../../server/copies/archive.ts'
import { backUp } from '../../server/copies/back-up.ts'
import { type CopyEntries, CopyRefused } from '../../server/copies/entries.ts'
import { readFolder, writeFolder } from '../../server/copies/folder.ts'
import { type Loaded, loadCopy } from '../../server/copies/load-copy.ts'
import { makeCopy } from '../../server/copies/make-copy.ts'
import { isS3, readFromS3 } from '../../server/copies/s3-store.ts'
import { holdDataFolder, openDataFolder, refuseAsRoot } from '../../server/data-folder.ts'
import { orExplain, readPortal } from './clinic.ts'
import { abortOnSignal, answer, CommandFailed, startProgress } from './terminal.ts'

const version = packageJson.version
const clock = () => new Date()

/** `keep`: how many backups stay in the folder, this one included; without it all of them. */
export async function backup({ to: given, keep }: { to?: string; keep?: number }): Promise<void> {
  const { config, progress } = begin('backing up')
  refuseAsRoot(config.dataDir)
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
    ...tellLeftOut(written.leftOut),
    ...tellLinks(written.links),
    ...(isNoted ? [] : ['The portal does not know of it: its database could not be written to.']),
    ...written.removed.map((file) => `${file} removed, ${keep} newer ones are kept`),
  ])
}

/**
 * Restores a backup, or the folder of an export, into an installation of one clinic or into that clinic of
 * many.
 */
export async function restore(
  copy: string,
  clinic: string | undefined,
  isTwice: boolean,
): Promise<void> {
  process.umask(0o077)
  const entries = openCopy(copy)
  const loaded = await orRefuse(() =>
    clinic === undefined ? load(entries) : loadInto(clinic, entries, isTwice),
  )
  const { head, rows, files, leftOut } = loaded
  answer({ madeAt: head.madeAt, migration: head.migration, rows, files, leftOut }, [
    `restored ${rows} rows and ${files} files of ${head.madeAt}, compared with what was copied`,
    ...tellLeftOut(leftOut),
  ])
}

function loadInto(clinic: string, entries: CopyEntries, isTwice: boolean): Promise<Loaded> {
  const parts = { config: readPortal(), environment: process.env, clock }
  return orExplain(() => restoreClinic(parts, clinic, entries, { isTwice }))
}

async function load(entries: CopyEntries): Promise<Loaded> {
  const config = readConfig()
  refuseAsRoot(config.dataDir)
  openDataFolder(config.dataDir)
  const hold = config.databaseUrl ? undefined : holdDataFolder(config.dataDir)
  try {
    return await loadCopy(config, entries)
  } finally {
    hold?.release()
  }
}

export async function exportTo(folder: string): Promise<void> {
  const { config, progress } = begin('exporting')
  const without = [folder, join(config.dataDir, 'backups')]
  const leftOut: string[] = []
  const links: string[] = []
  const onLeftOut = (tables: string[]) => void leftOut.push(...tables)
  const onLink = (path: string) => void links.push(path)
  const listening = { onLeftOut, onLink, onRows: progress.at }
  const entries = makeCopy(config, { clock, version, without, ...listening })
  const ended = abortOnSignal(`Ended; nothing of the export is left in ${folder}.`)
  await orRefuse(() => writeFolder(entries, folder, ended))
  progress.end()
  answer({ folder, leftOut, links }, [
    `everything is in ${folder}`,
    ...tellLeftOut(leftOut),
    ...tellLinks(links),
  ])
}

/** A line for people, where there are tables that a copy is without. */
export function tellLeftOut(tables: string[]): string[] {
  return tables.length === 0 ? [] : [`left out, as no tables of Molar: ${tables.join(', ')}`]
}

/** The same for symbolic links in the data folder. */
export function tellLinks(links: string[]): string[] {
  return links.length === 0 ? [] : [`left out, as symbolic links: ${links.join(', ')}`]
}

/** A backup's file or object, or the folder of an export. */
export function openCopy(place: string): CopyEntries {
  const { key, s3 } = readConfig().backups
  if (isS3(place)) return readFromS3(place, s3, key)
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory()
  return isFolder ? readFolder(place) : readArchive(place, key)
}

function begin(label: string) {
  // Written files are readable only by this user.
  process.umask(0o077)
  return { config: readConfig(), progress: startProgress(label) }
}

/** Reports an error of a copy or a file as one that the operator can fix. */
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
