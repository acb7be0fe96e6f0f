import type { PatientData } from '../../contract/identity/account-data.ts'
import type { Deps } from '../deps.ts'
import { showAppointments } from '../identity/account/read-data.ts'
import { listLooks } from './looks.ts'
import { findRecord, listOwnIds, readMessages, readRequests } from './queries.ts'

/**
 * All stored data about one patient, for a copy handed over to them, without the data of their account alone,
 * such as its sessions. `null` if there is no such patient.
 */
export async function exportPatient(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  id: string,
): Promise<PatientData | null> {
  const { query } = database
  const record = await findRecord(query, id)
  if (!record) return null
  const ids = await listOwnIds(query, id)
  const visits = await query
    .selectFrom('appointments')
    .selectAll()
    .where('patientId', 'in', ids)
    .orderBy('day')
    .orderBy('startMinute')
    .orderBy('id')
    .execute()
  const visitIds = visits.map((visit) => visit.id)
  const [appointments, waitlist, written, looks] = await Promise.all([
    showAppointments(query, visits),
    readRequests(query, ids),
    readMessages(query, record.address, visitIds),
    listLooks(query, [id], visitIds),
  ])
  const { name, relation, birthDate, phone, note, alert } = record
  const records = [{ name, relation, birthDate, phone, note, alert }]
  const exportedAt = clock().toISOString()
  return { exportedAt, records, appointments, waitlist, ...written, looks }
}
