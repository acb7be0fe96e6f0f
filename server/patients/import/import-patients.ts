import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  ImportedLine,
  ImportRefusal,
  ImportReport,
} from '../../../contract/patients/import.ts'
import { type Refused, refused } from '../../appointments/appointment.ts'
import type { Queries } from '../../db/database.ts'
import { retryRace } from '../../db/retry-deadlock.ts'
import type { BookingParts } from '../../deps.ts'
import { findErased } from '../erase.ts'
import { isPatientRace } from '../find-patients.ts'
import { importVisits, type VisitFate } from './import-visits.ts'
import {
  type Columns,
  type FileTable,
  headingOf,
  type ImportOrder,
  type ReadLine,
  readColumns,
  readLine,
  readTable,
} from './read-file.ts'
import {
  listAlike,
  type NewPatient,
  newPatient,
  type Person,
  type Placed,
  personOf,
  type Recognized,
  recognize,
} from './recognize.ts'

/** Lines in one transaction. */
const atOnce = 500

/**
 * Imports patients, then their appointments day by day, without notifications. Each 500 lines, and each day,
 * are one transaction: an interrupted import is finished by importing the same file again, which recognizes
 * the patients and appointments that are already stored.
 */
export async function importPatients(
  parts: BookingParts,
  bytes: Uint8Array,
  order: ImportOrder,
): Promise<{ ok: true; report: ImportReport } | Refused<ImportRefusal>> {
  const read = readTable(bytes)
  if (!read.ok) return read
  const { table } = read
  const columns = readColumns(table.columns)
  if (!columns.at.has('name')) return refused('import_no_name')
  const placed: Placed[] = []
  const people = createPeople()
  const added = new Map<string, NewPatient>()
  for (let first = 0; first < table.rows.length; first += atOnce) {
    const some = table.rows.slice(first, first + atOnce)
    const lines = some.map((row) => readLine(row, columns, order.dates))
    const done = await placePatients(parts, lines, { columns, people, isTrial: order.isTrial })
    placed.push(...done.placed)
    for (const { row, person } of done.added) {
      people.add(person)
      added.set(row.id, row)
    }
    if (first === 0 && done.added.length === atOnce) await refreshPlans(parts.database)
    // A long file holds the event loop for none of its parts long.
    await nextTurn()
  }
  const visits = await importVisits(parts, placed, { ...order, columns, added })
  // Who was added by a trial has no address.
  if (order.isTrial) for (const one of placed) one.fate = withoutNew(one.fate, added)
  return { ok: true, report: showReport(table, columns.unread, placed, visits) }
}

/** People by what a line may share with them. */
function createPeople() {
  const by = new Map<string, Person[]>()
  const keysOf = ({ nameKey, birthDate }: Person) => [
    `name ${nameKey}`,
    ...(birthDate ? [`born ${birthDate}`] : []),
  ]
  return {
    add(person: Person): void {
      for (const key of keysOf(person)) {
        const known = by.get(key)
        if (known) known.push(person)
        else by.set(key, [person])
      }
    },
    like: (person: Person): Person[] => keysOf(person).flatMap((key) => by.get(key) ?? []),
  }
}

/** The triggers' plans were made for the tables as they were: after many rows PostgreSQL makes new ones. */
async function refreshPlans({ engine, query }: BookingParts['database']): Promise<void> {
  if (engine === 'postgres') await sql`analyze "patients", "patientParts"`.execute(query)
}

type Known = { records: Person[]; erased: ReadonlySet<Person> }
type Among = { columns: Columns; people: ReturnType<typeof createPeople> }
type Added = { row: NewPatient; person: Person }

/**
 * Finds or adds the patients of some lines, in one transaction. Two imports of one file at the same time
 * wait for each other here, so that the second recognizes what the first has added.
 */
async function placePatients(
  { config, database, clock }: BookingParts,
  lines: readonly ReadLine[],
  { isTrial, ...among }: Among & { isTrial: boolean },
): Promise<{ placed: Placed[]; added: Added[] }> {
  const decide = async (query: Queries) => {
    const wanted = lines.map((one) => one.patient && personOf(one.patient, uuidv7(), one.line))
    const people = wanted.flatMap((one) => one ?? [])
    const records = await listAlike(query, people)
    const erased = await findErased(query, people, config.authSecret)
    const createdAt = clock().toISOString()
    return placeAmong(lines, wanted, { ...among, records, erased, createdAt })
  }
  if (isTrial) return decide(database.query)
  return retryRace(
    () =>
      database.query.transaction().execute(async (query) => {
        if (database.engine === 'postgres') {
          await sql`select pg_advisory_xact_lock(hashtextextended('patients_import ' || current_schema(), 0))`.execute(
            query,
          )
        }
        const done = await decide(query)
        if (done.added.length > 0) {
          const rows = done.added.map(({ row }) => row)
          await query.insertInto('patients').values(rows).execute()
        }
        return done
      }),
    isPatientRace,
  )
}

