import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openOlder } from '../testing/database/older.ts'
import { refusingConstraint } from './constraint.ts'

const at = '2026-06-01T10:00:00.000Z'

/** A clinic from before doctors' hours, with an appointment. */
async function openOld() {
  const { database, upgrade } = await openOlder('0029-status')
  const { query } = database
  await sql`insert into "treatments" ("id", "name", "priceCents", "position")
    values ('t1', 'Teeth Cleaning', 5900, 1)`.execute(query)
  await sql`insert into "treatmentSlots" ("treatmentId", "slot", "startMinute", "endMinute")
    values ('t1', '8:00 AM - 8:30 AM', 480, 510)`.execute(query)
  await sql`insert into "doctors" ("id", "name", "email", "specialty", "photo", "createdAt")
    values ('d1', 'Ada Chen', 'ada@clinic.example', 'Teeth Cleaning', '', ${at})`.execute(query)
  const book = async (id: string, slot: string, start: number, doctor?: string) => {
    const treated = { id: `p-${id}`, name: 'Jane', nameKey: 'jane', createdAt: at }
    await query.insertInto('patients').values(treated).execute()
    const columns = doctor ? sql`, "doctorId", "doctorName", "busyUntilMinute"` : sql``
    const values = doctor ? sql`, ${doctor}, 'Ada Chen', cast(${start + 40} as integer)` : sql``
    return sql`insert into "appointments" ("id", "treatmentId", "treatment", "priceCents", "day",
        "slot", "startMinute", "endMinute", "patient", "patientName", "phone", "createdAt",
        "patientId" ${columns})
      values (${id}, 't1', 'Teeth Cleaning', 5900, '2026-06-08', ${slot}, cast(${start} as integer),
        cast(${start + 30} as integer), ${`${id}@patients.example`}, 'Jane', '', ${at}, ${treated.id} ${values})`
      .execute(query)
      .then(() => null, refusingConstraint)
  }
  await book('old', '8:00 AM - 8:30 AM', 480)
  await upgrade()
  return { query, book }
}

test('existing appointments retain their slots, and appointments of one doctor cannot overlap', async () => {
  const { query, book } = await openOld()
  expect(await query.selectFrom('appointments').selectAll().execute()).toMatchObject([
    { id: 'old', doctorId: null, chairId: null, doctorName: null, busyUntilMinute: null },
  ])
  expect(await book('same', '8:00 AM - 8:30 AM', 480)).toBe('appointments_one_per_slot')
  expect(await book('first', '9:00 AM - 9:30 AM', 540, 'd1')).toBeNull()
  expect(await book('within', '9:35 AM - 10:05 AM', 575, 'd1')).toBe('appointments_doctor_busy')
  expect(await book('crossed', '9:15 AM - 9:45 AM', 555)).toBe('appointments_crossed')
  await query.updateTable('doctors').set({ name: 'Ada Lee' }).execute()
  const renamed = await query
    .selectFrom('appointments')
    .select('doctorName')
    .where('doctorId', '=', 'd1')
    .execute()
  expect(renamed).toEqual([{ doctorName: 'Ada Lee' }])
})
