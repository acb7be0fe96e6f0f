import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { type Database, openDatabase } from '../../../server/db/database.ts'
import type { Dice } from '../../demo-clinic/dice.ts'
import { createPeople, type Person } from '../../fuzz/people.ts'
import { createCaller } from '../../holes/portal.ts'
import type { Place, Scene } from '../scene.ts'

/** The same person without a token, authenticated by the session's cookie. */
export const bySession = (person: Person): Person => ({ ...person, token: '' })

/** A random one; `undefined` where there is none. */
export const pickFrom = <One>(dice: Dice, all: readonly One[]): One | undefined =>
  all.length > 0 ? dice.pick(all) : undefined

/** Follows a link once, or two or three times at once. */
export async function atOnce(dice: Dice, press: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: dice.between(1, 3) }, press))
}

/** Reads or writes the database beside the portal, and closes it again. */
export async function beside<Found>(
  place: Place,
  act: (database: Database) => Promise<Found>,
): Promise<Found> {
  const database = await openDatabase(place)
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}

/** This many accounts of patients with a confirmed address, not signed in. */
export const addAccounts = (place: Place, count: number): Promise<string[]> =>
  beside(place, async (database) => {
    const { add } = createPeople('', database)
    const emails = Array.from({ length: count }, () => `a${randomUUID()}@patients.example`)
    for (const email of emails) await add(email, 'Sam Account')
    return emails
  })

/** A browser signed in by password, or waiting for the second factor; `null` where no answer came. */
export async function signIn(
  { clinic: { answers } }: Scene,
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<{ answer: string; browser: Person } | null> {
  const caller = createCaller({ origin })
  const path = '/api/auth/sign-in/email'
  const reply = await caller.call('POST', path, { email, password }).catch(() => null)
  const { status, code } = reply ?? { status: 0, code: '' }
  answers.set(status, (answers.get(status) ?? 0) + 1)
  if (status === 0 || status === 503) return null
  if (status >= 500) throw new Error(`A sign-in was answered ${status}`)
  const cookie = [...caller.cookies].map((one) => one.join('=')).join('; ')
  const browser: Person = { role: 'patient', id: '', email, name: '', token: '', cookie }
  return { answer: status === 200 ? 'ok' : code, browser }
}

/** This many signed-in patients with accounts that no other family of calls uses. */
export const enterPatients = ({ servers }: Scene, place: Place, count: number): Promise<Person[]> =>
  beside(place, async (database) => {
    const { enter } = createPeople(servers[0]?.origin ?? '', database)
    return Promise.all(Array.from({ length: count }, () => enter('patient')))
  })

type Mailed = { kind: string; to: string; token: string }

/** Mail of some kinds since the last call, each with the token of its link. */
export function createMailbox({ dataDir }: Place, kinds: readonly string[]) {
  const folder = join(dataDir, 'outbox')
  const seen = new Set<string>()

  async function open(name: string, kind: string): Promise<Mailed[]> {
    const { to, text = '' } = await PostalMime.parse(readFileSync(join(folder, name)))
    const [, token] = /#token=([\w%-]+)/.exec(text) ?? []
    const address = to?.[0]?.address
    return token && address ? [{ kind, to: address, token: decodeURIComponent(token) }] : []
  }

  return async (): Promise<Mailed[]> => {
    const found: Mailed[] = []
    for (const name of readdirSync(folder)) {
      // A mail's file is named by its id and its kind.
      const kind = name.slice(37, -'.eml'.length)
      if (seen.has(name) || !name.endsWith('.eml') || !kinds.includes(kind)) continue
      seen.add(name)
      found.push(...(await open(name, kind)))
    }
    return found
  }
}
