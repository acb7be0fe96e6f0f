import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeFeed } from '../calendar/feed.ts'
import type { Database } from '../db/database.ts'
import { afterNextCommit, beginBeforeNextCommit } from '../testing/database/database.ts'
import { queuedMails, readLink } from '../testing/mailbox.ts'
import { openPortal, refusal } from '../testing/portal.ts'
import { createVisitor, exchange, jane, signedUp } from '../testing/visitor.ts'

const path = '/api/auth/reset-password'
const newPassword = 'another secret'

async function resetPortal() {
  const portal = await openPortal()
  const visitor = await signedUp(portal.app)
  const bearer = await exchange(visitor)
  const asking = createVisitor(portal.app)
  await asking.post('/api/auth/request-password-reset', { email: jane.email })
  return { portal, visitor, bearer, asking, link: await readLink(portal, 'password-reset') }
}

test('a reset sets the new password and immediately ends every session and token', async () => {
  const { portal, visitor, bearer, asking, link } = await resetPortal()
  const { callers } = portal.deps
  expect(link.path).toBe('/reset-password')
  expect(await callers.byToken(bearer)).not.toBeNull()
  expect((await asking.post(path, { newPassword, token: link.token })).status).toBe(200)
  expect(await callers.byToken(bearer)).toBeNull()
  expect(await callers.bySession(visitor.cookieHeader())).toBeNull()
  const signIn = (password: string) =>
    asking.post('/api/auth/sign-in/email', { email: jane.email, password })
  expect((await signIn(jane.password)).status).toBe(401)
  expect((await signIn(newPassword)).status).toBe(200)
})

test('a reset verifies the address', async () => {
  const { portal, asking, link } = await resetPortal()
  await asking.post(path, { newPassword, token: link.token })
  const user = await portal.database.query
    .selectFrom('users')
    .select('emailVerified')
    .executeTakeFirstOrThrow()
  expect(Boolean(user.emailVerified)).toBe(true)
})

