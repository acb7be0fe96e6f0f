import { v7 as uuidv7 } from 'uuid'
import { type Endpoint, neededFor } from '../../contract/endpoint.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../identity/caller.ts'
import { insertClosed } from './queries.ts'

export type NoteRefusal = ReturnType<typeof createNoteRefusal>

/** One account's refusals that are written in an hour, by each process. */
const mostNoted = 20
const hourMs = 3_600_000
const mostAccounts = 10_000

/**
 * Writes to the audit that a call was refused because of its caller's role: each call once an hour per
 * account, and at most `mostNoted` calls per account, so that an account that tries them all does not fill
 * the audit.
 */
export function createNoteRefusal({ database, clock }: { database: Database; clock: Clock }) {
  const noted = new Map<string, { since: number; calls: Set<string> }>()

  function isToNote(userId: string, call: string, now: number): boolean {
    let account = noted.get(userId)
    if (!account || now - account.since >= hourMs) {
      if (noted.size >= mostAccounts) noted.clear()
      account = { since: now, calls: new Set() }
      noted.set(userId, account)
    }
    if (account.calls.has(call) || account.calls.size >= mostNoted) return false
    account.calls.add(call)
    return true
  }

  return async (endpoint: Endpoint, caller: Caller, address: string): Promise<void> => {
    const needs = neededFor(endpoint)
    const now = clock()
    const subject = `${endpoint.method} ${endpoint.path}`
    if (!needs || !isToNote(caller.userId, subject, now.getTime())) return
    const { role, email, userId } = caller
    await insertClosed(database.query, {
      ...{ id: uuidv7(), at: now.toISOString(), action: 'call_refused', subject, address },
      // The name of a patient must be able to leave the audit, whose entries never change.
      actor: role === 'patient' ? `account:${userId}` : email,
      ...{ data: JSON.stringify({ role, needs }), status: 403 },
    })
  }
}
