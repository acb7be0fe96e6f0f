import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'

/** Why a backup was not whole. */
export const BackupFailure = z.enum([
  /** Its disk is full. */
  'full',
  /** Its folder is not there, or takes no files. */
  'folder',
  /** The store was not reached, or refused. */
  'store',
  /** Another one was being written by a command. */
  'busy',
  /** Its process ended before it was done. */
  'interrupted',
  /** What was read back is not what was written. */
  'damaged',
  /** A name in the folder of the data is not UTF-8: see `path`. */
  'file_name',
  'other',
])
export type BackupFailure = z.infer<typeof BackupFailure>

/** What admins should know of the backups. Instants are ISO text in UTC. */
export const BackupState = z.object({
  /** `old`: the last good one is older than 36 hours; `none`: there is none, and there must be. */
  verdict: z.enum(['fine', 'old', 'none']),
  /** When the server read this, by its own clock. */
  now: z.string(),
  lastGood: z.nullable(
    z.object({ endedAt: z.string(), seconds: z.number(), bytes: z.number(), file: z.string() }),
  ),
  /** The last that failed since then, and how many did. */
  lastFailure: z.nullable(
    z.object({
      ...{ at: z.string(), why: BackupFailure, count: z.int() },
      /** What in the folder of the data it is about. */
      path: z.nullable(z.string()),
    }),
  ),
  /** Since when one is being made. */
  runningSince: z.nullable(z.string()),
  /** When the portal makes the next one by itself; `null` without BACKUP_AT. */
  next: z.nullable(z.string()),
  /** A folder of the server, or `s3://bucket/prefix`. */
  place: z.string(),
  /** The place lies in the folder of the data: who loses one loses both. */
  isBesideData: z.boolean(),
  isEncrypted: z.boolean(),
  /** The newest backup of each of this many days is stored. */
  keptDays: z.int(),
  /** Tables of the operator's own, which no backup has. */
  leftOut: z.array(z.string()),
})
export type BackupState = z.infer<typeof BackupState>

/** The maximum number of backups listed. */
export const mostListedBackups = 100

export const StoredBackups = z.object({
  total: z.int(),
  /** The newest first. */
  newest: z.array(z.object({ name: z.string(), madeAt: z.string(), isEncrypted: z.boolean() })),
})
export type StoredBackups = z.infer<typeof StoredBackups>

export const backupEndpoints = {
  readBackups: {
    method: 'GET',
    path: '/staff/backups',
    summary: 'How old the last good backup is, what failed since, and when the next one is due.',
    access: { needs: 'backups' },
    audit: false,
    answer: BackupState,
  },
  listBackups: {
    method: 'GET',
    path: '/staff/backups/stored',
    summary: 'The backups that are there, the newest 100.',
    access: { needs: 'backups' },
    audit: false,
    answer: StoredBackups,
  },
  makeBackup: {
    method: 'POST',
    path: '/staff/backups',
    summary: 'Begin a backup now; 409 `backup_running` while one is being made.',
    access: { needs: 'backups' },
    recent: true,
    audit: 'backup_begun',
    answer: BackupState,
  },
} as const satisfies Record<string, Endpoint>
