import type { Look } from '../../contract/identity/account-data.ts'
import type { Queries } from '../db/database.ts'
import { listEntriesAbout, listOwnIds } from './queries.ts'

/** Audit actions that show a patient's data to staff. */
const actions = ['patient_read', 'patient_exported', 'appointment_read']
/** Entries that are read; looks of an hour are one. */
const most = 2000
const hourLength = '2026-06-05T13'.length

/**
 * Who of the staff looked at a patient, one merged into it or one of their appointments, the newest first. It
 * is read from the audit, which has each look before it is answered: once for each hour, kind and person here.
 */
export async function listLooks(
  query: Queries,
  patients: readonly string[],
  appointments: readonly string[],
): Promise<Look[]> {
  const own = await Promise.all(patients.map((id) => listOwnIds(query, id)))
  const subjects = [...own.flat(), ...appointments]
  if (subjects.length === 0) return []
  const entries = await listEntriesAbout(query, subjects, { actions, most })
  const byHour = new Map(
    entries.map(({ at, action, actor, name }) => [
      JSON.stringify([at.slice(0, hourLength), action, actor]),
      { at, action, by: name ?? actor },
    ]),
  )
  return [...byHour.values()]
}

/** The same by the patient's id alone. */
export async function readLooks(query: Queries, id: string): Promise<Look[]> {
  const rows = await query
    .selectFrom('appointments')
    .select('id')
    .where('patientId', 'in', await listOwnIds(query, id))
    .execute()
  return listLooks(
    query,
    [id],
    rows.map((row) => row.id),
  )
}
