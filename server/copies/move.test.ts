import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { closeEntry, insertEntry } from '../audit/queries.ts'
import { readConfig } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { isBusy } from '../db/sqlite.ts'
import { explainStart } from '../start-error.ts'
import { openServed } from '../start-portal.ts'
import { makeEmptyPlace, makeFolder, makePlace } from '../testing/database/database.ts'
import {
  expectSame,
  filledAt,
  makeFilledPlace,
  openPlace,
  showRows,
} from '../testing/database/filled-place.ts'
import { openPortal, signIn } from '../testing/portal.ts'
import { callMolar, spawnMolar } from '../testing/process.ts'
import { jane, signedUp } from '../testing/visitor.ts'
import { changing, freeze, refuseMoved, unfreeze, writeDataMove } from './freeze.ts'
import { describePlace, moveData, undoMove } from './move.ts'
import type { Place } from './session.ts'

const options = { clock: () => new Date('2026-06-01T10:00:00.000Z'), version: '0.1.0' }
const moving = { trouble: 'moving' }

function settingsOf({ dataDir, databaseUrl = '' }: Place) {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
}

function wordsOfMove({ databaseUrl, dataDir }: Place): string[] {
  return [
    '--json',
    'move',
    '--to',
    ...(databaseUrl ? [databaseUrl, '--files', dataDir] : [dataDir]),
  ]
}

/** As an operator runs it, in a process of its own. */
function runMove(from: Place, to: Place) {
  return spawnMolar(settingsOf(from), wordsOfMove(to))
}

/**
 * Kills a move where it says so much, and answers where it went. One that was through before the signal
 * came is given up and tried again.
 */
async function killMove(from: Place, point: RegExp): Promise<Place> {
  for (;;) {
    const to = makeBetween()
    const move = runMove(from, to)
    await expect.poll(move.output, { interval: 5 }).toMatch(point)
    move.kill('SIGKILL')
    if ((await move.ended) === null) return to
    await undoMove(from)
  }
}

let pictures = 0
function picture() {
  pictures += 1
  return { name: `p${pictures}`, bytes: Uint8Array.of(pictures % 256), createdAt: '2026-06-01' }
}

async function write({ query }: Database): Promise<string> {
  const row = picture()
  await query.insertInto('images').values(row).execute()
  return row.name
}

/** On the other engine where there is one. */
const makeBetween = (): Place => ({ dataDir: makeFolder() })

test('all data moves to another database and back, and the source can be read but not written', async () => {
  const [from, between, to] = [await makeFilledPlace(), makeBetween(), await makeEmptyPlace()]
  const database = await openPlace(from)
  const before = await showRows(database)
  const { loaded } = await moveData(from, between, options)
  expect(loaded?.files).toBe(2)
  await expectSame(from, between)
  await expect(write(database)).rejects.toMatchObject(moving)
  expect(await showRows(database)).toEqual(before)
  await expect(refuseMoved(database)).rejects.toThrow(/was moved to .*molar move --undo/)
  await expect(moveData(from, to, options)).rejects.toMatchObject({ code: 'left' })
  await moveData(between, to, options)
  await expectSame(from, to)
  const there = await openPlace(to)
  await refuseMoved(there)
  await write(there)
  // What was left can be opened again; it is as it was.
  await undoMove(from)
  await refuseMoved(database)
  expect(await showRows(database)).toEqual(before)
  await write(database)
})

test('a target that is the same database or has rows is refused, and the source remains writable', async () => {
  const [from, to] = [await makeFilledPlace(), await makePlace()]
  const database = await openPlace(from)
  await write(await openPlace(to))
  await expect(moveData(from, to, options)).rejects.toMatchObject({ code: 'not-empty' })
  await expect(moveData(from, from, options)).rejects.toThrow()
  await write(database)
  await refuseMoved(database)
})

