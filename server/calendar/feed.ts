import { createHash, type Hash, randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewFeed } from '../../contract/calendar/endpoints.ts'
import { addDays, type Day } from '../../contract/date.ts'
import type { Language } from '../../contract/language.ts'
import { isOwn, type Owner } from '../appointments/appointment.ts'
import { findImpossible } from '../appointments/find-impossible.ts'
import { startOfDay } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { may } from '../http/access.ts'
import type { Caller } from '../identity/caller.ts'
import { hashToken } from '../identity/hash-tokens.ts'
import { holdSession } from '../identity/passwords/hold-password.ts'
import {
  composeEntry,
  composeStaffEntry,
  type Desk,
  type Entered,
  readDesk,
} from './compose-entry.ts'
import {
  type FeedKind,
  findFeedOwner,
  listClinic,
  listLive,
  listRevisions,
  storeFeed,
} from './queries.ts'
import { closeCalendar, type Head, openCalendar, writeEntries } from './write-calendar.ts'

type FeedParts = Pick<Deps, 'config' | 'database' | 'clock' | 'clinicTime'>

/** Days of past appointments in a clinic's feed. */
const daysBack = 30
/** Entries written in one turn of the event loop. */
const mostAtOnce = 100

/**
 * Creates or replaces an account's feed of a kind. Its address is returned only here: the database stores just
 * a hash. `null` if the session has ended: a changed password ends it and the feeds, this one too.
 */
export async function makeFeed(
  { config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  caller: Pick<Caller, 'userId' | 'sessionId'>,
  kind: FeedKind,
): Promise<NewFeed | null> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = clock().toISOString()
  const feed = { hash: hashToken(token), userId: caller.userId, kind, createdAt }
  const isStored = await database.query.transaction().execute(async (query) => {
    if (!(await holdSession(query, database.engine, caller))) return false
    await storeFeed(query, feed)
    return true
  })
  if (!isStored) return null
  return { address: `${config.publicUrl}/calendar/${token}.ics`, madeAt: createdAt }
}

/**
 * The kind of a feed, its owner, and how to write it; `null` when there is no such feed, or its owner may no
 * longer read it: it may have been made while they were demoted.
 */
export async function readFeed(parts: FeedParts, token: string) {
  const { config, database } = parts
  const owner = await findFeedOwner(database.query, hashToken(token))
  if (!owner) return null
  const verified = Boolean(owner.emailVerified)
  if (owner.kind === 'clinic' && !may({ role: owner.role, verified }, 'feed')) return null
  /** The feed's revision, by which a calendar knows that it is up to date, and its text in pieces. */
  const open = async () => {
    const language = owner.language ?? config.clinicLanguage
    const desk = await readDesk(database.query, config)
    const source = await (owner.kind === 'own'
      ? openOwn(parts, { ...owner, verified })
      : openClinic(parts))
    const { etag, days } = await survey(source.revisions(), { desk, language })
    const write = () => writeFeed(parts, { ...source, desk, language, days })
    return { etag, write }
  }
  return { ...owner, open }
}

type Revision = Pick<
  Entered,
  'id' | 'revision' | 'day' | 'patientName' | 'bookerName' | 'doctorName' | 'impossible'
>

/** The appointments in a feed, and how its reader sees them. */
type Source = {
  revisions(): AsyncIterable<Revision[]>
  appointments(): AsyncIterable<Entered[]>
  compose: typeof composeEntry
}

async function openOwn({ database }: FeedParts, owner: Owner): Promise<Source> {
  const live = await listLive(database.query, owner.email)
  const mine = live.filter((one) => isOwn(one, owner))
  const impossible = await findImpossible(database.query, mine)
  const own = mine.map((one) => ({ ...one, impossible: impossible.get(one.id) ?? null }))
  const once = async function* () {
    yield own
  }
  return { revisions: once, appointments: once, compose: composeEntry }
}

async function openClinic({ database, clinicTime }: FeedParts): Promise<Source> {
  const from = addDays(clinicTime().today, -daysBack)
  return {
    revisions: () => listRevisions(database.reader, from),
    appointments: () => listClinic(database.reader, from),
    compose: composeStaffEntry,
  }
}

/** Everything that determines a feed's text, except the time of writing; a revision stands for its row but for names and `impossible`. */
async function survey(
  pages: AsyncIterable<Revision[]>,
  reader: { desk: Desk; language: Language },
) {
  const hash: Hash = createHash('sha256').update(JSON.stringify(reader))
  let first: Day | undefined
  let last: Day | undefined
  for await (const page of pages) {
    for (const { id, revision, patientName, bookerName, doctorName, impossible } of page) {
      hash.update(JSON.stringify([id, revision, patientName, bookerName, doctorName, impossible]))
    }
    first ??= page.at(0)?.day
    last = page.at(-1)?.day ?? last
  }
  const days = first !== undefined && last !== undefined ? { first, last } : null
  return { etag: `W/"${hash.digest('base64url')}"`, days }
}

async function* writeFeed(
  { clock }: FeedParts,
  feed: Source & { desk: Desk; language: Language; days: { first: Day; last: Day } | null },
): AsyncGenerator<string, void> {
  const { desk, language, days } = feed
  const { timeZone, name } = desk
  const head: Head = { method: 'PUBLISH', timeZone, name }
  const now = clock()
  yield openCalendar(
    head,
    days && {
      from: startOfDay(days.first, timeZone),
      to: startOfDay(addDays(days.last, 1), timeZone),
    },
  )
  for await (const page of feed.appointments()) {
    for (let at = 0; at < page.length; at += mostAtOnce) {
      const entries = page
        .slice(at, at + mostAtOnce)
        .map((one) => feed.compose(desk, one, language))
      yield writeEntries(head, entries, now)
      await nextTurn()
    }
  }
  yield closeCalendar
}
