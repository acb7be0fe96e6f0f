import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openOlder } from '../testing/database/older.ts'

const at = '2026-06-01T10:00:00.000Z'

/** A clinic from before price differences, with an appointment in each state of payment. */
async function openOld() {
  const { database, upgrade } = await openOlder('0007-family')
  const { query } = database
  await sql`insert into "treatments" ("id", "name", "priceCents", "position")
    values ('t1', 'Teeth Cleaning', 5900, 1)`.execute(query)
  for (const [place, [id, paidBy, paidAt]] of rows.entries()) {
    await sql`insert into "appointments" ("id", "treatmentId", "treatment", "priceCents", "day",
        "slot", "startMinute", "endMinute", "patient", "patientName", "phone", "createdAt",
        "paidBy", "paidAt", "transactionId")
      values (${id}, 't1', 'Teeth Cleaning', 5900, ${`2026-06-0${place + 1}`}, '8:00 AM - 8:30 AM',
        480, 510, 'jane@patients.example', 'Jane', '', ${at}, ${paidBy}, ${paidAt},
        ${paidAt && `tx_${id}`})`.execute(query)
  }
  for (const [id, state] of payments) {
    await sql`insert into "payments" ("id", "appointmentId", "provider", "intentId", "amountCents",
        "currency", "state", "createdAt", "checkAt", "chargedAt", "settledAt")
      values (${`p_${id}`}, ${id}, 'sandbox', ${`tx_${id}`}, 5900, 'usd', ${state}, ${at}, ${at},
        ${at}, ${at})`.execute(query)
  }
  for (const [id, state] of refunds) {
    await sql`insert into "refunds" ("id", "paymentId", "state", "reason", "actor", "dueAt",
        "requestedAt", "settledAt")
      values (${`r_${id}`}, ${`p_${id}`}, ${state}, 'Asked for it.', 'portal', ${at}, ${at},
        ${state === 'requested' ? null : at})`.execute(query)
  }
  return { query, upgrade }
}

const rows = [
  ['unpaid', null, null],
  ['card', null, at],
  ['desk', 'cash', at],
  ['waiting', null, at],
  ['failed', null, at],
  ['back', null, null],
] as const
const payments = [
  ['card', 'succeeded'],
  ['waiting', 'succeeded'],
  ['failed', 'succeeded'],
  ['back', 'refunded'],
] as const
const refunds = [
  ['waiting', 'requested'],
  ['failed', 'failed'],
  ['back', 'succeeded'],
] as const

test('an older database gets the paid amounts of appointments and the amounts of refunds', async () => {
  const { query, upgrade } = await openOld()
  await upgrade()
  const paid = await query
    .selectFrom('appointments')
    .select(['id', 'paidCents', 'deskCents'])
    .orderBy('day')
    .execute()
  expect(paid.map(({ id, paidCents, deskCents }) => [id, paidCents, deskCents])).toEqual([
    ['unpaid', 0, 0],
    ['card', 59_00, 0],
    ['desk', 59_00, 59_00],
    ['waiting', 0, 0],
    ['failed', 59_00, 0],
    ['back', 0, 0],
  ])
  const kept = await query.selectFrom('refunds').selectAll().orderBy('id').execute()
  expect(kept.map(({ id, amountCents, state }) => [id, amountCents, state])).toEqual([
    ['r_back', 59_00, 'succeeded'],
    ['r_failed', 59_00, 'failed'],
    ['r_waiting', 59_00, 'requested'],
  ])
})

test('a payment cannot be refunded beyond the amount collected', async () => {
  const { query, upgrade } = await openOld()
  await upgrade()
  const promise = (returnedCents: number) =>
    query.updateTable('payments').set({ returnedCents }).where('id', '=', 'p_card').execute()
  await promise(59_00)
  await expect(promise(59_01)).rejects.toThrow('payments_returned')
  await expect(promise(-1)).rejects.toThrow('payments_returned')
})
