import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openOlder } from '../testing/database/older.ts'
import { refusingConstraint } from './constraint.ts'
import type { Queries } from './database.ts'

const at = '2026-06-01T10:00:00.000Z'
const [jane, sam] = ['jane@patients.example', 'sam@patients.example']

/** A clinic from before patients had rows, with a person of every kind. */
async function openOld() {
  const { database, upgrade } = await openOlder('0025-announced-refunds')
  const { query } = database
  await sql`insert into "treatments" ("id", "name", "priceCents", "position")
    values ('t1', 'Teeth Cleaning', 5900, 1), ('t2', 'Oral Surgery', 9900, 2)`.execute(query)
  const flag = (yes: boolean) => (database.engine === 'postgres' ? yes : Number(yes))
  await sql`insert into "users" ("id", "name", "email", "emailVerified", "phone", "createdAt", "updatedAt")
    values ('jane', 'Jane Doe', ${jane}, ${flag(true)}, '', ${at}, ${at}),
      ('sam', 'Sam Roe', ${sam}, ${flag(false)}, '+1 718', ${at}, ${at})`.execute(query)
  await sql`insert into "familyMembers"
      ("id", "userId", "place", "name", "nameKey", "relation", "createdAt")
    values ('timmy', 'jane', 2, 'Timmy Doe', 'timmy doe', 'child', ${at}),
      ('timmy2', 'jane', 5, 'Timmy-Doe', 'timmy-doe', 'child', ${at})`.execute(query)
  for (const [place, row] of rows.entries()) await insertOld(query, place, row)
  await sql`insert into "waits" ("id", "userId", "patient", "person", "phone", "treatmentId",
      "fromDay", "untilDay", "weekdays", "fromMinute", "untilMinute", "createdAt", "checkAt")
    values ('w1', 'jane', ${jane}, 'timmy', '', 't1', '2026-06-08', '2026-06-09', 127, 0, 600, ${at}, ${at}),
      ('w2', 'jane', ${jane}, '', '', 't1', '2026-06-08', '2026-06-09', 127, 0, 600, ${at}, ${at})`.execute(
    query,
  )
  return { query, upgrade }
}

type Old = { patient: string; name: string; phone?: string; person?: string; unproved?: string }

const rows: Old[] = [
  { patient: jane, name: 'Jane Doe', phone: '718 555' },
  { patient: jane, name: 'Timmy Doe', person: 'timmy' },
  { patient: jane, name: 'Ann Doe', person: 'gone' },
  { patient: 'guest:otto:718', name: 'Otto' },
  { patient: 'guest:otto:718', name: 'Otto' },
  { patient: 'guest:otto:719', name: 'Otto' },
  { patient: 'none@x.example', name: 'Vera Poe' },
  { patient: 'none@x.example', name: 'vera poe' },
  { patient: 'none@x.example', name: 'Karl Poe' },
  { patient: sam, name: 'Sam Roe' },
  { patient: sam, name: 'Sam Roe', unproved: 'sam' },
  { patient: sam, name: 'Who Ever', unproved: 'ended' },
  { patient: 'guest:removed:u9', name: '—' },
  { patient: 'guest:removed:u9', name: '—', person: 'child9' },
]

async function insertOld(query: Queries, place: number, row: Old): Promise<void> {
  const { patient, name, phone = '', person = '', unproved = '' } = row
  const [relation, booker] = person === '' ? [null, null] : ['child', 'Jane Doe']
  const id = `a${String(place).padStart(2, '0')}`
  const day = `2026-06-${String(place + 1).padStart(2, '0')}`
  await sql`insert into "appointments" ("id", "treatmentId", "treatment", "priceCents", "day",
      "slot", "startMinute", "endMinute", "patient", "patientName", "phone", "phoneKey", "createdAt",
      "person", "relation", "bookerName", "unproved")
    values (${id}, 't1', 'Teeth Cleaning', 5900, ${day}, '8:00 AM - 8:30 AM', 480, 510, ${patient},
      ${name}, ${phone}, ${phone.replaceAll(' ', '')}, ${at}, ${person}, ${relation}, ${booker},
      ${unproved})`.execute(query)
}

