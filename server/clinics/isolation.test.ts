import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { Role } from '../../contract/roles.ts'
import { createDice } from '../../scripts/demo-clinic/dice.ts'
import { createComposer } from '../../scripts/fuzz/calls.ts'
import { type Operation, readDocument } from '../../scripts/fuzz/document.ts'
import { nobody, type Person } from '../../scripts/fuzz/people.ts'
import { createPool } from '../../scripts/fuzz/pool.ts'
import { createMaker } from '../../scripts/fuzz/values.ts'
import { makeCopy } from '../copies/make-copy.ts'
import type { Database } from '../db/database.ts'
import { seed } from '../db/seed.ts'
import { type Answer, openTwoClinics } from '../testing/database/clinics.ts'
import { makePlace } from '../testing/database/database.ts'
import { openPlace, showRows } from '../testing/database/filled-place.ts'
import { sessionCookie } from '../testing/live.ts'
import { signIn } from '../testing/portal.ts'
import type { Clinic } from './clinic.ts'
import { clinicFolder } from './clinic-config.ts'

type Installation = Awaited<ReturnType<typeof openTwoClinics>>
type Made = Clinic & { database: Database }

/** Valid calls per operation and kind of person. */
const tries = 2
/** Calls that never answer, or that end the account and so hide what it might have seen. */
const left = /^(deleteAccount|endSession|endSessions|uploadImage|.*[Ll]ive.*|.*watch.*)$/

/** A clinic moves in from an installation of its own, where another was. */
async function moveIn(installation: Installation, { name }: Made): Promise<void> {
  const place = await makePlace()
  await seed(await openPlace(place), name)
  await installation.empty(name)
  await installation.restore(name, makeCopy(place, { clock: () => new Date(), version: '0.1.0' }))
}

async function openTwo({ isMoved }: { isMoved: boolean }) {
  const installation = await openTwoClinics()
  const { north, south } = installation
  if (isMoved) await moveIn(installation, south)
  const serving = await installation.serve()
  const { text } = await serving.ask(north.host, { path: '/openapi.json' })
  const { operations, follow } = readDocument(JSON.parse(text))
  const pool = createPool()
  const today = new Date().toISOString().slice(0, 10)
  const composerFor = ({ host }: Made) =>
    createComposer(createMaker(follow), { pool, today, origin: `http://${host}` })

  async function peopleOf(clinic: Made): Promise<Person[]> {
    const { open, release } = await serving.held.use(clinic)
    const people: Person[] = []
    for (const role of Role.options) {
      const email = `${role}-${randomUUID()}@${clinic.name}.example`
      const person = await signIn(
        { database: clinic.database, time: { now: new Date() } },
        email,
        role,
      )
      const cookie = await sessionCookie({ database: clinic.database, deps: open.deps }, person)
      people.push({ role, id: '', ...person, cookie })
    }
    release()
    return people
  }

  /** Makes one call of an operation, and returns what was sent. */
  async function ask(clinic: Made, { operation, person, number }: Asked) {
    const dice = createDice(number)
    const { request } = composerFor(clinic)({ operation, person, mood: 'valid', dice })
    const { method, path, headers, body } = request
    const json = typeof body === 'string' ? JSON.parse(body) : undefined
    const answer = await serving.ask(clinic.host, { method, path, headers, body: json })
    return { ...answer, sent: `${method} ${path} ${JSON.stringify(headers)} ${body ?? ''}` }
  }

  const isAsked = ({ id, upload }: Operation) => !upload && !left.test(id)
  return {
    ...{ installation, serving, north, south, pool, peopleOf, ask },
    operations: operations.filter(isAsked),
  }
}
type Asked = { operation: Operation; person: Person; number: number }

type Two = Awaited<ReturnType<typeof openTwo>>

const isTaken = ({ status }: Answer) => status >= 200 && status < 300