function placeAmong(
  lines: readonly ReadLine[],
  wanted: readonly (Person | null)[],
  { columns, people, records, erased, createdAt }: Among & Known & { createdAt: string },
): { placed: Placed[]; added: Added[] } {
  const here = createPeople()
  const added: Added[] = []
  for (const record of records) here.add(record)
  const placed = lines.map((line, index): Placed => {
    const person = wanted[index]
    if (!person || !line.patient) return { ...line, fate: refusedFate }
    // What earlier lines have added comes first: it is among the records too.
    const found = recognize(person, [...people.like(person), ...here.like(person)])
    if (found.who === 'new' && erased.has(person)) return placeErased(line, columns)
    if (found.who === 'new') {
      added.push({ row: newPatient(line.patient, person.id, createdAt), person })
      here.add(person)
    }
    return placeLine(line, person, found, columns)
  })
  return { placed, added }
}

const refusedFate: Placed['fate'] = {
  ...{ patient: 'refused', patientId: null, sameAs: null, differs: [], similar: null },
}

function placeErased(line: ReadLine, columns: Columns): Placed {
  const problems = [{ column: headingOf(columns, 'name'), code: 'patient_erased' as const }]
  return { ...line, problems, visit: 'none', fate: refusedFate }
}

function placeLine(line: ReadLine, person: Person, found: Recognized, columns: Columns): Placed {
  if (found.who === 'new') {
    const { similar } = found
    const shown = similar && { _id: similar.id, name: similar.name, line: similar.line }
    const fate = { ...refusedFate, patient: 'added' as const, patientId: person.id, similar: shown }
    return { ...line, fate }
  }
  if (found.who === 'other') {
    const { id, name, line: earlier } = found.person
    const fate = { ...refusedFate, similar: { _id: id, name, line: earlier } }
    const problems = [{ column: headingOf(columns, 'email'), code: 'other_patient' as const }]
    return { ...line, problems, visit: 'none', fate }
  }
  const { person: known, differs, isUnclear } = found
  const fate = { ...refusedFate, patient: 'known' as const, patientId: known.id }
  const told = { ...line, fate: { ...fate, sameAs: known.line, differs } }
  if (!isUnclear || line.visit === 'none') return told
  const problems = [
    ...line.problems,
    { column: headingOf(columns, 'name'), code: 'patient_unclear' as const },
  ]
  return { ...told, problems, visit: 'refused' }
}

function withoutNew(fate: Placed['fate'], added: ReadonlyMap<string, NewPatient>): Placed['fate'] {
  const known = (id: string | null) => (id !== null && added.has(id) ? null : id)
  const { patientId, similar } = fate
  const shown = similar && { ...similar, _id: known(similar._id) }
  return { ...fate, patientId: known(patientId), similar: shown }
}

function showReport(
  { encoding, columns }: FileTable,
  unread: string[],
  placed: readonly Placed[],
  visits: ReadonlyMap<number, VisitFate>,
): ImportReport {
  const lines = placed.map(({ line, name, cells, fate, ...one }): ImportedLine => {
    const visit = visits.get(line)
    const problems = [...one.problems, ...(visit?.problem ? [visit.problem] : [])]
    const appointment = visit?.appointment ?? (one.visit === 'refused' ? 'refused' : 'none')
    return {
      ...{ line, name, ...fate, problems, appointment },
      appointmentId: visit?.appointmentId ?? null,
      cells: problems.length > 0 ? cells : [],
    }
  })
  const count = (isCounted: (line: ImportedLine) => boolean) => lines.filter(isCounted).length
  const counts = {
    added: count(({ patient }) => patient === 'added'),
    known: count(({ patient }) => patient === 'known'),
    similar: count(({ patient, similar }) => patient === 'added' && similar !== null),
    booked: count(({ appointment }) => appointment === 'booked'),
    appointmentsKnown: count(({ appointment }) => appointment === 'known'),
    refused: count(({ problems }) => problems.length > 0),
  }
  return { columns, unread, encoding, counts, lines }
}