test('a move whose target does not answer names the option that has its address', async () => {
  const from = await makePlace()
  const nowhere = `postgres://molar@127.0.0.1:${await freePort()}/molar`
  const run = (...words: string[]) =>
    callMolar(settingsOf(from), ['--json', 'move', '--files', makeFolder(), ...words])
  const refused = (name: string, why = 'nothing answers there') => {
    const message = expect.stringContaining(`the database at ${name} does not do, ${why}`)
    return { code: 1, said: { code: 'failed', message } }
  }
  expect(await run('--to', nowhere)).toEqual(refused('--to'))
  const noSocket = `postgres://molar@/molar?host=${from.dataDir}`
  expect(await run('--to', noSocket)).toEqual(refused('--to', 'connect ENOENT'))
  if (inject('engine') === 'sqlite') return
  const { databaseUrl = '' } = await makeEmptyPlace()
  expect(await run('--to', databaseUrl, '--owner', nowhere)).toEqual(refused('--owner'))
})

test('a move to a folder without a name is refused', async () => {
  const move = await callMolar(settingsOf(await makePlace()), ['--json', 'move', '--to', ' '])
  expect(move).toMatchObject({ code: 1, said: { code: 'no_target' } })
})

test('a move to something that is no address of a database says so in one line, without the password', async () => {
  const from = await makePlace()
  const run = (...words: string[]) => callMolar(settingsOf(from), ['--json', 'move', ...words])
  const refused = (name: string) => ({
    code: 1,
    said: {
      code: 'not_a_place',
      message: `${name} must be an address such as postgres://user:password@host/database, with %23 for # in the password and so on.`,
    },
  })
  const address = 'postgres://molar:half#secret@db.example/molar'
  expect(await run('--to', address)).toEqual(refused('--to'))
  const owner = ['--owner', 'db.example/molar']
  const whole = 'postgres://molar@db.example/molar'
  expect(await run('--to', whole, ...owner)).toEqual(refused('--owner'))
})

test.each([
  ['postgres://molar:hidden@db.example:5433/molar', 'postgres://db.example:5433/molar'],
  ['postgres://molar:hidden@/molar?host=/run/postgresql', 'postgres:///molar?host=/run/postgresql'],
  [
    'postgres:///molar?host=/run/postgresql&password=hidden',
    'postgres:///molar?host=/run/postgresql',
  ],
  ['postgres://molar@%2Frun%2Fpostgresql/molar', 'postgres:///molar?host=/run/postgresql'],
])('messages call %s %s', (databaseUrl, shown) => {
  expect(describePlace({ dataDir: '/srv/molar', databaseUrl })).toBe(shown)
})

test('a move that fails midway makes the source writable again, and leaves a target that is not served', async () => {
  const [from, to] = [await makeFilledPlace(), makeBetween()]
  const database = await openPlace(from)
  const onRows = (done: number, total: number) => {
    if (done > total / 2) throw new Error('enough')
  }
  await expect(moveData(from, to, { ...options, onRows })).rejects.toThrow('enough')
  await write(database)
  await expect(refuseMoved(await openPlace(to))).rejects.toThrow(/has not finished/)
  await moveData(from, to, options)
  await expectSame(from, to)
})

test('after an interruption between the two databases, neither is served, and a second move completes it', async () => {
  const [from, to] = [await makeFilledPlace(), makeBetween()]
  const database = await openPlace(from)
  await moveData(from, to, options)
  const row = { move: 'm', place: 'there', since: '2026-06-01' }
  await changing(from, (session) => writeDataMove(session, { ...row, state: 'leaving' }))
  await changing(to, (session) => writeDataMove(session, { ...row, state: 'arrived' }))
  const there = await openPlace(to)
  for (const one of [database, there]) await expect(refuseMoved(one)).rejects.toThrow()
  await expect(undoMove(to)).rejects.toMatchObject({ code: 'unfinished' })
  expect(await moveData(from, to, options)).toMatchObject({ loaded: undefined })
  await refuseMoved(there)
  await expect(refuseMoved(database)).rejects.toThrow(/was moved/)
})