/** Fills a clinic with calls of its people, and remembers the answers. */
async function fill({ operations, pool, ask }: Two, clinic: Made, people: Person[]) {
  for (const [at, operation] of Array.from({ length: 4 }, () => operations)
    .flat()
    .entries()) {
    const person = people[at % people.length] ?? nobody
    const answer = await ask(clinic, { operation, person, number: at })
    if (!isTaken(answer)) continue
    if (!/^[{[]/.test(answer.text)) continue
    pool.harvest(operation.path, JSON.parse(answer.text), person.email, createDice(at))
  }
}

/** A calendar feed for each of these people; calendar programs read it by its address alone. */
async function makeFeeds({ ask, operations }: Two, clinic: Made, people: Person[]) {
  const operation = operations.find(({ id }) => id === 'makeOwnFeed')
  if (!operation) throw new Error('makeOwnFeed has another name')
  const answers = people.map((person) => ask(clinic, { operation, person, number: 1 }))
  return (await Promise.all(answers)).flatMap(({ text }) => text.match(/\/calendar\/[^"]+/) ?? [])
}

const ofOne = 'only at this clinic'

/** Writes marks into a clinic's tables that were never sent to the other clinic and cannot be guessed. */
async function writeMarks({ database }: Made): Promise<void> {
  const set = (table: string, column: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${ofOne}`.execute(database.query)
  await set('clinic', 'about')
  await set('appointments', 'patientName')
  await set('doctors', 'specialty')
  await set('treatments', 'description')
  await set('reviews', 'text')
  await set('contactMessages', 'message')
  await set('outbox', 'subject')
  await sql`update "users" set "name" = ${ofOne} || "id"`.execute(database.query)
  await sql`update "patients" set "note" = ${ofOne}`.execute(database.query)
}

/** Tables that change only through calls. */
const lasting = [
  ...['users', 'patients', 'appointments', 'treatments', 'treatmentSlots', 'doctors', 'chairs'],
  ...['clinic', 'closures', 'reviews', 'contactMessages', 'auditEntries', 'dayNotes'],
]

async function lastingRows({ database }: Made) {
  const rows = await showRows(database)
  return lasting.map((table) => rows[table])
}

/** Each mail as its recipient sees it. */
function mailsOf(dataDir: string, { id }: Made): string[] {
  const folder = join(clinicFolder(dataDir, id), 'outbox')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return files.map((name) =>
    read(name)
      .replace(/=\r?\n/g, '')
      .replaceAll('=3D', '='),
  )
}

/**
 * Makes every call as each of these people; returns the calls that were accepted, and those that showed the
 * marks.
 */
async function askAll({ operations, ask }: Two, clinic: Made, people: readonly Person[]) {
  const taken: { operation: Operation; person: Person; sent: string }[] = []
  const shown: typeof taken = []
  let number = 100_000
  for (const operation of operations) {
    for (const person of people.flatMap((one) => Array.from({ length: tries }, () => one))) {
      number += 1
      const { sent, ...answer } = await ask(clinic, { operation, person, number })
      if (isTaken(answer)) taken.push({ operation, person, sent })
      if (answer.text.includes(ofOne)) shown.push({ operation, person, sent })
    }
  }
  return { taken, shown }
}

test('no call with a clinic’s tokens, cookies, ids or links reads or changes its data through another clinic', async () => {
  const two = await openTwo({ isMoved: true })
  const { installation, north, south, operations, pool, peopleOf, serving } = two
  expect(operations.length).toBeGreaterThan(Object.keys(everyEndpoint).length - 12)
  const ours = await peopleOf(north)
  await fill(two, north, ours)
  const { dataDir } = installation.config
  await expect.poll(() => mailsOf(dataDir, north).length).toBeGreaterThan(3)
  for (const mail of mailsOf(dataDir, north)) pool.keepLinks(mail, createDice(1))
  const feeds = await makeFeeds(two, north, await peopleOf(north))
  expect(feeds).toHaveLength(Role.options.length)
  await writeMarks(north)
  // In their own clinic the marks are shown, and feeds are read.
  const reads = operations.filter(({ method }) => method === 'GET')
  const own = await askAll({ ...two, operations: reads }, north, await peopleOf(north))
  expect(new Set(own.shown.map(({ operation }) => operation.id)).size).toBeGreaterThan(9)
  for (const path of feeds) expect(isTaken(await serving.ask(north.host, { path }))).toBe(true)
  const before = await lastingRows(north)

  // The other clinic gets all the same calls, from people of both clinics and from an anonymous caller.
  const strangers = await askAll(two, south, [nobody, ...ours])
  const isLetIn = ({ operation, person }: { operation: Operation; person: Person }) =>
    operation.isGuarded && person !== nobody
  expect(strangers.taken.filter(isLetIn)).toEqual([])
  expect(strangers.shown).toEqual([])
  const people = await askAll(two, south, await peopleOf(south))
  expect(people.shown).toEqual([])
  expect(people.taken.length).toBeGreaterThan(200)
  for (const path of feeds) {
    expect([path, isTaken(await serving.ask(south.host, { path }))]).toEqual([path, false])
  }
  expect(await lastingRows(north)).toEqual(before)
})

test('a host that is reassigned to another clinic does not carry over sessions, tokens or feeds', async () => {
  const two = await openTwo({ isMoved: false })
  const { installation, north, south, serving, ask, operations, peopleOf } = two
  const people = await peopleOf(north)
  const [path = ''] = await makeFeeds(two, north, people.slice(0, 1))
  const admin = people.find(({ role }) => role === 'admin')
  const operation = operations.find(({ id }) => id === 'listUsers')
  if (!admin || !operation) throw new Error('no admin, or listUsers has another name')
  const read = (clinic: Made) => ask(clinic, { operation, person: admin, number: 1 })
  expect(await read(north)).toMatchObject({ status: 200 })
  const left = 'left.clinic.example'
  await installation.set('north', { host: left })
  await installation.set('south', { host: north.host })
  await expect.poll(() => serving.clinics.ofHost(north.host)?.id).toBe(south.id)
  expect((await read(north)).status).toBe(401)
  expect(isTaken(await serving.ask(north.host, { path }))).toBe(false)
  expect(isTaken(await serving.ask(left, { path }))).toBe(true)
})
