import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readAccountData } from '../identity/account/read-data.ts'
import type { Caller } from '../identity/caller.ts'
import { openUnusedDatabase } from '../testing/database/database.ts'
import { fillAppointments } from '../testing/database/many-appointments.ts'
import { plansOf, readsWholeTable } from '../testing/database/query-plan.ts'
import { booked, openPortal, type Person, signIn } from '../testing/portal.ts'
import { exportPatient } from './export-patient.ts'

const signedIn: Omit<Caller, 'userId' | 'email'> = {
  ...{ sessionId: '', name: 'Pat Doe', role: 'patient', verified: true, passwordDue: false },
  ...{ activeAt: '', provedAt: '' },
}

/** A clinic of years with 500 patients, who have had ten appointments and as many mails each. */
async function openYears() {
  const portal = await openPortal({ database: await openUnusedDatabase() })
  const { query } = portal.database
  await fillAppointments(portal.database, 5_000)
  await sql`insert into "outbox" ("id", "kind", "recipient", "subject", "text", "html", "createdAt",
      "dueAt", "sentAt", "appointmentId", "channel")
    select 'm' || "id", 'reminder', "patient", '', '', '', "createdAt", "createdAt", "createdAt", "id",
      case when "startMinute" % 60 = 0 then 'sms' else 'mail' end
    from "appointments"`.execute(query)
  await sql`analyze`.execute(query)
  return portal
}

test('a patient’s data are read with as many statements for ten appointments as for one, each by an index', async () => {
  const portal = await openYears()
  const { database, deps } = portal
  const plansFor = async ({ email }: Person, patientId?: string) => {
    const found = await database.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const caller = { ...signedIn, userId: found.id, email }
    return await plansOf(database, async (query) => {
      const reader = { ...deps, database: { ...database, query } }
      expect((await readAccountData(reader, caller))?.appointments.length).toBeGreaterThan(0)
      const exported = await exportPatient(reader, patientId ?? found.id)
      expect(exported?.appointments.length).toBeGreaterThan(0)
    })
  }
  const plans = await plansFor(await signIn(portal, 'p000123@patients.example'), 'p000123')
  for (const plan of plans) {
    for (const table of ['appointments', 'a', 'outbox', 'payments']) {
      expect(readsWholeTable(plan, table), plan).toBe(false)
    }
  }
  const jane = await signIn(portal)
  await booked(portal, jane)
  expect(await plansFor(jane)).toHaveLength(plans.length)
})
