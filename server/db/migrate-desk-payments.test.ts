import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeEmptyPlace } from '../testing/database/database.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { findViolations } from './rules.ts'

const june = '2026-06-02T13:15:00.000Z'
const july = '2026-07-05T14:00:00.000Z'

type Old = {
  deskCents: number
  paidBy: string | null
  /** In order: paid at the desk, with its amount and method, or what was paid was taken back. */
  events: readonly (readonly [at: string, kind: string, data: object])[]
}
const paid = (at: string, amountCents: number, method: string) =>
  [at, 'paid_at_desk', { amountCents, currency: 'usd', method }] as const
const removed = (at: string, amountCents: number) =>
  [at, 'desk_payment_removed', { amountCents, currency: 'usd', transactionId: 'gone' }] as const

const appointments: Record<string, Old> = {
  once: { deskCents: 99_00, paidBy: 'cash', events: [paid(july, 99_00, 'cash')] },
  twice: {
    ...{ deskCents: 109_00, paidBy: 'card' },
    events: [paid(june, 99_00, 'cash'), paid(july, 10_00, 'card')],
  },
  again: {
    ...{ deskCents: 109_00, paidBy: 'other' },
    events: [paid(june, 99_00, 'cash'), removed(june, 99_00), paid(july, 109_00, 'other')],
  },
  removed: {
    ...{ deskCents: 0, paidBy: null },
    events: [paid(june, 99_00, 'cash'), removed(july, 99_00)],
  },
  // Of a version that wrote sentences.
  unread: {
    ...{ deskCents: 109_00, paidBy: 'card' },
    events: [[june, 'paid_at_desk', { text: 'cash' }], paid(july, 10_00, 'card')],
  },
  unpaid: { deskCents: 0, paidBy: null, events: [] },
}

/** A clinic from before payments at the desk had rows of their own. */
async function openOld() {
  const database = await openDatabase(await makeEmptyPlace())
  onTestFinished(() => database.close())
  const { query } = database
  await migrate(database, '0048-search-paths')
  await sql`insert into "treatments" ("id", "name", "priceCents", "position")
    values ('t1', 'Oral Surgery', 10900, 1)`.execute(query)
  const patient = { id: 'p1', name: 'Jane', nameKey: 'jane', createdAt: june }
  await query.insertInto('patients').values(patient).execute()
  for (const [place, [id, old]] of Object.entries(appointments).entries()) {
    const { deskCents, paidBy, events } = old
    const [paidAt, transactionId] = paidBy === null ? [null, null] : [july, `desk_${id}`]
    await sql`insert into "appointments" ("id", "treatmentId", "treatment", "priceCents", "day", "slot",
        "startMinute", "endMinute", "patient", "patientName", "phone", "createdAt", "patientId",
        "paidCents", "deskCents", "paidBy", "paidAt", "transactionId")
      values (${id}, 't1', 'Oral Surgery', 10900, ${`2026-08-0${place + 1}`}, '8:00 AM - 8:30 AM',
        480, 510, 'jane@patients.example', 'Jane', '', ${june}, 'p1',
        ${deskCents}, ${deskCents}, ${paidBy}, ${paidAt}, ${transactionId})`.execute(query)
    for (const [number, [at, kind, data]] of events.entries()) {
      await sql`insert into "appointmentEvents" ("id", "appointmentId", "at", "actor", "kind", "data")
        values (${`${id}${number}`}, ${id}, ${at}, 'desk@clinic.example', ${kind},
          ${JSON.stringify(data)})`.execute(query)
    }
  }
  return { database, upgrade: () => migrate(database) }
}

test('an upgrade makes a row of each desk payment that the history tells of, else one of their sum', async () => {
  const { database, upgrade } = await openOld()
  await upgrade()
  const rows = await database.query
    .selectFrom('deskPayments')
    .selectAll()
    .orderBy('appointmentId')
    .orderBy('takenAt')
    .execute()
  expect(
    rows.map(({ appointmentId, id, ...row }) => [
      ...[appointmentId, id, row.amountCents, row.method, row.takenAt, row.removedAt],
    ]),
  ).toEqual([
    ['again', 'desk_again', 109_00, 'other', july, null],
    ['once', 'desk_once', 99_00, 'cash', july, null],
    ['twice', 'desk_twice0', 99_00, 'cash', june, null],
    ['twice', 'desk_twice', 10_00, 'card', july, null],
    ['unread', 'desk_unread', 109_00, 'card', july, null],
  ])
  expect(await findViolations(database)).toEqual([])
})

test('a desk payment has an amount, a known method and an appointment', async () => {
  const { database, upgrade } = await openOld()
  await upgrade()
  const add = (row: { appointmentId?: string; amountCents?: number; method?: string }) => {
    const { appointmentId = 'unpaid', amountCents = 1, method = 'cash' } = row
    return sql`insert into "deskPayments" ("id", "appointmentId", "amountCents", "method", "takenAt")
      values ('desk_1', ${appointmentId}, ${amountCents}, ${method}, ${july})`.execute(
      database.query,
    )
  }
  await expect(add({ amountCents: 0 })).rejects.toThrow(/check constraint/i)
  await expect(add({ method: 'cheque' })).rejects.toThrow(/check constraint/i)
  await expect(add({ appointmentId: 'none' })).rejects.toThrow(/foreign key constraint/i)
  await add({})
})
