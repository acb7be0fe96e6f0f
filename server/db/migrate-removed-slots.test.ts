import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { formatSlot } from '../../contract/appointments/slot.ts'
import { makeEmptyPlace } from '../testing/database/database.ts'
import { refusingConstraint } from './constraint.ts'
import { openDatabase, type Queries } from './database.ts'
import { migrate } from './migrate.ts'

const at = '2026-06-05T13:15:00.000Z'
const [eight, quarterPast] = [480, 495]

type Old = { day: string; start?: number; doctorId?: string; cancelledAt?: string }

/** Of a treatment whose only slot begins at a quarter past eight. */
const appointments = {
  removed: { day: '2026-06-10' },
  onList: { day: '2026-06-11', start: quarterPast },
  past: { day: '2026-06-04' },
  cancelled: { day: '2026-06-12', cancelledAt: at },
  crossed: { day: '2026-06-13' },
  crossing: { day: '2026-06-13', start: quarterPast },
  held: { day: '2026-06-14' },
  withDoctor: { day: '2026-06-15', doctorId: 'd1' },
} satisfies Record<string, Old>

function slotOf(start: number) {
  return { slot: formatSlot({ start, end: start + 30 }), startMinute: start, endMinute: start + 30 }
}

async function insertAppointment(query: Queries, id: string, old: Old) {
  const { day, start = eight, doctorId = null, cancelledAt = null } = old
  const { slot, startMinute, endMinute } = slotOf(start)
  const [doctorName, busyUntil] = doctorId === null ? [null, null] : ['Ada', endMinute]
  const patient = { id, name: 'Jane', nameKey: 'jane', createdAt: at, guestKey: `guest:${id}` }
  await query.insertInto('patients').values(patient).execute()
  await sql`insert into "appointments" ("id", "treatmentId", "treatment", "priceCents", "day", "slot",
      "startMinute", "endMinute", "patient", "patientName", "phone", "createdAt", "patientId",
      "doctorId", "doctorName", "busyUntilMinute", "cancelledAt")
    values (${id}, 't1', 'Oral Surgery', 10900, ${day}, ${slot}, ${startMinute}, ${endMinute},
      'jane@patients.example', 'Jane', '', ${at}, ${id}, ${doctorId}, ${doctorName}, ${busyUntil},
      ${cancelledAt})`.execute(query)
}

/** The slot at a quarter past eight is held for somebody who waits. */
async function insertOffer(query: Queries, { day }: Old) {
  const { slot, startMinute, endMinute } = slotOf(quarterPast)
  await sql`insert into "users" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values ('u1', 'Mia', 'mia@patients.example', ${sql.lit(true)}, ${at}, ${at})`.execute(query)
  await sql`insert into "waits" ("id", "userId", "patient", "patientId", "phone", "treatmentId", "fromDay",
      "untilDay", "weekdays", "fromMinute", "untilMinute", "state", "createdAt", "checkAt")
    values ('w1', 'u1', 'mia@patients.example', 'u1', '', 't1', ${day}, ${day}, 127, 0, 1440, 'waiting', ${at},
      ${at})`.execute(query)
  await sql`insert into "offers" ("id", "waitId", "treatmentId", "day", "slot", "startMinute", "endMinute",
      "state", "madeAt", "expiresAt")
    values ('o1', 'w1', 't1', ${day}, ${slot}, ${startMinute}, ${endMinute}, 'open', ${at},
      '2026-06-05T14:15:00.000Z')`.execute(query)
}

/** A clinic whose treatment lost slots before that marked their appointments, after its upgrade. */
async function openUpgraded() {
  const database = await openDatabase(await makeEmptyPlace())
  onTestFinished(() => database.close())
  const { query } = database
  await migrate(database, '0052-test-mode')
  const { slot, startMinute, endMinute } = slotOf(quarterPast)
  await sql`insert into "clinic" ("id", "name", "address", "phone", "horizonDays")
    values (1, 'Molar Dental', '', '', 180)`.execute(query)
  await sql`insert into "treatments" ("id", "name", "priceCents", "position")
    values ('t1', 'Oral Surgery', 10900, 1)`.execute(query)
  await sql`insert into "treatmentSlots" ("treatmentId", "slot", "startMinute", "endMinute")
    values ('t1', ${slot}, ${startMinute}, ${endMinute})`.execute(query)
  await sql`insert into "doctors" ("id", "name", "email", "specialty", "photo", "createdAt")
    values ('d1', 'Ada', 'ada@clinic.example', 'Oral Surgery', 'ada.jpg', ${at})`.execute(query)
  for (const [id, old] of Object.entries(appointments)) await insertAppointment(query, id, old)
  await insertOffer(query, appointments.held)
  const open = query.selectFrom('offers').select('id').where('state', '=', 'open')
  expect(await open.execute()).toEqual([{ id: 'o1' }])
  await migrate(database)
  return database
}

test('an upgrade marks the appointments to come whose slot has left its list, so that slots at their time are taken', async () => {
  const database = await openUpgraded()
  const { query } = database
  const marked = query.selectFrom('appointments').select('id').where('outside', '=', 1)
  expect(await marked.execute()).toEqual([{ id: 'removed' }])
  const { day } = appointments.removed
  const booking = insertAppointment(query, 'later', { day, start: quarterPast })
  const refused = await booking.catch(refusingConstraint)
  expect(refused).toBe('appointments_crossed')
})