test.each([/moving 0 %/, /moving 100 %/])(
  'a move killed at %s loses nothing, neither database is served, and repeating the command completes it',
  async (point) => {
    const from = await makeFilledPlace()
    const database = await openPlace(from)
    const before = await showRows(database)
    const to = await killMove(from, point)
    expect(await showRows(database)).toEqual(before)
    const line = /molar move/
    const there = await openDatabase(to)
    await expect(refuseMoved(there)).rejects.toThrow(line)
    await there.close()
    await expect(write(database)).rejects.toMatchObject(moving)
    await expect(refuseMoved(database)).rejects.toThrow(line)
    expect(await callMolar(settingsOf(from), wordsOfMove(to))).toMatchObject({ code: 0 })
    await expectSame(from, to)
  },
)

test('a killed move can be undone by a command, which the error at the start names', async () => {
  const from = await makeFilledPlace()
  const database = await openPlace(from)
  const to = await killMove(from, /moving [1-9]/)
  const start = openServed(readConfig(settingsOf(from)))
  const said = await start.then(() => 'It starts.', explainStart)
  expect(said).toMatch(/^Molar cannot start: the data is being moved to .*molar move --undo.*$/)
  await undoMove(from)
  await undoMove(to)
  await write(database)
  await refuseMoved(database)
})

test('of concurrent writes while a move starts, all acknowledged ones arrive and the others are refused', async () => {
  const [from, to] = [await makeFilledPlace(), makeBetween()]
  const database = await openPlace(from)
  const single = database.prepareWrite<ReturnType<typeof picture>, unknown>((query, param) =>
    query.insertInto('images').values({
      name: param('name'),
      bytes: param('bytes'),
      createdAt: param('createdAt'),
    }),
  )
  const ways = [
    () => write(database),
    async () => {
      const row = picture()
      await single(row)
      return row.name
    },
    async () => {
      const row = picture()
      await database.query.transaction().execute(async (query) => {
        await query.insertInto('images').values(row).execute()
        await query
          .updateTable('treatments')
          .set((eb) => ({ revision: eb('revision', '+', 1) }))
          .execute()
      })
      return row.name
    },
  ]
  const acknowledged: string[] = []
  const refused: unknown[] = []
  // It takes these before it freezes anything. Writes without a pause before that would only slow its start down.
  const locks = [join(from.dataDir, 'molar.move'), join(to.dataDir, 'molar.lock')]
  const hammer = async (act: () => Promise<string>) => {
    for (;;) {
      try {
        acknowledged.push(await act())
      } catch (error) {
        // A slow machine; it was not acknowledged.
        if (isBusy(error)) continue
        refused.push(error)
        return
      }
      if (!locks.some((file) => existsSync(file))) await wait(10)
    }
  }
  const move = runMove(from, to)
  await Promise.all([...ways, ...ways].map(hammer))
  expect(await move.ended).toBe(0)
  for (const error of refused) expect(error).toMatchObject(moving)
  const there = await openPlace(to)
  const rows = await there.query.selectFrom('images').select('name').execute()
  const arrived = new Set(rows.map(({ name }) => name))
  expect(acknowledged.filter((name) => !arrived.has(name))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(ways.length * 2)
  await expectSame(from, to)
})

test('a portal whose data is being moved signals it in its answers, and refuses changes with 503 and a code', async () => {
  const [from, to] = [await makePlace(), makeBetween()]
  const database = await openDatabase(from)
  await migrate(database)
  const portal = await openPortal({ database })
  const admin = await signIn(portal, 'owner@clinic.example', 'admin')
  const send = () =>
    portal.app.request('/contact-messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'pat@patients.example',
        subject: 'A question',
        message: 'Are you open?',
      }),
    })
  expect((await send()).status).toBeLessThan(300)
  const visitor = await signedUp(portal.app)
  // A day after the last time, reading the session would lengthen it.
  await database.query
    .updateTable('sessions')
    .set({ expiresAt: new Date(Date.now() + 86_400_000).toISOString() })
    .execute()
  const marks = async () => {
    const answers = [await portal.app.request('/service'), await portal.app.request('/healthz')]
    return answers.map(({ headers }) => headers.get('molar-moving') && headers.get('server-timing'))
  }
  await portal.deps.moves.look()
  expect(await marks()).toEqual([null, null])
  await moveData(from, to, options)
  const answer = await send()
  // A refused write is enough to know; a process that only reads learns it at the next look.
  expect(await marks()).toEqual(['molar-moving', 'molar-moving'])
  await portal.deps.moves.look()
  expect(await marks()).toEqual(['molar-moving', 'molar-moving'])
  expect({ status: answer.status, retry: answer.headers.get('retry-after') }).toEqual({
    status: 503,
    retry: '60',
  })
  expect(await answer.json()).toMatchObject({ code: 'moving' })
  expect((await portal.app.request('/service')).status).toBe(200)
  expect(await (await visitor.get('/api/auth/get-session')).json()).toMatchObject({
    user: { email: jane.email },
  })
  // A look that must be written down would stay behind.
  const headers = { authorization: `Bearer ${admin.token}` }
  for (let looks = 0; looks < 2; looks += 1)
    expect((await portal.app.request('/users', { headers })).status).toBe(503)
  await undoMove(from)
  await portal.deps.moves.look()
  expect(await marks()).toEqual([null, null])
  expect((await portal.app.request('/users', { headers })).status).toBe(200)
})