test('a reset link works once, even when it is used five times concurrently', async () => {
  const { asking, link } = await resetPortal()
  const tries = Array.from({ length: 5 }, (_, index) =>
    asking.post(path, { newPassword: `another secret ${index}`, token: link.token }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const late = await asking.post(path, { newPassword, token: link.token })
  expect(late.status).toBe(400)
  expect(await late.json()).toEqual({ code: 'INVALID_TOKEN', message: 'Invalid token' })
})

test('only one of two reset links can be used, even concurrently, and the owner is notified once', async () => {
  const { portal, asking, link: first } = await resetPortal()
  await asking.post('/api/auth/request-password-reset', { email: jane.email })
  const second = await readLink(portal, 'password-reset')
  const use = ({ token }: { token: string }, index: number) =>
    asking.post(path, { newPassword: `another secret ${index}`, token })
  const statuses = (await Promise.all([first, second].map(use))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 400])
  const changed = `password-changed to ${jane.email}`
  expect((await queuedMails(portal)).filter((mail) => mail === changed)).toHaveLength(1)
  const links = await sql`select "id" from "verifications"`.execute(portal.database.query)
  expect(links.rows).toEqual([])
})

test('a reset link ends when the password is changed in another way', async () => {
  const { portal, asking, link } = await resetPortal()
  await portal.database.query.updateTable('accounts').set({ password: 'another hash' }).execute()
  expect((await asking.post(path, { newPassword, token: link.token })).status).toBe(400)
})

test('a reset refuses a password that is easy to guess, and a short one for staff', async () => {
  const { portal, asking, link } = await resetPortal()
  const set = async (chosen: string) =>
    asking.post(path, { newPassword: chosen, token: link.token })
  expect(await refusal(await set('qwerty123'))).toEqual({ status: 400, code: 'password_guessable' })
  const { query } = portal.database
  await query.updateTable('users').set({ emailVerified: sql`true`, role: 'admin' }).execute()
  const short = { status: 400, code: 'password_short_for_staff' }
  expect(await refusal(await set('eleven char'))).toEqual(short)
  expect((await set('twelve chars')).status).toBe(200)
})

test('a reset takes its token from the body alone, not from the query', async () => {
  const { portal, asking, link } = await resetPortal()
  const { query } = portal.database
  await query.updateTable('users').set({ emailVerified: sql`true`, role: 'admin' }).execute()
  const set = (token: string) =>
    asking.post(`${path}?token=${link.token}`, { token, newPassword: 'passwordpassword' })
  expect([(await set('')).status, (await set('of no link')).status]).toEqual([400, 400])
  expect((await asking.post('/api/auth/sign-in/email', jane)).status).toBe(200)
})

test('a reset with a short password leaves the link usable', async () => {
  const { asking, link } = await resetPortal()
  const short = await asking.post(path, { newPassword: 'short', token: link.token })
  expect(short.status).toBe(400)
  expect((await asking.post(path, { newPassword, token: link.token })).status).toBe(200)
})

test('no session of the old password survives a concurrent reset', async () => {
  const { portal, asking, link } = await resetPortal()
  const visitors = Array.from({ length: 12 }, () => createVisitor(portal.app))
  const tries = visitors.map((visitor) => visitor.post('/api/auth/sign-in/email', jane))
  const reset = await asking.post(path, { newPassword, token: link.token })
  expect(reset.status).toBe(200)
  await Promise.all(tries)
  for (const visitor of visitors) {
    expect(await portal.deps.callers.bySession(visitor.cookieHeader())).toBeNull()
  }
})

/** Runs statements when a table changes, as if somebody else did so at that moment; until the test is over. */
async function actOn({ engine, query }: Database, when: string, statement: string): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(query)
  const name = `beside_${when.replaceAll(/\W/g, '_')}`
  const table = when.split(' on ').at(-1)
  if (engine === 'sqlite') {
    await run(`create trigger ${name} ${when} begin ${statement}; end`)
    onTestFinished(() => run(`drop trigger ${name}`).then(() => {}))
    return
  }
  await run(`create function ${name}() returns trigger language plpgsql as $$
    begin ${statement}; return coalesce(new, old); end $$`)
  await run(`create trigger ${name} ${when} for each row execute function ${name}()`)
  onTestFinished(() =>
    run(`drop trigger ${name} on ${table}; drop function ${name}()`).then(() => {}),
  )
}

/** The old password opens a session again while the new one is written, when better-auth has ended all. */
async function signInBeside(database: Database): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database.query)
  await run('create table "formerSessions" as select * from "sessions"')
  onTestFinished(() => run('drop table "formerSessions"').then(() => {}))
  const statement = 'insert into "sessions" select * from "formerSessions"'
  await actOn(database, 'after update of "password" on "accounts"', statement)
}

test('a feed that a session of the old password makes before a reset ends that session ends with it', async () => {
  const { portal, asking, link } = await resetPortal()
  const { database } = portal
  await signInBeside(database)
  const feed = `insert into "calendarFeeds" ("hash", "userId", "kind", "createdAt")
    values ('of the old password', old."userId", 'own', '2026-06-05T13:15:00.000Z')`
  await actOn(database, 'before delete on "sessions"', feed)
  expect((await asking.post(path, { newPassword, token: link.token })).status).toBe(200)
  expect(await database.query.selectFrom('calendarFeeds').selectAll().execute()).toEqual([])
  expect(await database.query.selectFrom('sessions').selectAll().execute()).toEqual([])
})

// On SQLite a transaction holds the one connection, so nothing happens beside it.
if (inject('engine') === 'postgres') {
  test('a session of the old password makes no feed while a reset ends it', async () => {
    const { portal, visitor, asking, link } = await resetPortal()
    const caller = await portal.deps.callers.bySession(visitor.cookieHeader())
    if (!caller) throw new Error('Jane has signed in')
    await signInBeside(portal.database)
    // better-auth's own transaction is the first.
    const { promise: making, resolve } = Promise.withResolvers<unknown>()
    afterNextCommit(portal.database, async () => {
      const make = () => makeFeed(portal.deps, caller, 'own')
      resolve(beginBeforeNextCommit(portal.database, make))
    })
    expect((await asking.post(path, { newPassword, token: link.token })).status).toBe(200)
    expect(await making).toBeNull()
  })
}
