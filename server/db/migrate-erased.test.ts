import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeEmptyPlace } from '../testing/database/database.ts'
import { openDatabase, type Queries } from './database.ts'
import { migrate } from './migrate.ts'

const at = '2026-06-05T13:15:00.000Z'
const removed = 'guest:removed:0123'
const money = { amountCents: 10900, currency: 'usd', transactionId: 'pi_1' }

/** Staff have cancelled an appointment with a refund, and typed why. */
async function insertCancelled(query: Queries, id: string, patient: string, day: string) {
  const [reason, typed] = ['Joe lost his job', { text: 'Joe lost his job' }]
  const data = {
    booked: { slot: '8:00 AM - 8:30 AM' },
    cancelled: { reason: typed },
    refund_requested: { ...money, reason: typed },
    refunded: { ...money, reason: { code: 'already_paid' } },
  }
  await sql`insert into "patients" ("id", "name", "nameKey", "createdAt", "guestKey")
    values (${id}, '—', '', ${at}, ${`guest:${id}`})`.execute(query)
  await sql`insert into "appointments" ("id", "treatmentId", "treatment", "priceCents", "day", "slot",
      "startMinute", "endMinute", "patient", "patientName", "phone", "createdAt", "patientId", "cancelledAt")
    values (${id}, 't1', 'Oral Surgery', 10900, ${day}, '8:00 AM - 8:30 AM', 480, 510, ${patient}, '—', '',
      ${at}, ${id}, ${at})`.execute(query)
  for (const [kind, fields] of Object.entries(data)) {
    await sql`insert into "appointmentEvents" ("id", "appointmentId", "at", "actor", "kind", "data")
      values (${`${id} ${kind}`}, ${id}, ${at}, 'staff@x.example', ${kind}, ${JSON.stringify(fields)})`.execute(
      query,
    )
  }
  await sql`insert into "payments" ("id", "appointmentId", "provider", "intentId", "amountCents", "returnedCents", "currency",
      "state", "createdAt", "checkAt", "chargedAt", "settledAt")
    values (${id}, ${id}, 'sandbox', ${`pi_${id}`}, 10900, 10900, 'usd', 'refunded', ${at}, ${at}, ${at}, ${at})`.execute(
    query,
  )
  await sql`insert into "refunds" ("id", "paymentId", "amountCents", "state", "reason", "actor", "attempts",
      "dueAt", "requestedAt", "settledAt")
    values (${id}, ${id}, 10900, 'succeeded', ${reason}, 'staff@x.example', 1, ${at}, ${at}, ${at})`.execute(
    query,
  )
  for (const refund of [true, false]) {
    await sql`insert into "auditEntries" ("id", "at", "actor", "action", "subject", "data", "address", "status")
      values (${`${id} ${refund}`}, ${at}, 'staff@x.example', 'appointment_cancelled', ${id},
        ${JSON.stringify({ reason, refund })}, '', 200)`.execute(query)
  }
}

async function readReasons(query: Queries, id: string) {
  const { rows } = await sql<{ data: string }>`
    select "data", "id" from "appointmentEvents" where "appointmentId" = ${id}
    union all select "data", "id" from "auditEntries" where "subject" = ${id}
    union all select "reason", "id" from "refunds" where "paymentId" = ${id} order by 2`.execute(
    query,
  )
  return rows.map(({ data }) => data)
}

async function openEarlier() {
  const database = await openDatabase(await makeEmptyPlace())
  onTestFinished(() => database.close())
  const { query } = database
  await migrate(database, '0054-search-entries')
  await sql`insert into "treatments" ("id", "name", "priceCents", "position")
    values ('t1', 'Oral Surgery', 10900, 1)`.execute(query)
  return { query, upgrade: () => migrate(database) }
}

test('an upgrade erases the reasons that were typed about who was erased before, and no others', async () => {
  const { query, upgrade } = await openEarlier()
  await insertCancelled(query, 'gone', removed, '2026-06-10')
  await insertCancelled(query, 'there', 'joe@x.example', '2026-06-11')
  const before = await readReasons(query, 'there')
  await upgrade()
  expect(await readReasons(query, 'gone')).toEqual(
    before.map((text) => text.replace('Joe lost his job', '—')),
  )
  expect(await readReasons(query, 'there')).toEqual(before)
})

test('an upgrade gives requests for a record to the account’s holder who had met it', async () => {
  const { query, upgrade } = await openEarlier()
  await insertCancelled(query, 'a1', 'joe@x.example', '2026-06-10')
  await sql`insert into "users" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values ('u1', 'Joe', 'joe@x.example', ${sql.lit(true)}, ${at}, ${at})`.execute(query)
  await sql`insert into "waits" ("id", "userId", "patient", "patientId", "phone", "treatmentId",
      "appointmentId", "fromDay", "untilDay", "weekdays", "fromMinute", "untilMinute", "createdAt", "checkAt")
    values ('w1', 'u1', 'joe@x.example', 'a1', '', 't1', 'a1', '2026-06-09', '2026-06-09', 127, 0, 1440,
      ${at}, ${at})`.execute(query)
  await sql`update "patients" set "mergedInto" = 'u1' where "id" = 'a1'`.execute(query)
  await upgrade()
  const waits = query.selectFrom('waits').select('patientId')
  expect(await waits.execute()).toEqual([{ patientId: 'u1' }])
})