test('staff can read while data is being moved, and their audit entries arrive', async () => {
  const [from, to] = [await makeFilledPlace(), makeBetween()]
  const portal = await openPortal({ database: await openPlace(from) })
  const { query } = portal.database
  const admin = await signIn(portal, 'owner@clinic.example', 'admin')
  const visitor = await signedUp(portal.app)
  const { email } = await signIn(portal)
  const about = { actor: 'owner@clinic.example', action: 'users_read', address: '', subject: '' }
  const open = { ...about, id: '0', at: filledAt, data: 'null' }
  await insertEntry(query, open)
  await moveData(from, to, options)
  // As it is between the end of the copy and that of the move.
  const row = { move: 'm', place: 'there', since: filledAt }
  await unfreeze(from)
  await freeze(from, { ...row, state: 'leaving' })
  await changing(to, (session) => writeDataMove(session, { ...row, state: 'arrived' }))
  const headers = { authorization: `Bearer ${admin.token}` }
  const ask = async (path: string, method = 'GET') =>
    (await portal.app.request(path, { method, headers })).status
  await closeEntry(query, open.id, { subject: 'x', data: '{}', status: 200 })
  expect(await ask('/users')).toBe(200)
  expect(await ask(`/users/admin/${email}`, 'PUT')).toBe(503)
  // A page that is opened during the move gets the access token with which it reads.
  expect((await visitor.put(`/users/${jane.email}`)).status).toBe(200)
  expect(await moveData(from, to, options)).toMatchObject({ loaded: undefined })
  const there = await openPlace(to)
  const entries = ({ query }: Database) =>
    query.selectFrom('auditEntries').selectAll().orderBy('id').execute()
  const arrived = await entries(there)
  expect(arrived).toEqual(await entries(portal.database))
  expect(arrived[0]).toEqual({ ...open, subject: 'x', data: '{}', status: 200 })
  expect(arrived.slice(1).map(({ action, status }) => `${action} ${status}`)).toEqual(
    expect.arrayContaining(['users_read 200', 'admin_made 503']),
  )
})

if (inject('engine') === 'postgres') {
  test('a move names a text that PostgreSQL cannot store, and the source remains writable', async () => {
    const [from, to] = [makeBetween(), await makeEmptyPlace()]
    const database = await openPlace(from)
    await migrate(database)
    await sql`insert into "treatments" ("id", "name", "priceCents", "position")
      values ('odd', ${'Clean\0ing'}, 9900, 99)`.execute(database.query)
    await expect(moveData(from, to, options)).rejects.toMatchObject({
      code: 'nul',
      message: expect.stringContaining('treatments.name of the row "odd"'),
    })
    await write(database)
  })
}
