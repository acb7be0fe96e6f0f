import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../scripts/postgres.ts'
import { refuseMoved } from './copies/freeze.ts'
import { loadCopy } from './copies/load-copy.ts'
import { makeCopy } from './copies/make-copy.ts'
import { moveData } from './copies/move.ts'
import type { Place } from './copies/session.ts'
import { openDatabase } from './db/database.ts'
import { grantServing } from './db/grant-serving.ts'
import { migrate } from './db/migrate.ts'
import { readOnly } from './db/read-only.ts'
import { removeOld } from './housekeeping/remove-old.ts'
import { makeFolder } from './testing/database/database.ts'
import { fillPlace } from './testing/database/filled-place.ts'
import { booked, bookingBody, openPortal, request, signIn } from './testing/portal.ts'
import { spawnMolar, spawnServer, untilReady } from './testing/process.ts'
import { createVisitor, exchange, jane } from './testing/visitor.ts'

/**
 * A database whose tables belong to one role, opened by another one that serves. It is migrated and nothing is granted,
 * as a start or a move leaves it that is killed before the grants; empty where `template` says so.
 */
async function openServed(template: { template?: string } = { template: inject('template') }) {
  const { url, drop } = await createDatabase(inject('postgresUrl'), template)
  const role = `serving_${randomBytes(6).toString('hex')}`
  const asOwner = async (statement: string) => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await asOwner(`create role ${role} login password 'of-the-tests'`)
  onTestFinished(async () => {
    await asOwner(`drop owned by ${role}; drop role ${role}`)
    await drop()
  })
  const served = Object.assign(new URL(url), { username: role, password: 'of-the-tests' })
  const place = { dataDir: '', databaseUrl: served.href, databaseOwnerUrl: url }
  const start = async () => {
    const database = await openDatabase(place)
    await migrate(database)
    await grantServing(database)
    return database
  }
  return { start, place }
}

const options = { clock: () => new Date('2026-06-01T10:00:00.000Z'), version: '0.1.0' }

/** As `molar verify` and `molar doctor` read, by the serving role. */
function readPictures(place: Place) {
  return readOnly(place, ({ query }) => query.selectFrom('images').select('name').execute())
}

test('the serving role can serve patients and staff, including after a restart', async () => {
  const { start } = await openServed({})
  await (await start()).close()
  const portal = await openPortal({ database: await start() })
  const visitor = createVisitor(portal.app)
  expect((await visitor.post('/api/auth/sign-up/email', jane)).status).toBe(200)
  const own = { ...jane, token: await exchange(visitor) }
  const { _id } = await booked(portal, own)
  const { token } = await signIn(portal, 'desk@clinic.example', 'admin')
  const statusOf = async (method: string, path: string, body?: unknown) =>
    (await request(portal, method, path, { token, ...(body ? { body } : {}) })).status
  const taken = bookingBody(portal, own)
  expect(
    (await request(portal, 'POST', '/booking', { token: own.token, body: taken })).status,
  ).toBe(409)
  expect(await statusOf('GET', '/users')).toBe(200)
  expect(await statusOf('GET', `/staff/appointments/${_id}`)).toBe(200)
  expect(await statusOf('GET', '/staff/audit')).toBe(200)
  expect(await statusOf('DELETE', `/users/${jane.email}`)).toBe(200)
  const entries = await portal.database.query.selectFrom('auditEntries').selectAll().execute()
  expect(entries.length).toBeGreaterThan(2)
  expect(entries.every(({ status }) => status !== null)).toBe(true)
  expect(JSON.stringify(entries)).not.toContain(jane.email)
  // What is older than the clinic stores it goes by the owner.
  portal.time.now = new Date(portal.time.now.getTime() + 2200 * 86_400_000)
  await removeOld(portal.deps)
  const left = await portal.database.query.selectFrom('auditEntries').select('id').execute()
  expect(left).toEqual([])
})

const refused = [
  'drop table "appointments"',
  'alter table "appointments" add column "more" text',
  'truncate "appointments"',
  'create table "mine" ("id" text)',
  'drop trigger "auditEntries_kept" on "auditEntries"',
  'alter table "auditEntries" disable trigger all',
  'set session_replication_role = replica',
  'delete from "auditEntries"',
  `insert into "auditRemovals" ("before", "removedAt", "reason") values ('', '', '')`,
  'truncate "auditEntries"',
  'delete from "dataMoves"',
  `update "auditEntries" set "actor" = 'somebody else'`,
  `update "auditEntries" set "action" = 'looked', "at" = ''`,
  'delete from "kysely_migration"',
  'create or replace function "refuse_audit_change"() returns trigger language sql as $$ $$',
]

test('the serving role is refused statements that only the owner may run', async () => {
  const { start } = await openServed()
  const database = await start()
  onTestFinished(() => database.close())
  // One migrated database for all: what is refused changes nothing for the next.
  for (const statement of refused) {
    const tried = sql.raw(statement).execute(database.query)
    await expect(tried, statement).rejects.toMatchObject({ code: '42501' })
  }
})

test('the owner can move data that another role serves, and the serving role can no longer write', async () => {
  const { start, place } = await openServed()
  const portal = await openPortal({ database: await start() })
  await signIn(portal)
  const from = { ...place, dataDir: makeFolder() }
  const { loaded } = await moveData(from, { dataDir: makeFolder() }, options)
  expect(loaded?.rows).toBeGreaterThan(0)
  await expect(signIn(portal)).rejects.toMatchObject({ trouble: 'moving' })
})

test('a backup is restored into a database that another role serves, and that role reads it at once', async () => {
  const { place } = await openServed({})
  const [from, to] = [{ dataDir: makeFolder() }, { ...place, dataDir: makeFolder() }]
  await fillPlace(from)
  await loadCopy(to, makeCopy(from, options))
  expect(await readPictures(to)).toHaveLength(2)
})

test('a move into a database that another role serves can be ended and continued, also after a kill before the grants', async () => {
  const { place } = await openServed()
  const [from, to] = [{ dataDir: makeFolder() }, { ...place, dataDir: makeFolder() }]
  const source = await fillPlace(from)
  const onRows = () => {
    throw new Error('enough')
  }
  await expect(moveData(from, to, { ...options, onRows })).rejects.toThrow('enough')
  await refuseMoved(source)
  await moveData(from, to, options)
  expect(await readPictures(to)).toHaveLength(2)
})

test('a start that was killed between the migration and the grants is completed by the next one', async () => {
  const { place } = await openServed()
  const { databaseUrl, databaseOwnerUrl } = place
  const settings = { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl }
  await untilReady(await spawnServer({ ...settings, DATA_DIR: makeFolder() }))
})

test('molar doctor reports a role that lacks the rights for upgrades', async () => {
  const { start, place } = await openServed()
  await (await start()).close()
  const settings = { DATABASE_URL: place.databaseUrl, DATA_DIR: makeFolder() }
  const look = async (owner: string) => {
    const looking = spawnMolar({ ...settings, DATABASE_OWNER_URL: owner }, ['doctor'])
    await looking.ended
    return looking.output()
  }
  const [alone, both] = [await look(''), await look(place.databaseOwnerUrl)]
  for (const said of [alone, both]) {
    expect(said).toContain('ok       database: postgres, of this version')
    expect(said).toContain('ok       clock: that of the database agrees')
  }
  expect(alone).toContain('WRONG    database: The role may not make tables')
  expect(both).not.toContain('The role may not make tables')
})
