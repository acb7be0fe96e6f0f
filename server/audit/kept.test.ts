import { type RawBuilder, sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openPortal, request, signIn } from '../testing/portal.ts'
import { closeEntry, insertEntry } from './queries.ts'

async function openWithEntries() {
  const portal = await openPortal()
  const { query } = portal.database
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await request(portal, 'PUT', '/users/admin/nobody@x.example', staff)
  const at = '2026-06-05T00:00:00.000Z'
  const open = { id: 'open', at, actor: 'a', action: 'b', subject: 'c', data: 'null', address: 'd' }
  await insertEntry(query, open)
  const entries = () => query.selectFrom('auditEntries').selectAll().orderBy('id').execute()
  return { query, open, entries }
}

const changes: [string, RawBuilder<unknown>][] = [
  ['a deletion', sql`delete from "auditEntries"`],
  ['a change of what an act was about', sql`update "auditEntries" set "subject" = 'x'`],
  ['a change of a status', sql`update "auditEntries" set "status" = 204 where "status" = 404`],
  ['reopening', sql`update "auditEntries" set "status" = null where "status" = 404`],
  [
    'closing under another name',
    sql`update "auditEntries" set "status" = 1, "actor" = 'x'
    where "id" = 'open'`,
  ],
  [
    'a word added to an open entry',
    sql`update "auditEntries" set "data" = 'x' where "id" = 'open'`,
  ],
  inject('engine') === 'postgres'
    ? ['emptying the table', sql`truncate "auditEntries"`]
    : [
        'a replacement',
        sql`insert or replace into "auditEntries"
        select "id", "at", 'x', "action", "subject", "data", "address", 200 from "auditEntries"`,
      ],
]

test.each(changes)('the database refuses %s', async (_, change) => {
  const { query, entries } = await openWithEntries()
  const before = await entries()
  expect(before).toMatchObject([{ status: 404 }, { id: 'open', status: null }])
  await expect(change.execute(query)).rejects.toThrow(/auditEntries/)
  expect(await entries()).toEqual(before)
})

test('an audit entry can be closed only once', async () => {
  const { query, open, entries } = await openWithEntries()
  const close = (status: number) =>
    closeEntry(query, open.id, { status, subject: 'c', data: 'null' })
  await close(200)
  await expect(close(500)).rejects.toThrow(/auditEntries/)
  expect(await entries()).toMatchObject([{}, { id: 'open', status: 200 }])
})

const removal = { id: 'r', before: '2026-06-05T00:00:00.001Z', reason: 'older than 90 days' }

test('old entries can be deleted only after a removal with its reason is recorded, which is permanent', async () => {
  const { query, entries } = await openWithEntries()
  const record = (removedAt: string) =>
    query
      .insertInto('auditRemovals')
      .values({ ...removal, removedAt })
      .execute()
  // 'before' would lie less than 90 days back.
  await expect(record('2026-09-02T00:00:00.000Z')).rejects.toThrow(/auditRemovals_old/)
  await record('2026-09-04T00:00:00.000Z')
  await query.deleteFrom('auditEntries').where('id', '=', 'open').execute()
  expect(await entries()).toMatchObject([{ status: 404 }])
  await expect(query.deleteFrom('auditEntries').execute()).rejects.toThrow(/auditEntries/)
  for (const change of [
    sql`delete from "auditRemovals"`,
    sql`update "auditRemovals" set "before" = '2026-01-01'`,
  ]) {
    await expect(change.execute(query)).rejects.toThrow(/auditRemovals/)
  }
})
