import { expect, onTestFinished } from 'vitest'
import { addDays, weekdayOf } from '../../contract/date.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import type { Place } from './database/database.ts'
import { bookingBody, openPortal, type Person, type Portal, signIn } from './portal.ts'
import { type Running, spawnServer, untilReady } from './process.ts'

/** A migrated database with a demo clinic, and as many real servers on it as are asked for. */
export async function openServers(place: Place, count: number, own: Record<string, string> = {}) {
  const database = await openDatabase(place)
  await migrate(database)
  const portal = await openPortal({ database, now: new Date() })
  const { dataDir, databaseUrl } = place
  const settings = {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    AUTH_SECRET: portal.config.authSecret,
    ...own,
  }
  const servers: Running[] = []
  for (let number = 0; number < count; number += 1) {
    const server = await spawnServer(settings)
    await untilReady(server)
    servers.push(server)
  }
  return { portal, servers }
}

/** What an admin's browser sends along: the cookie of a session that was made in the database. */
export async function adminCookie(portal: Portal): Promise<string> {
  return sessionCookie(portal, await signIn(portal, 'screen@clinic.example', 'admin'))
}

/** The same for any account that is signed in. */
export async function sessionCookie(
  portal: { database: Database; deps: Pick<Portal['deps'], 'cookies'> },
  { email }: Person,
): Promise<string> {
  // Sessions of `signIn` have their id for a token.
  const { id } = await portal.database.query
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('sessions.id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return portal.deps.cookies.sign(id)
}

/** A staff screen that listens to a server, from when the server says that it does. */
export async function listenTo({ origin }: Running, cookie: string) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetch(`${origin}/staff/live`, {
    headers: { cookie },
    signal: leaving.signal,
  })
  const stream = followStream(response)
  await expect.poll(stream.text).toContain(': listening')
  return stream
}

/** Reads a stream of events as it comes. */
export function followStream({ status, body }: Response) {
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) text += decoder.decode(chunk, { stream: true })
    return 'closed' as const
  }
  return {
    status,
    text: () => text,
    /** The days received so far. */
    heard: () => [...text.matchAll(/event: day\ndata: (.*)\n/g)].map(([, day]) => day),
    /** How it ended: by the server's word, or by the line. */
    ended: read().catch(() => 'broken' as const),
  }
}

/** A patient books at a server; answers the status. */
export async function bookAt(
  { origin }: Running,
  portal: Portal,
  person: Person,
  input: Parameters<typeof bookingBody>[2],
): Promise<number> {
  const response = await fetch(`${origin}/booking`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
    body: JSON.stringify(bookingBody(portal, person, input)),
  })
  return response.status
}

/** Tomorrow, or the day after a Sunday. */
export function nextDay({ deps }: Portal): string {
  const tomorrow = addDays(deps.clinicTime().today, 1)
  return weekdayOf(tomorrow) === 0 ? addDays(tomorrow, 1) : tomorrow
}
