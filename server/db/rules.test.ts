import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findViolations } from '../../scripts/torture/rules.ts'
import { openTill, pay } from '../testing/paying.ts'

/** What no call of the portal does, and the rule that it breaks. */
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
}

test('the rules of a database under torture hold of an honest one, and each finds what breaks it', async () => {
  const { portal, jane, booking } = await openTill()
  await pay(portal, jane, booking)
  const { database } = portal
  expect(await findViolations(database)).toEqual([])
  for (const [rule, deed] of Object.entries(deeds)) {
    const transaction = await database.query.startTransaction().execute()
    await sql.raw(deed).execute(transaction)
    const found = await findViolations({ ...database, query: transaction })
    await transaction.rollback().execute()
    expect(found.map((one) => one.split(':')[0])).toContain(rule)
  }
  expect(await findViolations(database)).toEqual([])
})
