import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addDays } from '../contract/date.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { seed } from '../server/db/seed.ts'

export type Slot = { treatmentId: string; slot: string; price: number; start: number; end: number }

/** A data folder with the demo clinic and `count` appointments of the past, live and cancelled. */
export async function makeClinic(dataDir: string, count: number, today: string): Promise<Slot[]> {
  const database = await openDatabase({ dataDir })
  await migrate(database)
  await seed(database, 'Molar Dental')
  await database.close()
  const file = new DatabaseSync(join(dataDir, 'molar.db'))
  const slots = file
    .prepare(
      `select t.id as "treatmentId", s.slot, t."priceCents" / 100 as price,
        s."startMinute" as start, s."endMinute" as end
      from treatments t join "treatmentSlots" s on s."treatmentId" = t.id`,
    )
    .all() as Slot[]
  insertAppointments(file, slots, count, today)
  file.exec('analyze; pragma wal_checkpoint(truncate)')
  file.close()
  return slots
}

/** Every tenth is live; past the capacity of a day the others are cancelled ones. */
function insertAppointments(file: DatabaseSync, slots: Slot[], count: number, today: string) {
  const insert = file.prepare(
    `insert into appointments (id, "treatmentId", treatment, "priceCents", day, slot,
      "startMinute", "endMinute", patient, "patientName", "nameKey", phone,
      "createdAt", "cancelledAt", "patientId")
    values (?, ?, 'Treatment', 9900, ?, ?, ?, ?, ?, 'Pat', 'pat', '', '2020-01-01T00:00:00.000Z', ?, ?)`,
  )
  const insertPatient = file.prepare(
    `insert into patients (id, name, "nameKey", email, "createdAt")
    values (?, 'Pat', 'pat', ?, '2020-01-01T00:00:00.000Z') on conflict do nothing`,
  )
  file.exec('begin')
  for (let place = 0; place < count; place += 1) {
    const { treatmentId, slot, start, end } = slots[place % slots.length] as Slot
    const round = Math.floor(place / slots.length)
    // From three years back to half a year ahead, over and over; a live one stands once a day.
    const day = addDays(today, (round % 1275) - 1095)
    const cancelled = round >= 1275 || day >= today ? '2020-01-02T00:00:00.000Z' : null
    const patient = `patient${place % 20_000}-${place % slots.length}@patients.example`
    insertPatient.run(patient, patient)
    insert.run(`fill-${place}`, treatmentId, day, slot, start, end, patient, cancelled, patient)
  }
  // No confirmations are due for appointments that were booked long ago.
  file.exec('delete from "confirmationsDue"')
  file.exec('commit')
}

/** Signed-in patients, made in the file before the server starts; hashing passwords is not measured. */
export function makePatients(dataDir: string, count: number): { email: string; token: string }[] {
  const file = new DatabaseSync(join(dataDir, 'molar.db'))
  const at = new Date().toISOString()
  const later = new Date(Date.now() + 86_400_000).toISOString()
  file.exec('begin')
  const patients = Array.from({ length: count }, (_, place) => {
    const id = `bench-${place}`
    const email = `bench${place}@patients.example`
    file
      .prepare(
        `insert into users (id, name, email, "emailVerified", role, unbounded, "createdAt", "updatedAt")
        values (?, 'Pat Doe', ?, 1, 'patient', 1, ?, ?)`,
      )
      .run(id, email, at, at)
    file
      .prepare(
        `insert into sessions (id, token, "userId", "expiresAt", "createdAt", "updatedAt")
        values (?, ?, ?, ?, ?, ?)`,
      )
      .run(id, id, id, later, at, at)
    const hash = createHash('sha256').update(id).digest('hex')
    file
      .prepare(`insert into "accessTokens" (hash, "sessionId", "expiresAt") values (?, ?, ?)`)
      .run(hash, id, later)
    return { email, token: id }
  })
  file.exec('commit')
  file.close()
  return patients
}
