import { v7 as uuidv7 } from 'uuid'
import type { Day } from '../../contract/date.ts'
import type { PatientDraft, PatientRefusal } from '../../contract/patients/patient.ts'
import { type Refused, refused } from '../appointments/appointment.ts'
import { foldText, phoneKey } from '../appointments/search-keys.ts'
import type { Instant } from '../clock.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Database, Queries } from '../db/database.ts'
import type { BookingParts } from '../deps.ts'
import type { Reach } from '../doctors/reach.ts'
import { endRequestsOf } from '../waitlist/end-request.ts'
import { holdAppointmentsFirst } from '../waitlist/hold-lines.ts'
import { isOwnPatient, lockPatient, type PatientRecord } from './queries.ts'
import { readdress } from './readdress.ts'

type Outcome =
  | { ok: true; revision: number }
  | Refused<PatientRefusal | 'changed_meanwhile' | 'not_found'>

/** The columns of what staff type. */
export function patientColumns({ birthDate, language, ...draft }: PatientDraft) {
  return {
    ...draft,
    birthDate: birthDate === '' ? null : birthDate,
    language: language === '' ? null : language,
    nameKey: foldText(draft.name),
    phoneKey: phoneKey(draft.phone),
  }
}

/** Adds a patient that only the clinic knows; does not look for one who might be the same person. */
export async function addPatient(
  query: Queries,
  draft: PatientDraft,
  createdAt: Instant,
): Promise<{ ok: true; id: string } | Refused<'patient_exists'>> {
  const id = uuidv7()
  const guestKey = draft.email === '' ? `guest:${id}` : null
  try {
    await query
      .insertInto('patients')
      .values({ ...patientColumns(draft), id, guestKey, createdAt })
      .execute()
    return { ok: true, id }
  } catch (error) {
    if (refusingConstraint(error) !== 'patients_one_per_address') throw error
    return refused('patient_exists')
  }
}

/**
 * Changes what staff know of a patient, as they last saw it. Another e-mail goes onto the appointments
 * of a patient without an account, whose mails follow it; requests on the waitlist for them by the account of the
 * former one end.
 */
export async function changePatient(
  parts: BookingParts,
  { id, revision, ...draft }: PatientDraft & { id: string; revision: number },
): Promise<Outcome> {
  const { database, changes, outbox } = parts
  let freed: Day[] = []
  const outcome = await inTransaction(database, async (query) => {
    await holdAppointmentsFirst(database, query)
    const found = await lockUnchanged(database, query, { id, revision })
    if (!found.ok) return found
    const { accountId, email: known, guestKey } = found.patient
    const { email, ...columns } = patientColumns(draft)
    if (accountId !== null && (await isForeign(query, accountId, email))) {
      return refused('email_of_account')
    }
    const key = email === '' ? (guestKey ?? `guest:${id}`) : null
    const reached = accountId === null && { email, guestKey: key }
    await query
      .updateTable('patients')
      .set({ ...columns, ...reached, revision: revision + 1 })
      .where('id', '=', id)
      .execute()
    if (reached && email !== known) {
      freed = await endRequestsOf(query, parts, { patientId: id })
      await readdress(parts, query, id)
    }
    return { ok: true, revision: revision + 1 }
  })
  changes.publish(...freed)
  if (freed.length > 0) outbox.wake()
  return outcome
}

/** Changes the note and the alert alone, within the reach of who writes them. */
export async function changePatientNotes(
  database: Database,
  reach: Reach,
  { id, revision, note, alert }: { id: string; revision: number; note: string; alert: string },
): Promise<Outcome> {
  return inTransaction(database, async (query) => {
    const found = await lockUnchanged(database, query, { id, revision })
    const own = await query
      .selectFrom('patients as p')
      .select('p.id')
      .where('p.id', '=', id)
      .where(isOwnPatient(reach))
      .executeTakeFirst()
    // Of other doctors' patients not even the revision is answered.
    if (!own) return refused('not_found')
    if (!found.ok) return found
    await query
      .updateTable('patients')
      .set({ note, alert, revision: revision + 1 })
      .where('id', '=', id)
      .execute()
    return { ok: true, revision: revision + 1 }
  })
}

/** The patient that staff saw, locked until the transaction is over. */
async function lockUnchanged(
  database: Database,
  query: Queries,
  { id, revision }: { id: string; revision: number },
): Promise<
  { ok: true; patient: PatientRecord } | Refused<'not_found' | 'patient_over' | 'changed_meanwhile'>
> {
  const patient = await lockPatient(database, query, id)
  if (!patient) return refused('not_found')
  if (patient.mergedInto !== null || patient.erasedAt !== null) return refused('patient_over')
  return patient.revision === revision ? { ok: true, patient } : refused('changed_meanwhile')
}

/** An e-mail is typed that is not the account's. */
async function isForeign(query: Queries, accountId: string, email: string): Promise<boolean> {
  const user = await query
    .selectFrom('users')
    .select(['email', 'claims'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return email !== '' && email !== (user?.claims ?? user?.email)
}

/** Takes a patient out of what is looked at every day, or brings them back; nothing else changes. */
export async function archivePatient(
  database: Database,
  { id, revision, archived }: { id: string; revision: number; archived: boolean },
  now: Instant,
): Promise<Outcome> {
  return inTransaction(database, async (query) => {
    const found = await lockUnchanged(database, query, { id, revision })
    if (!found.ok) return found
    await query
      .updateTable('patients')
      .set({ archivedAt: archived ? now : null, revision: revision + 1 })
      .where('id', '=', id)
      .execute()
    return { ok: true, revision: revision + 1 }
  })
}

async function inTransaction(
  { query }: Database,
  change: (query: Queries) => Promise<Outcome>,
): Promise<Outcome> {
  return query
    .transaction()
    .execute(change)
    .catch((error: unknown) => {
      const constraint = refusingConstraint(error)
      if (constraint === 'patients_one_per_address') return refused('patient_exists')
      if (constraint === 'patients_one_per_name') return refused('name_in_list')
      throw error
    })
}
