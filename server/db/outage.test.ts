import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeFolder, makePlace, type Place } from '../testing/database/database.ts'
import { book, booked, openPortal, type Portal, request, signIn } from '../testing/portal.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import type { Timeouts } from './postgres.ts'

const engine = inject('engine')
/** Longer than any test. */
const patient = { connectMs: 600_000, statementMs: 600_000, lockMs: 600_000 }

async function openWith(timeouts: Timeouts): Promise<{ place: Place; portal: Portal }> {
  const place = await makePlace()
  const database = await openDatabase({ ...place, timeouts })
  await migrate(database)
  return { place, portal: await openPortal({ database }) }
}

/** Another session on the same database. */
async function connect({ databaseUrl = '' }: Place): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Another process on the same file. */
function openBeside({ dataDir }: Place): DatabaseSync {
  const file = new DatabaseSync(join(dataDir, 'molar.db'))
  onTestFinished(() => file.close())
  return file
}

const write = (portal: Portal, message = 'Hello') =>
  request(portal, 'POST', '/contact-messages', {
    body: { email: 'jane@patients.example', subject: 'A question', message },
  })

async function statusOf(answer: Response | Promise<Response>) {
  const { status, headers } = await answer
  return { status, retryAfter: headers.get('retry-after') }
}

/** Polls a condition of the database, however busy the machine is. */
const until = <T>(read: () => T) => expect.poll(read)

const unavailable = { status: 503, retryAfter: '5' }

async function readiness(portal: Portal) {
  const response = await request(portal, 'GET', '/readyz')
  return { status: response.status, body: await response.json() }
}

const notReady = (reason: string) => ({ status: 503, body: { status: 'not ready', reason } })

