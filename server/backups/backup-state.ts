import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import {
  type BackupFailure,
  type BackupState,
  mostListedBackups,
  type StoredBackups,
} from '../../contract/backups/endpoints.ts'
import { backupTime, sortBackups } from '../copies/archive.ts'
import { CopyRefused } from '../copies/entries.ts'
import { isS3, listS3 } from '../copies/s3-store.ts'
import type { Values } from '../copies/session.ts'
import { readOtherTables } from '../copies/tables.ts'
import type { Deps } from '../deps.ts'
import { judgeBackups, nextBackup } from './backup.ts'
import { readBackups, readLastRuns } from './queries.ts'

type Settings = Pick<Deps['config'], 'backups' | 'dataDir'>
type Parts = Pick<Deps, 'config' | 'database' | 'clock'>

/** What admins are shown: from the database alone, since a store may be slow or away. */
export async function readState({ config, database, clock }: Parts): Promise<BackupState> {
  const now = clock()
  const past = await readBackups(database.query, now)
  const { runningSince, failure } = await readLastRuns(database.query, now)
  const { minute, key, keptDays, to } = config.backups
  const { clinicTimeZone: timeZone, production } = config
  const next = minute === undefined ? null : nextBackup(past, { minute, timeZone, now })
  const { lastGood, failures } = past
  const isSince = failure && (lastGood === null || failure.at > lastGood.startedAt)
  return {
    verdict: judgeBackups(past, { isNeeded: minute !== undefined || production, now }),
    now: now.toISOString(),
    lastGood: lastGood && {
      ...{ endedAt: lastGood.endedAt, bytes: lastGood.bytes, file: lastGood.file },
      seconds: (Date.parse(lastGood.endedAt) - Date.parse(lastGood.startedAt)) / 1000,
    },
    lastFailure: isSince
      ? {
          ...{ at: failure.at, why: reasonOf(failure.code), count: Math.max(failures, 1) },
          path: failure.path,
        }
      : null,
    runningSince,
    next: next === null ? null : new Date(Math.max(next, now.getTime())).toISOString(),
    place: placeOf(config),
    isBesideData: to === undefined,
    isEncrypted: key !== undefined,
    keptDays,
    leftOut: await readOtherTables({
      engine: database.engine,
      run: async (text) => (await sql.raw<Values>(text).execute(database.query)).rows,
    }),
  }
}

/** Milliseconds that a store has for each try: an admin is waiting for the list. */
const patienceMs = 4000

/** What lies where the backups go, also those that other machines wrote; `null` where that cannot be read. */
export async function listStored({ backups, dataDir }: Settings): Promise<StoredBackups | null> {
  const place = placeOf({ backups, dataDir })
  try {
    const names = isS3(place)
      ? await listS3(place, backups.s3 && { ...backups.s3, patienceMs })
      : sortBackups(await readdir(place))
    const newest = names.slice(-mostListedBackups).toReversed().map(describe)
    return { total: names.length, newest }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // The first backup makes the folder.
    if (code === 'ENOENT') return { total: 0, newest: [] }
    if (error instanceof CopyRefused || typeof code === 'string') return null
    throw error
  }
}

function describe(name: string): StoredBackups['newest'][number] {
  const madeAt = new Date(backupTime(name)).toISOString()
  return { name, madeAt, isEncrypted: name.endsWith('.age') }
}

/** A name or a password in an address, which s3:// does not know, is not shown for all that. */
function placeOf({ backups: { to }, dataDir }: Settings): string {
  if (to === undefined) return resolve(dataDir, 'backups')
  return isS3(to) ? to.replace(/^s3:\/\/[^/]*@/, 's3://') : resolve(to)
}

const reasons: Record<string, BackupFailure> = {
  ...{ full: 'full', ENOSPC: 'full', EDQUOT: 'full' },
  ...{ EACCES: 'folder', EPERM: 'folder', EROFS: 'folder', ENOTDIR: 'folder', ENOENT: 'folder' },
  ...{ store: 'store', busy: 'busy', interrupted: 'interrupted', no_process: 'interrupted' },
  ...{ damaged: 'damaged', cut: 'damaged', different: 'damaged', 'file-name': 'file_name' },
}

function reasonOf(code: string): BackupFailure {
  return reasons[code] ?? 'other'
}
