import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Instant } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { PastBackups } from './backup.ts'

export type Made = { file: string; bytes: number }
/** A code, and the path in the data folder that it is about. */
type Failed = { failure: string; path?: string | undefined }

/** A process that has not said for so long that it goes on is gone. */
const heldMs = 5 * 60_000
const dayMs = 24 * 60 * 60_000
/** How long it is stored that there was one. */
const storedMs = 400 * dayMs

/** Takes the turn to back up, and answers its id; `null` while another process has it. */
export async function claimBackup(query: Queries, now: Date): Promise<string | null> {
  const at = now.toISOString()
  const id = uuidv7()
  return await query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('backups')
      .set({ endedAt: at, failure: 'interrupted' })
      .where('endedAt', 'is', null)
      .where((where) => where.or([where('heldUntil', '<', at), where('startedAt', '>', at)]))
      .execute()
    const old = new Date(now.getTime() - storedMs).toISOString()
    await transaction.deleteFrom('backups').where('endedAt', '<', old).execute()
    const inserted = await transaction
      .insertInto('backups')
      .values({ id, startedAt: at, heldUntil: heldFrom(now), ...unfinished })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    return inserted[0]?.id ?? null
  })
}

const unfinished = { endedAt: null, file: null, bytes: null, failure: null }

function heldFrom(now: Date): Instant {
  return new Date(now.getTime() + heldMs).toISOString()
}

export async function holdBackup(query: Queries, id: string, now: Date): Promise<void> {
  await query
    .updateTable('backups')
    .set({ heldUntil: heldFrom(now) })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute()
}

/** A backup that was taken for interrupted and is whole after all counts. */
export async function endBackup(
  query: Queries,
  id: string,
  outcome: Made | Failed,
  now: Date,
): Promise<void> {
  const ended =
    'failure' in outcome
      ? { file: null, bytes: null, failure: writeFailure(outcome) }
      : { ...outcome, failure: null }
  await query
    .updateTable('backups')
    .set({ endedAt: now.toISOString(), ...ended })
    .where('id', '=', id)
    .execute()
}

/** One that was made by hand and is whole. */
export async function noteBackup(query: Queries, made: Made, startedAt: Date, now: Date) {
  await query
    .insertInto('backups')
    .values({
      id: uuidv7(),
      ...{ startedAt: startedAt.toISOString(), heldUntil: startedAt.toISOString() },
      ...{ endedAt: now.toISOString(), failure: null, ...made },
    })
    .execute()
}

/** What a clock that was wrong for a while put into the future is left out. */
export async function readBackups(query: Queries, now: Date): Promise<PastBackups> {
  const before = new Date(now.getTime() + dayMs).toISOString()
  const [good] = await query
    .selectFrom('backups')
    .select(['startedAt', 'endedAt', 'file', 'bytes'])
    .where('file', 'is not', null)
    .where('startedAt', '<', before)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .execute()
  const failed = await query
    .selectFrom('backups')
    .select([sql<number>`count(*)`.as('count'), sql<Instant | null>`max("endedAt")`.as('at')])
    .where('failure', 'is not', null)
    .where('startedAt', '<', before)
    .where('startedAt', '>', good?.startedAt ?? '')
    .executeTakeFirst()
  const { startedAt, endedAt, file, bytes } = good ?? {}
  const isWhole = startedAt && endedAt && file && typeof bytes === 'number'
  return {
    lastGood: isWhole ? { startedAt, endedAt, file, bytes } : null,
    failures: Number(failed?.count ?? 0),
    failedAt: failed?.at ?? null,
  }
}

/**
 * Since when one is being made, and the last that failed. One whose process is gone failed when its hold ended;
 * the next one writes that down.
 */
export async function readLastRuns(query: Queries, now: Date) {
  const at = now.toISOString()
  const [open] = await query
    .selectFrom('backups')
    .select(['startedAt', 'heldUntil'])
    .where('endedAt', 'is', null)
    .execute()
  const isHeld = open !== undefined && open.heldUntil >= at && open.startedAt <= at
  if (open && !isHeld && open.heldUntil < at) {
    return { runningSince: null, failure: { at: open.heldUntil, code: 'interrupted', path: null } }
  }
  const [failed] = await query
    .selectFrom('backups')
    .select(['endedAt', 'failure'])
    .where('failure', 'is not', null)
    .where('endedAt', '<=', at)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .execute()
  const { endedAt, failure } = failed ?? {}
  return {
    runningSince: isHeld ? open.startedAt : null,
    failure: endedAt && failure ? { at: endedAt, ...readFailure(failure) } : null,
  }
}

/** No code has a space in it. */
function writeFailure({ failure, path }: Failed): string {
  return path === undefined ? failure : `${failure} ${path}`
}

function readFailure(failure: string): { code: string; path: string | null } {
  const [code = '', ...path] = failure.split(' ')
  return { code, path: path.join(' ') || null }
}
