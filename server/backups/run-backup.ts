import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Place } from '../copies/session.ts'
import { openDatabase } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { startWorker, type Worker } from '../worker.ts'
import { judgeBackups, nextBackup } from './backup.ts'
import { BackupAnswer, type BackupAsked } from './backup-messages.ts'
import {
  claimBackup,
  endBackup,
  holdBackup,
  type Made,
  noteBackup,
  readBackups,
} from './queries.ts'

const program = join(import.meta.dirname, 'backup-process.ts')

type Parts = Pick<Deps, 'config' | 'database' | 'clock' | 'log' | 'metrics'>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Behind everything that serves. */
const niceness = 10

/**
 * Looks each minute whether a backup is due by BACKUP_AT, in one of all processes, and says once a day in the
 * log where the last good one is too old.
 */
export function startBackups(parts: Parts): Worker & Deps['backups'] {
  const { claim, turn } = createBackups(parts)
  const worker = startWorker(minuteMs, (_, stopping) => turn(stopping))
  return {
    ...worker,
    make(id) {
      claim(id)
      worker.wake()
    },
  }
}

/** `turn` makes those that were claimed, and what is due. `warned` outlives it where turns are far apart. */
export function createBackups(parts: Parts, warned = { at: Number.NEGATIVE_INFINITY }) {
  const { clock, log } = parts
  const claimed: string[] = []
  return {
    claim: (id: string) => void claimed.push(id),
    async turn(stopping?: AbortSignal): Promise<void> {
      try {
        for (let id = claimed.shift(); id; id = claimed.shift()) {
          await makeClaimed(parts, id, stopping)
        }
        const verdict = await runDue(parts, stopping)
        if (verdict === 'fine' || clock().getTime() - warned.at < dayMs) return
        warned.at = clock().getTime()
        log.error({ verdict }, warnings[verdict])
      } catch (err) {
        log.error({ err }, 'backups were not looked at')
      }
    },
  }
}

const warnings = {
  old: 'the last good backup is older than 36 hours',
  none: 'there is no good backup; see docs/backup.md',
}

/** Backs up where it is time to. */
export async function runDue(parts: Parts, stopping?: AbortSignal) {
  const { config, database, clock, metrics } = parts
  const { minute } = config.backups
  const isNeeded = minute !== undefined || config.production
  const before = await readBackups(database.query, clock())
  const { clinicTimeZone: timeZone } = config
  const isDue =
    minute !== undefined &&
    nextBackup(before, { minute, timeZone, now: clock() }) <= clock().getTime()
  const id = isDue ? await claimBackup(database.query, clock()) : null
  if (id !== null) await makeClaimed(parts, id, stopping)
  const state = isDue ? await readBackups(database.query, clock()) : before
  metrics.noteBackup(state.lastGood, clock)
  return judgeBackups(state, { isNeeded, now: clock() })
}

/** When the schedule asks for one, in epoch milliseconds; never without a schedule. */
export async function findNextBackup({
  config,
  database,
  clock,
}: Pick<Parts, 'config' | 'database' | 'clock'>): Promise<number> {
  const { minute } = config.backups
  if (minute === undefined) return Number.POSITIVE_INFINITY
  const state = await readBackups(database.query, clock())
  return nextBackup(state, { minute, timeZone: config.clinicTimeZone, now: clock() })
}

/** Makes one, whose turn was taken, in a process of its own. */
async function makeClaimed(parts: Parts, id: string, stopping?: AbortSignal): Promise<void> {
  const { database, clock, log, metrics } = parts
  const hold = setInterval(() => {
    holdBackup(database.query, id, clock()).catch((err: unknown) => {
      log.warn({ err }, 'a backup under way could not say so')
    })
  }, minuteMs)
  const answer = await askProcess(describe(parts), stopping)
    .catch((error: unknown) => ({ failure: 'no_process', message: String(error) }))
    .finally(() => clearInterval(hold))
  if ('failure' in answer) {
    const { failure, message } = answer
    metrics.countFailedBackup()
    log.error({ failure, message }, 'a backup failed')
    await endBackup(database.query, id, answer, clock())
  } else {
    const { file, bytes, removed, leftOut, links } = answer
    log.info({ file, bytes, removed, leftOut }, 'backed up')
    if (links.length > 0) log.warn({ links }, 'symbolic links in DATA_DIR are in no backup')
    await endBackup(database.query, id, { file, bytes }, clock())
  }
}

/**
 * Notes one that a command has made: beside a portal that runs, too, since it is one row of a table that
 * nothing stores in its memory. `false` where that cannot be, such as with tables of an older version.
 */
export async function noteByHand(
  place: Place,
  { file, bytes }: Made,
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date },
): Promise<boolean> {
  try {
    const database = await openDatabase(place)
    try {
      await noteBackup(database.query, { file, bytes }, startedAt, endedAt)
    } finally {
      await database.close()
    }
    return true
  } catch {
    return false
  }
}

function describe({ config, clock }: Parts): BackupAsked {
  const { dataDir, databaseUrl, databaseOwnerUrl } = config
  const own = join(dataDir, 'backups')
  const { to = own, key, keptDays, s3 } = config.backups
  return {
    ...{ at: clock().toISOString(), to, key, keptDays, s3, without: [own] },
    place: { dataDir, databaseUrl, databaseOwnerUrl },
  }
}

/** What it needs goes by message: arguments are there for everybody on the machine to see. */
async function askProcess(asked: BackupAsked, stopping?: AbortSignal): Promise<BackupAnswer> {
  const child = fork(program, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const end = () => void child.kill('SIGKILL')
  stopping?.addEventListener('abort', end)
  if (stopping?.aborted) end()
  try {
    child.send(asked, () => {})
    if (child.pid) yieldToServing(child.pid)
    return await answerOf(child)
  } finally {
    stopping?.removeEventListener('abort', end)
    end()
  }
}

function yieldToServing(pid: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // A sandbox that refuses it, as deploy/molar.service does, takes nothing but the preference.
  }
}

function answerOf(child: ChildProcess): Promise<BackupAnswer> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(BackupAnswer.parseAsync(message)))
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      resolve({ failure: 'interrupted', message: `it ended with ${code ?? signal}` }),
    )
  })
}
