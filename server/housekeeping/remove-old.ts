import type { Deps } from '../deps.ts'
import { startWorker, type Worker } from '../worker.ts'
import {
  batch,
  removeCounts,
  removeEmailChanges,
  removeMails,
  removeNetworks,
  removeSessions,
  removeUnused,
  removeVerifications,
} from './queries.ts'

const dayMs = 24 * 60 * 60_000
/** How long it is known that somebody was written to, and about what; what it said goes once it is sent. */
const mailDays = 90
/** How long an unconfirmed account stays that is not used. */
const unusedDays = 30

/**
 * Removes what nobody needs any more and what says where people were and who they are: sessions and
 * one-time links that are over, from where they signed in, unconfirmed accounts without use, and what
 * the outbox knows of old mails. Any number of processes may.
 */
export async function removeOld({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const { query } = database
  const now = clock()
  const before = new Date(now.getTime() - mailDays * dayMs).toISOString()
  await inBatches(() => removeSessions(query, now.toISOString()))
  await inBatches(() => removeVerifications(query, now.toISOString()))
  await inBatches(() => removeMails(query, before))
  const unusedSince = new Date(now.getTime() - unusedDays * dayMs).toISOString()
  await inBatches(() => removeUnused(query, now.toISOString(), unusedSince))
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  await removeCounts(query, now.toISOString(), dayAgo)
  await removeEmailChanges(query, now.toISOString())
  await removeNetworks(query, before)
}

async function inBatches(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) === batch) await new Promise(setImmediate)
}

/** Removes it at once and then every six hours, until stopped. */
export function startHousekeeping(parts: Pick<Deps, 'database' | 'clock' | 'log'>): Worker {
  return startWorker(dayMs / 4, async () => {
    await removeOld(parts).catch((err: unknown) => {
      parts.log.error({ err }, 'what is over was not removed')
    })
  })
}
