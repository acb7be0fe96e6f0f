import { addDays } from '../../contract/date.ts'
import type { Deps } from '../app.ts'
import { isOwn, type Owner } from '../appointments/find-own.ts'
import { hashToken } from '../identity/issue-token.ts'
import { composeEntry, composeStaffEntry, type Desk, readDesk } from './compose-entry.ts'
import { findFeedOwner, listClinic, listLive } from './queries.ts'
import { type Entry, writeCalendar } from './write-calendar.ts'

type FeedParts = Pick<Deps, 'config' | 'database' | 'clock' | 'clinicTime'>

/** How far back a clinic's feed reaches. */
const daysBack = 30

/** The kind of a feed, whose it is, and how to write it; `null` when there is no such feed. */
export async function readFeed(parts: FeedParts, token: string) {
  const { config, database, clock } = parts
  const owner = await findFeedOwner(database.query, hashToken(token))
  if (!owner) return null
  const write = async () => {
    const desk = await readDesk(database.query, config)
    const entries = await (owner.kind === 'own'
      ? composeOwn(parts, desk, { ...owner, verified: Boolean(owner.emailVerified) })
      : composeClinic(parts, desk))
    const head = { method: 'PUBLISH' as const, timeZone: desk.timeZone, name: desk.name }
    return writeCalendar(head, entries, clock())
  }
  return { ...owner, write }
}

async function composeOwn({ database }: FeedParts, desk: Desk, owner: Owner): Promise<Entry[]> {
  const live = await listLive(database.query, owner.email)
  return live.filter((one) => isOwn(one, owner)).map((one) => composeEntry(desk, one))
}

async function composeClinic({ database, clinicTime }: FeedParts, desk: Desk): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const page of listClinic(database.query, addDays(clinicTime().today, -daysBack))) {
    entries.push(...page.map((one) => composeStaffEntry(desk, one)))
  }
  return entries
}
