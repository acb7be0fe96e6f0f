import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makePlace } from './testing/database.ts'
import {
  adminCookie,
  bookAt,
  followStream,
  listenTo,
  nextDay,
  openServers,
  patience,
} from './testing/live.ts'
import { signIn } from './testing/portal.ts'

async function openTwo() {
  const { portal, servers } = await openServers(await makePlace(), 2)
  const [here, there] = servers
  if (!here || !there) throw new Error('Two were asked for')
  const screen = await listenTo(there, await adminCookie(portal))
  return { portal, here, screen, date: nextDay(portal) }
}

test('what a patient books at one server, staff hear at another', async () => {
  const { portal, here, screen, date } = await openTwo()
  expect(await bookAt(here, portal, await signIn(portal), { date })).toBe(200)
  await expect.poll(screen.heard, patience).toContain(date)
})

test('a lost line to the database heals, and whoever listens is told to look anew', async () => {
  const { portal, here, screen, date } = await openTwo()
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend("pid") as "ended" from "pg_stat_activity"
    where "datname" = current_database() and "query" like 'listen %'`.execute(portal.database.query)
  // Each server listens.
  expect(rows).toEqual([{ ended: true }, { ended: true }])
  await expect.poll(screen.heard, patience).toContain('*')
  expect(await bookAt(here, portal, await signIn(portal), { date })).toBe(200)
  await expect.poll(screen.heard, patience).toContain(date)
})

test('what a patient books at one server, patients who look at that day hear at another', async () => {
  const { portal, servers } = await openServers(await makePlace(), 2)
  const [here, there] = servers
  if (!here || !there) throw new Error('Two were asked for')
  const date = nextDay(portal)
  const screen = followStream(await fetch(`${there.origin}/available/changes?date=${date}`))
  await expect.poll(screen.text, patience).toContain(': listening')
  expect(await bookAt(here, portal, await signIn(portal), { date })).toBe(200)
  await expect.poll(screen.heard, patience).toContain(date)
})
