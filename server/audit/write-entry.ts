import { v7 as uuidv7 } from 'uuid'
import type { AuditAction, AuditData } from '../../contract/audit.ts'
import type { Clock } from '../clock.ts'
import type { Database, Queries } from '../db/database.ts'
import { closeEntry, insertClosed, insertEntry } from './queries.ts'

/** What is known of an act before it is done. */
export type Act = {
  /** E-mail of the member of staff. */
  actor: string
  sessionId: string
  action: AuditAction
  /** What it is about. */
  subject: string
  /** What was searched for; not the subject, or a search of the audit would find itself. */
  data: AuditData | null
  /** Network address. */
  address: string
  /** A look changes nothing; the same look again within a while is the same look. */
  isLook: boolean
}

/** What the act itself adds to its entry. */
export type Note<A extends AuditAction = AuditAction> = { subject?: string; data?: AuditData<A> }

export type WriteEntry = ReturnType<typeof createWriteEntry>

/** A screen that renews itself looks once. */
const sameLookMs = 5 * 60_000
const mostLooks = 10_000

/**
 * Writes the audit: an entry before the act, so that none can happen without one, closed with the
 * answer's status after it. One that stays open belongs to an act cut short by a crash.
 */
export function createWriteEntry({ database, clock }: { database: Database; clock: Clock }) {
  const looks = new Map<string, number>()

  function isSameLook(key: string, now: number): boolean {
    const last = looks.get(key)
    return last !== undefined && now - last < sameLookMs
  }

  function noteLook(key: string, now: number): void {
    if (looks.size >= mostLooks) looks.clear()
    looks.set(key, now)
  }

  /** Answers how to close the entry. */
  return async (act: Act) => {
    const now = clock()
    const key = JSON.stringify([act.sessionId, act.action, act.subject, act.data])
    if (act.isLook && isSameLook(key, now.getTime())) return async () => {}
    const { sessionId: _, isLook: __, data: known, ...entry } = act
    const id = uuidv7()
    const stored = { ...entry, id, at: now.toISOString(), data: JSON.stringify(known) }
    await insertEntry(database.query, stored)
    // Not before: the next look after one that could not be written down is not the same.
    if (act.isLook) noteLook(key, now.getTime())
    return async (status: number, note: Note) => {
      const { subject, data } = { ...act, ...note }
      await closeEntry(database.query, id, { status, subject, data: JSON.stringify(data) })
    }
  }
}

/** Writes an act that came by no call, such as an operator's, in the transaction that does it. */
export async function writeDone<A extends AuditAction>(
  query: Queries,
  { actor, action, subject, data }: Pick<Act, 'actor' | 'subject'> & Note<A> & { action: A },
  now: Date,
): Promise<void> {
  const entry = { id: uuidv7(), at: now.toISOString(), actor, action, subject }
  await insertClosed(query, {
    ...entry,
    data: JSON.stringify(data ?? null),
    address: '',
    status: 200,
  })
}
