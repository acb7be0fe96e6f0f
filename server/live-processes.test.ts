import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makePlace } from './testing/database/database.ts'
import { adminCookie, followStream, listenTo, nextDay, openServers } from './testing/live.ts'
import { booked, type Portal, signIn } from './testing/portal.ts'

/** Ends the connections on which servers subscribe to changes; answers how many there were. */
async function cutSubscriptions({ database }: Portal): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend("pid") as "ended" from "pg_stat_activity"
    where "datname" = current_database() and "query" like 'listen %'`.execute(database.query)
  return rows.filter(({ ended }) => ended).length
}

test('a booking on one server reaches screens on another, even after the database connections are cut', async () => {
  const { portal, servers } = await openServers(await makePlace(), 1)
  const [there = expect.fail('One was asked for')] = servers
  const date = nextDay(portal)
  const staff = await listenTo(there, await adminCookie(portal))
  const patient = followStream(await fetch(`${there.origin}/available/changes?date=${date}`))
  await expect.poll(patient.text).toContain(': listening')
  const screens = [staff, patient]
  // Not at the process that the screens listen to.
  await booked(portal, await signIn(portal), { date })
  for (const { heard } of screens) await expect.poll(heard).toContain(date)

  // One for all the screens of a process.
  expect(await cutSubscriptions(portal)).toBe(1)
  // Changes may have been missed: `*` stands for any.
  for (const { heard } of screens) await expect.poll(heard).toContain('*')
  await booked(portal, await signIn(portal), { date, treatment: 1 })
  for (const { heard } of screens) {
    const sinceThen = () => heard().slice(heard().lastIndexOf('*'))
    await expect.poll(sinceThen).toContain(date)
  }
})

test('without notifications, DATABASE_ASK_EVERY makes screens on another server poll for changes', async () => {
  const { portal, servers } = await openServers(await makePlace(), 1, { DATABASE_ASK_EVERY: '0.2' })
  const [there = expect.fail('One was asked for')] = servers
  // As in a cluster, where it is received on another node.
  await sql`create or replace function "tell_of_day"() returns trigger language plpgsql as $$
    begin return null; end $$`.execute(portal.database.query)
  const date = nextDay(portal)
  const screen = followStream(await fetch(`${there.origin}/available/changes?date=${date}`))
  await expect.poll(screen.text).toContain(': listening')
  await booked(portal, await signIn(portal), { date })
  const before = screen.heard().length
  await expect.poll(() => screen.heard().length).toBeGreaterThan(before)
  expect(new Set(screen.heard())).toEqual(new Set(['*']))
})
