import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { makePlace, openTestDatabase } from '../testing/database/database.ts'
import { openTill, pay } from '../testing/paying.ts'
import { migrate, refuseOtherShape, thisMolar } from './migrate.ts'
import { readOnly } from './read-only.ts'
import { findViolations } from './rules.ts'

/** Changes that no call of the portal makes, each with the rule that it breaks. */
const deeds = {
  'what is paid is what was taken and kept': 'update appointments set "paidCents" = 1',
  'what was promised back is what is asked of the provider':
    'update payments set "returnedCents" = 1',
  'what is taken was collected by the provider': `update "sandboxIntents" set status = 'canceled'`,
  'what the provider collected is known': 'delete from payments',
  'the provider gave back what was asked, once': `insert into "sandboxRefunds"
    (id, "idempotencyKey", "intentId", "amountCents", "createdAt")
    select 're_1', 'none', id, 1, '2026-06-05' from "sandboxIntents"`,
  'a payment is in the history': 'delete from "appointmentEvents"',
  'a cancelled appointment says so once': `update appointments set "cancelledAt" = '2026-06-05'`,
  'money taken at the desk is in the history': 'update appointments set "deskCents" = 1',
  'what is paid at the desk is what was taken there': 'update appointments set "deskCents" = 1',
  'each payment at the desk is in the history': `insert into "deskPayments"
    (id, "appointmentId", "amountCents", method, "takenAt")
    select 'desk_1', id, 100, 'cash', '2026-06-05' from appointments`,
  'money that went back is in the history': `insert into refunds
    (id, "paymentId", "amountCents", state, reason, actor, "dueAt", "requestedAt", "settledAt")
    select 'r1', id, 100, 'succeeded', '', 'portal', '2026-06-05', '2026-06-05', '2026-06-05' from payments`,
}

test('a valid database breaks none of the rules, and each rule detects its violations', async () => {
  const { portal, jane, booking } = await openTill()
  await pay(portal, jane, booking)
  const { database } = portal
  expect(await findViolations(database)).toEqual([])
  for (const [rule, deed] of Object.entries(deeds)) {
    const transaction = await database.query.startTransaction().execute()
    await sql.raw(deed).execute(transaction)
    const found = await findViolations({ ...database, query: transaction })
    await transaction.rollback().execute()
    expect(found.map((one) => one.rule)).toContain(rule)
  }
  expect(await findViolations(database)).toEqual([])
})

test('a read-only check sees one snapshot while a portal writes, and cannot change the data', async () => {
  const place = await makePlace()
  const database = await openTestDatabase(place)
  onTestFinished(() => database.close())
  const names = await readOnly(place, async ({ query }) => {
    await refuseOtherShape(query)
    const read = () => query.selectFrom('treatments').select('name').execute()
    const before = await read()
    const fresh = { id: 'fresh', name: 'Whitening', priceCents: 100, position: 99 }
    await database.query.insertInto('treatments').values(fresh).execute()
    return { before, after: await read() }
  })
  expect(names.after).toEqual(names.before)
  const change = readOnly(place, ({ query }) => query.deleteFrom('treatments').execute())
  await expect(change).rejects.toThrow(/read-?only/)
})

if (inject('engine') === 'sqlite') {
  test('a read-only check closes the file, also when it has read nothing', async () => {
    const place = await makePlace()
    const closing = vi.spyOn(DatabaseSync.prototype, 'close')
    onTestFinished(() => closing.mockRestore())
    expect(await readOnly(place, async ({ engine }) => engine)).toBe('sqlite')
    expect(closing).toHaveBeenCalledOnce()
  })
}

test('a read-only check refuses data of another version', async () => {
  const place = await makePlace()
  const database = await openTestDatabase(place)
  onTestFinished(() => database.close())
  const look = () => readOnly(place, ({ query }) => refuseOtherShape(query))
  const later = { name: '9999-later', timestamp: '2026-06-05T00:00:00.000Z' }
  const made = database.query.withTables<{ kysely_migration: typeof later }>()
  await made.insertInto('kysely_migration').values(later).execute()
  const refusal = `made by a newer Molar (it has 9999-later, ${thisMolar})`
  await expect(look()).rejects.toThrow(refusal)
  await expect(migrate(database)).rejects.toThrow(refusal)
  await made.deleteFrom('kysely_migration').where('name', '>', '0030').execute()
  await expect(look()).rejects.toThrow(/older Molar; start the portal once/)
})