test('the migration creates patients for all appointments and does not merge uncertain matches', async () => {
  const { query, upgrade } = await openOld()
  await upgrade()
  const kept = await query
    .selectFrom('appointments as a')
    .innerJoin('patients as p', 'p.id', 'a.patientId')
    .select(['a.id', 'p.id as patientId', 'p.accountId', 'p.name', 'p.email', 'p.guestKey'])
    .select(['a.relation', 'a.bookerName'])
    .orderBy('a.id')
    .execute()
  const of = ({ patientId, accountId, email, guestKey }: (typeof kept)[number]) =>
    [patientId, accountId, email || guestKey].join(' ')
  expect(kept.map(of)).toEqual([
    `jane jane ${jane}`,
    'timmy jane ',
    'gone jane ',
    'a03  guest:otto:718',
    'a03  guest:otto:718',
    'a05  guest:otto:719',
    'a06  none@x.example',
    'a06  none@x.example',
    'a08  none@x.example',
    `a09  ${sam}`,
    `sam sam ${sam}`,
    'a11  guest:ended',
    'a12  guest:removed:u9',
    'child9  guest:child9',
  ])
  expect(kept.map(({ relation, bookerName }) => [relation, bookerName])).toEqual(
    rows.map(({ person }) => (person ? ['child', 'Jane Doe'] : [null, null])),
  )
  const waits = await query.selectFrom('waits').select(['id', 'patientId']).orderBy('id').execute()
  expect(waits.map(({ patientId }) => patientId)).toEqual(['timmy', 'jane'])
  const family = await query
    .selectFrom('patients')
    .select(['id', 'name', 'place', 'relation'])
    .where('relation', 'is not', null)
    .orderBy('id')
    .execute()
  expect(family.map(({ id, place, relation }) => [id, place, relation])).toEqual([
    ['gone', null, 'child'],
    ['timmy', 2, 'child'],
    ['timmy2', 5, 'child'],
  ])
  const phones = await query
    .selectFrom('patients')
    .select(['id', 'phone', 'phoneKey'])
    .where('phone', '<>', '')
    .orderBy('id')
    .execute()
  expect(phones).toEqual([
    { id: 'jane', phone: '718 555', phoneKey: '718555' },
    { id: 'sam', phone: '+1 718', phoneKey: '1718' },
  ])
})

test('after the migration, the constraints on appointments apply by patient', async () => {
  const { query, upgrade } = await openOld()
  await upgrade()
  const like = await query
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', 'a03')
    .executeTakeFirstOrThrow()
  const refusing = async (more: object) => {
    const inserted = query.insertInto('appointments').values({ ...like, id: 'new', ...more })
    return refusingConstraint(await inserted.execute().catch((error: unknown) => error))
  }
  const later = { slot: '9:00 AM - 9:30 AM', startMinute: 540, endMinute: 570 }
  expect(await refusing({ ...later })).toBe('appointments_one_per_treatment')
  expect(await refusing({ treatmentId: 't2', slot: 'x' })).toBe('appointments_one_chair')
  await expect(
    query
      .insertInto('appointments')
      .values({ ...like, ...later, id: 'new', patientId: 'nobody' })
      .execute(),
  ).rejects.toThrow(/foreign key|appointments_patient/i)
  expect(await refusing({ ...later, patientId: 'a05' })).toBeNull()
  const stored = await query.selectFrom('appointments').select('patientId').where('id', '=', 'new')
  expect(await stored.execute()).toEqual([{ patientId: 'a05' }])
  await expect(
    query
      .updateTable('appointments')
      .set({ patientId: sql<string>`null` })
      .where('id', '=', 'a03')
      .execute(),
  ).rejects.toThrow()
})
