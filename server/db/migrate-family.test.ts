import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeEmptyPlace } from '../testing/database/database.ts'
import { refusingConstraint } from './constraint.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/** A clinic of before there were families, with two appointments. */
async function openOld() {
  const database = await openDatabase(await makeEmptyPlace())
  onTestFinished(() => database.close())
  const { query } = database
  await migrate(database, '0006-policy')
  await sql`insert into "treatments" ("id", "name", "priceCents", "position")
    values ('t1', 'Teeth Cleaning', 5900, 1), ('t2', 'Oral Surgery', 9900, 2)`.execute(query)
  const insert = (id: string, more: Partial<Row>) => insertInto(query, { ...row, id, ...more })
  await insert('a1', {})
  await insert('a2', { treatmentId: 't2', day: '2026-06-09' })
  return { query, insert, upgrade: () => migrate(database) }
}

const row = {
  id: '',
  treatmentId: 't1',
  day: '2026-06-08',
  slot: '8:00 AM - 8:30 AM',
  patient: 'jane@patients.example',
  person: '',
  bookerName: null as string | null,
}
type Row = typeof row

async function insertInto(query: Awaited<ReturnType<typeof openDatabase>>['query'], one: Row) {
  const { id, treatmentId, day, slot, patient, person, bookerName } = one
  const [columns, values] = person
    ? [sql`, "person", "bookerName", "relation"`, sql`, ${person}, ${bookerName}, 'child'`]
    : [sql``, sql``]
  await sql`insert into "appointments" ("id", "treatmentId", "treatment", "priceCents", "day",
      "slot", "startMinute", "endMinute", "patient", "patientName", "phone", "createdAt" ${columns})
    values (${id}, ${treatmentId}, 'Teeth Cleaning', 5900, ${day}, ${slot}, 480, 510,
      ${patient}, 'Jane Doe', '', '2026-06-01T10:00:00.000Z' ${values})`.execute(query)
}

test('an older database keeps its appointments, for the accounts’ holders, and its rules', async () => {
  const { query, insert, upgrade } = await openOld()
  await upgrade()
  const kept = await query
    .selectFrom('appointments')
    .select(['id', 'person', 'relation', 'bookerName'])
    .orderBy('id')
    .execute()
  const own = { person: '', relation: null, bookerName: null }
  expect(kept).toEqual([
    { id: 'a1', ...own },
    { id: 'a2', ...own },
  ])
  const refusing = async (more: Partial<Row>) =>
    refusingConstraint(await insert('a4', more).catch((error: unknown) => error))
  expect(await refusing({ patient: 'john@patients.example' })).toBe('appointments_one_per_slot')
  const later = { slot: '9:00 AM - 9:30 AM' }
  expect(await refusing(later)).toBe('appointments_one_per_treatment')
  expect(await refusing({ treatmentId: 't2' })).toBe('appointments_one_chair')
  const timmy = { person: 'timmy', bookerName: 'Jane Doe' }
  await insert('a3', { treatmentId: 't2', ...timmy })
  expect(await refusing({ ...later, ...timmy })).toBe('appointments_one_chair')
})
