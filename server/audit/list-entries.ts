import { AuditEntry } from '../../contract/audit.ts'
import type { Queries } from '../db/database.ts'
import { listFoundIds } from '../schedule/list-found.ts'
import {
  type Entry,
  listActors,
  listEmails,
  listPatientNames,
  selectByActor,
  selectBySubject,
  selectBySubjects,
  selectEntries,
} from './queries.ts'

/** Above every id, which are digits and letters up to f. */
const newest = 'g'

type Asked = { after?: string | undefined; limit: number; search?: string | undefined }

/** As many of a patient's appointments as are looked for in the audit, the newest. */
const mostAppointments = 300

/**
 * One page of the audit, the newest first. A search is the beginning of an actor or a subject in lower
 * case, as e-mails, ids and days are, or any part of the name, e-mail or phone of a patient, whose
 * appointments entries are about.
 */
export async function listEntries(
  query: Queries,
  { after: before = newest, limit, search = '' }: Asked,
): Promise<{ rows: AuditEntry[]; next: string | null }> {
  // One more than asked for shows whether there is another page.
  const page = { before, limit: limit + 1 }
  const found = search
    ? await searchEntries(query, search, page)
    : await selectEntries(query, page).execute()
  const shown = found.slice(0, limit)
  const names = await listPatientNames(query, [...new Set(shown.map(({ subject }) => subject))])
  const accounts = await readAccounts(query, shown)
  const rows = shown.map((entry) => {
    const actor = accounts.get(entry.actor) ?? entry.actor
    return showEntry({ ...entry, actor }, names.get(entry.subject))
  })
  return { rows, next: found.length > limit ? (rows.at(-1)?._id ?? null) : null }
}

const ofAccount = 'account:'

/** Patients stand in the audit by their account alone: its e-mail for as long as it is there. */
async function readAccounts(query: Queries, entries: readonly Entry[]) {
  const ids = entries.flatMap(({ actor }) =>
    actor.startsWith(ofAccount) ? actor.slice(ofAccount.length) : [],
  )
  const found = await listEmails(query, [...new Set(ids)])
  return new Map(found.map(({ id, email, claims }) => [ofAccount + id, claims ?? email]))
}

/** An action that this version does not know keeps its stored name and fields. */
function showEntry(
  { id: _id, data, ...stored }: Entry,
  patientName: string | undefined,
): AuditEntry {
  const entry = patientName === undefined ? stored : { ...stored, patientName }
  const known = AuditEntry.safeParse({ _id, ...entry, data: JSON.parse(data) })
  if (known.success) return known.data
  return { _id, ...entry, action: 'other', data: { name: stored.action, detail: data } }
}

/** Each actor's newest and the subjects' newest; the newest of all these are the newest found. */
async function searchEntries(
  query: Queries,
  search: string,
  page: { before: string; limit: number },
): Promise<Entry[]> {
  const lower = search.toLowerCase()
  const actors = await listActors(query, lower)
  const appointments = await listFoundIds(query, search, mostAppointments)
  const parts = await Promise.all([
    selectBySubject(query, lower, page).execute(),
    ...(appointments.length > 0 ? [selectBySubjects(query, appointments, page).execute()] : []),
    ...actors.map((actor) => selectByActor(query, actor, page).execute()),
  ])
  const byId = new Map(parts.flat().map((entry) => [entry.id, entry]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit)
}
