import { addDays } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import type { Deps } from '../app.ts'
import { isOwn, type Owner } from '../appointments/find-own.ts'
import { hashToken } from '../identity/issue-token.ts'
import { readLanguage } from '../notices/queries.ts'
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
    const language = await readLanguage(database.query, owner.email)
    const reader = { desk: await readDesk(database.query, config), language }
    const { desk } = reader
    const entries = await (owner.kind === 'own'
      ? composeOwn(parts, reader, { ...owner, verified: Boolean(owner.emailVerified) })
      : composeClinic(parts, reader))
    const head = { method: 'PUBLISH' as const, timeZone: desk.timeZone, name: desk.name }
    return writeCalendar(head, entries, clock())
  }
  return { ...owner, write }
}

/** In whose name a feed is written, and for whom. */
type Reader = { desk: Desk; language: Language }

async function composeOwn(
  { database }: FeedParts,
  { desk, language }: Reader,
  owner: Owner,
): Promise<Entry[]> {
  const live = await listLive(database.query, owner.email)
  return live.filter((one) => isOwn(one, owner)).map((one) => composeEntry(desk, one, language))
}

async function composeClinic(
  { database, clinicTime }: FeedParts,
  { desk, language }: Reader,
): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const page of listClinic(database.query, addDays(clinicTime().today, -daysBack))) {
    entries.push(...page.map((one) => composeStaffEntry(desk, one, language)))
  }
  return entries
}
