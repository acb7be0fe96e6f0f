import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/** Makes sure of a folder that this process can write to. Throws `StartError`. */
export function openDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const cause = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new StartError(`DATA_DIR ${dataDir} cannot be written to (${cause})`)
  }
  for (const name of privateFiles) closeToOthers(join(dataDir, name))
}

/**
 * A folder of another user, where root would leave files that the portal's own user cannot open. Throws
 * `StartError`.
 */
export function refuseAsRoot(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0
  if (process.getuid?.() !== 0 || owner === 0) return
  throw new StartError(
    `DATA_DIR ${dataDir} belongs to user ${owner}; run this as that user, not as root (docs/deploy.md)`,
  )
}

/** Read access to one of these is enough to read patients' data or to sign in as any account. */
const privateFiles = ['molar.db', 'molar.db-wal', 'molar.db-shm', 'auth-secret', 'outbox']

/**
 * Makes a file private that an older version or a restored backup left readable for other accounts of the
 * machine. The folder itself may belong to one of them, such as a mounted volume, and stays as it is.
 */
function closeToOthers(file: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) === 0) return
  try {
    chmodSync(file, mode & 0o700)
  } catch {
    process.stderr.write(`Other users can read ${file}, and it is not ours to change that.\n`)
  }
}

/**
 * Holds the folder for this process alone until it ends, however it ends: a second writer on one
 * SQLite file would sell what the first one's cache still offers. The operating system lets go of
 * SQLite's own file lock even after a kill -9, which a pid file would outlive. Throws `StartError`.
 */
export function holdDataFolder(dataDir: string): { release(): void } {
  const hold = takeLock(join(dataDir, 'molar.lock'))
  if (hold) return hold
  throw new StartError(
    `DATA_DIR ${dataDir} is in use by another Molar; stop it, or set DATABASE_URL to run several`,
  )
}

/** The same for one kind of work beside a running portal: backups of a folder come one after the other. */
export function holdBackups(dataDir: string): { release(): void } | undefined {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return takeLock(join(dataDir, 'backup.lock'))
}

/**
 * Holds a lock file until the process ends, however it ends; `undefined` while another one holds it. Throws
 * `StartError` for a file that this user may not open.
 */
export function takeLock(file: string): { release(): void } | undefined {
  const lock = openLock(file)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (resultOf(error) === busy) return undefined
    throw error
  }
  return { release: () => lock.close() }
}

function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    if (resultOf(error) !== cannotOpen) throw error
    throw new StartError(`${file} cannot be opened; mend its owner and mode`)
  }
}

/** SQLite's primary result codes. */
const [busy, cannotOpen] = [5, 14]

function resultOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
}

/** The secret that signs sessions: made at the first start, readable by this user alone. */
export function loadAuthSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret')
  if (!existsSync(file)) {
    // Written aside and linked, so that of several processes all read the one that came first.
    const draft = join(dataDir, `auth-secret.${process.pid}`)
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(draft)
    }
  }
  return readFileSync(file, 'utf8')
}