if (engine === 'postgres') {
  test('connections that end inside transactions fail those transactions, not the process', async () => {
    const { place, portal } = await openWith(patient)
    const admin = await connect(place)
    const { query } = portal.database
    const person = await signIn(portal)
    const inside = Array.from({ length: 3 }, () => {
      const begun = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<void>()
      const outcome = query.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction)
        begun.resolve()
        await ended.promise
        await sql`select 2`.execute(transaction)
      })
      return { begun: begun.promise, end: ended.resolve, outcome }
    })
    await Promise.all(inside.map(({ begun }) => begun))
    const asleep = sql`select pg_sleep(600)`.execute(query)
    const outcomes = Promise.allSettled([asleep, ...inside.map(({ outcome }) => outcome)])
    const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await until(
      async () => (await admin.query(`select 1 ${others} and query ~ 'sleep'`)).rowCount,
    ).toBe(1)
    await admin.query(`select pg_terminate_backend(pid) ${others}`)
    await until(async () => (await admin.query(`select 1 ${others}`)).rowCount).toBe(0)
    for (const { end } of inside) end()
    expect(await outcomes).toEqual(
      Array.from({ length: 4 }, () => ({
        status: 'rejected',
        reason: expect.objectContaining({ trouble: 'away' }),
      })),
    )
    // Connections that were idle during the outage may each fail one call.
    await until(async () => (await book(portal, person)).status).toBe(200)
  })

  test('while another session locks the appointments, all other requests are answered', async () => {
    const { place, portal } = await openWith(patient)
    const admin = await connect(place)
    await admin.query('begin; lock table "appointments" in access exclusive mode')
    // Reads of one day would share one statement.
    const read = (place: number) =>
      request(portal, 'GET', `/available?date=2026-06-${String(1 + place).padStart(2, '0')}`)
    const waiting = Promise.all(Array.from({ length: 30 }, (_, at) => statusOf(read(at))))
    const waiters = `select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and not granted`
    await until(async () => (await admin.query(waiters)).rowCount).toBe(10)
    const person = await signIn(portal)
    expect(await statusOf(request(portal, 'GET', '/service'))).toMatchObject({ status: 200 })
    expect(await statusOf(write(portal))).toMatchObject({ status: 200 })
    expect(await readiness(portal)).toEqual({ status: 200, body: { status: 'ready' } })
    const family = await request(portal, 'GET', '/family', { token: person.token })
    expect(family.status).toBe(200)
    await admin.query('rollback')
    expect(await waiting).toEqual(
      Array.from({ length: 30 }, () => ({ status: 200, retryAfter: null })),
    )
  })

  test.each([
    ['lock', { ...patient, lockMs: 100 }],
    ['statement', { ...patient, statementMs: 100 }],
  ])(
    'a request that exceeds the %s timeout answers 503 and can be retried',
    async (_, timeouts) => {
      const { place, portal } = await openWith(patient)
      const person = await signIn(portal)
      // Only statements that must wait reach the time-out: the others take as long as a busy machine needs.
      const hasty = await openPortal({ database: await openDatabase({ ...place, timeouts }) })
      const admin = await connect(place)
      await admin.query('begin; lock table "appointments" in access exclusive mode')
      expect(await statusOf(request(hasty, 'GET', '/available?date=2026-06-08'))).toEqual(
        unavailable,
      )
      expect(await statusOf(book(hasty, person))).toEqual(unavailable)
      await admin.query('rollback')
      await booked(portal, person)
    },
  )

  test('a read-only database answers 503 to writes and is not ready', async () => {
    const { place, portal } = await openWith(patient)
    const admin = await connect(place)
    const { rows } = await admin.query('select current_database() as name')
    const set = (is: string) =>
      admin.query(`alter database ${rows[0].name} set default_transaction_read_only = ${is};
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
    await set('on')
    await until(() => readiness(portal)).toEqual(notReady('read-only'))
    expect(await statusOf(write(portal))).toEqual(unavailable)
    await set('off')
    await until(async () => (await readiness(portal)).status).toBe(200)
    expect(await statusOf(write(portal))).toMatchObject({ status: 200 })
  })
}

if (engine === 'sqlite') {
  test('while another process writes to the file, writes wait and reads do not', async () => {
    const { place, portal } = await openWith(patient)
    const person = await signIn(portal)
    const other = openBeside(place)
    other.exec('begin immediate')
    const booking = book(portal, person)
    const message = write(portal)
    for (const path of ['/service', '/available?date=2026-06-08', '/policy', '/healthz']) {
      expect(await statusOf(request(portal, 'GET', path))).toMatchObject({ status: 200 })
    }
    other.exec('rollback')
    expect((await booking).status).toBe(200)
    expect((await message).status).toBe(200)
  })

  test('a write that waited too long for another process answers 503', async () => {
    const { place, portal } = await openWith({ ...patient, lockMs: 100 })
    const person = await signIn(portal)
    const other = openBeside(place)
    other.exec('begin immediate')
    expect(await statusOf(book(portal, person))).toEqual(unavailable)
    expect(await statusOf(write(portal))).toEqual(unavailable)
    expect(await readiness(portal)).toEqual(notReady('busy'))
    other.exec('rollback')
    await booked(portal, person)
    expect(await readiness(portal)).toEqual({ status: 200, body: { status: 'ready' } })
  })

  test('a full and a read-only file answer 503 to writes, and later writes succeed', async () => {
    const { portal } = await openWith(patient)
    const { query } = portal.database
    const person = await signIn(portal)
    await sql`pragma max_page_count = 1`.execute(query)
    await until(() => statusOf(write(portal, 'x'.repeat(5000)))).toEqual(unavailable)
    await sql`pragma max_page_count = 1000000`.execute(query)
    await booked(portal, person)
    await sql`pragma query_only = on`.execute(query)
    const later = { slot: '9:00 AM - 9:30 AM', treatment: 1 }
    expect(await statusOf(book(portal, person, later))).toEqual(unavailable)
    expect(await readiness(portal)).toEqual(notReady('read-only'))
    await sql`pragma query_only = off`.execute(query)
    await booked(portal, person, later)
  })

  test('while the data folder is missing no write is acknowledged, even if another folder has its name', async () => {
    const { place, portal } = await openWith(patient)
    const person = await signIn(portal)
    const away = join(makeFolder(), 'away')
    const expectRefusals = async () => {
      expect(await statusOf(write(portal))).toEqual(unavailable)
      expect(await statusOf(book(portal, person))).toEqual(unavailable)
      expect(await readiness(portal)).toEqual(notReady('away'))
    }
    renameSync(place.dataDir, away)
    await expectRefusals()
    mkdirSync(place.dataDir)
    copyFileSync(join(away, 'molar.db'), join(place.dataDir, 'molar.db'))
    await expectRefusals()
    rmSync(place.dataDir, { recursive: true })
    renameSync(away, place.dataDir)
    await booked(portal, person)
    expect((await write(portal)).status).toBe(200)
    expect((await readiness(portal)).status).toBe(200)
  })
}
