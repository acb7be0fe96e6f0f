import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Day } from '../../../contract/date.ts'
import type { BookingRefusal } from '../../../contract/errors.ts'
import type { ImportedLine, ImportField } from '../../../contract/patients/import.ts'
import {
  type Actor,
  type Appointment,
  type BookingInput,
  isPairRace,
  refusalOf,
} from '../../appointments/appointment.ts'
import { explainRefusal, mostPairs, paramsOf } from '../../appointments/book.ts'
import { noteEvent } from '../../appointments/history.ts'
import { foldText } from '../../appointments/search-keys.ts'
import { insertAppointment } from '../../appointments/store-appointment.ts'
import type { Queries } from '../../db/database.ts'
import type { BookingParts } from '../../deps.ts'
import { listTreatmentSlots } from '../../treatments/find-treatment.ts'
import { type Addressee, addressOf, listAddressees } from '../find-patients.ts'
import {
  type Columns,
  headingOf,
  type ImportOrder,
  type Problem,
  type WantedVisit,
} from './read-file.ts'
import type { NewPatient, Placed } from './recognize.ts'

export type VisitFate = Pick<ImportedLine, 'appointment' | 'appointmentId'> & {
  problem?: Problem
}

type Order = ImportOrder & {
  columns: Columns
  /** Who was added by the file, also where that is only tried. */
  added: ReadonlyMap<string, NewPatient>
}

/** A visit whose names are found. */
type Visit = Pick<BookingInput, 'treatmentId' | 'day' | 'slot' | 'priceCents'> & {
  line: number
  treatment: string
  doctor: string
  phone: string
  patientId: string
}

/**
 * Books the visits of lines whose patients are known, by the statement of every booking: a slot that is taken
 * is the fate of one line. What was promised before holds beyond the booking window too. What one day
 * refuses depends on that day alone, so a trial of each decides as the import will.
 */
export async function importVisits(
  parts: BookingParts,
  placed: readonly Placed[],
  order: Order,
): Promise<Map<number, VisitFate>> {
  const find = await readNames(parts.database.query)
  const { days, refused } = sortByDay(placed, find)
  const stored: Stored[] = [...refused]
  for (const [day, visits] of [...days].toSorted(([one], [other]) => one.localeCompare(other))) {
    const outcomes = await storeDay(parts, visits, order)
    const isBooked = outcomes.some(({ outcome }) => 'made' in outcome)
    if (isBooked && !order.isTrial) parts.changes.publish(day)
    stored.push(...outcomes)
    await nextTurn()
  }
  return new Map(stored.map(({ line, outcome }) => [line, fateOf(outcome, order)]))
}

function sortByDay(placed: readonly Placed[], find: Awaited<ReturnType<typeof readNames>>) {
  const days = new Map<Day, Visit[]>()
  const refused: { line: number; outcome: Refused }[] = []
  for (const { line, visit, patient, fate } of placed) {
    if (typeof visit === 'string' || fate.patientId === null) continue
    const found = find(visit)
    if ('code' in found) {
      refused.push({ line, outcome: found })
      continue
    }
    const { day } = visit
    const one = { ...found, line, day, phone: patient?.phone ?? '', patientId: fate.patientId }
    const ofDay = days.get(day)
    if (ofDay) ofDay.push(one)
    else days.set(day, [one])
  }
  return { days, refused }
}

function fateOf(outcome: Outcome, { columns, isTrial }: Order): VisitFate {
  if ('code' in outcome) {
    const problem = { column: headingOf(columns, outcome.field), code: outcome.code }
    return { appointment: 'refused', appointmentId: null, problem }
  }
  // A trial's appointment has no address.
  if ('made' in outcome)
    return { appointment: 'booked', appointmentId: isTrial ? null : outcome.made.id }
  return { appointment: 'known', appointmentId: outcome.known }
}

type Refused = { field: ImportField; code: Problem['code'] }

/** Without a title. */
const nameKey = (name: string) => foldText(name.replace(/^dra?\.?\s+/i, ''))

/** Finds treatment, slot and doctor by what a line calls them. */
async function readNames(query: Queries) {
  const slots = Map.groupBy(await listTreatmentSlots(query), ({ name }) => foldText(name))
  const rows = await query
    .selectFrom('doctors')
    .where('removedAt', 'is', null)
    .select(['id', 'name'])
    .execute()
  const doctors = Map.groupBy(rows, ({ name }) => nameKey(name))
  return ({ treatment, startMinute, doctor, day }: WantedVisit) => {
    const own = slots.get(foldText(treatment)) ?? []
    const [any] = own
    if (!any) return { field: 'treatment', code: 'unknown_treatment' } satisfies Refused
    const slot = own.find((one) => one.startMinute === startMinute)?.slot
    if (!slot) return { field: 'time', code: 'unknown_slot' } satisfies Refused
    const { id: treatmentId, name, priceCents, doctorsFrom } = any
    const found = { treatmentId, treatment: name, slot, priceCents, doctor: '' }
    if (doctor === '') return found
    const [first, second] = doctors.get(nameKey(doctor)) ?? []
    if (!first || second) return { field: 'doctor', code: 'doctor_unknown' } satisfies Refused
    if (doctorsFrom === null || doctorsFrom > day) {
      return { field: 'doctor', code: 'doctor_without_hours' } satisfies Refused
    }
    return { ...found, doctor: first.id }
  }
}

type Outcome = { made: Appointment } | { known: string } | Refused
type Stored = { line: number; outcome: Outcome }

/** Takes back what a trial has done. */
class Tried extends Error {
  readonly stored: Stored[]

  constructor(stored: Stored[]) {
    super('only tried')
    this.stored = stored
  }
}

/** A statement has a bound of parameters, and a day may have all lines of the file. */
const rowsAtOnce = 500

async function storeDay(
  parts: BookingParts,
  visits: readonly Visit[],
  { actor, isTrial, added }: Order,
): Promise<Stored[]> {
  const ids = [...new Set(visits.map(({ patientId }) => patientId))]
  const store = () =>
    parts.database.query.transaction().execute(async (query) => {
      const before = await readBefore(query, ids)
      const rows = isTrial ? ids.flatMap((id) => added.get(id) ?? []) : []
      for (let first = 0; first < rows.length; first += rowsAtOnce) {
        const some = rows.slice(first, first + rowsAtOnce)
        await query.insertInto('patients').values(some).execute()
      }
      const bookers = await listAddressees(query, ids)
      const patients = new Map(bookers.map((one) => [one.id, one]))
      const stored: Stored[] = []
      for (const visit of visits) {
        const patient = patients.get(visit.patientId)
        const outcome = await storeOnce(query, parts, visit, { before, actor, patient })
        stored.push({ line: visit.line, outcome })
      }
      if (isTrial) throw new Tried(stored)
      return stored
    })
  return store().catch((error: unknown) => {
    if (error instanceof Tried) return error.stored
    throw error
  })
}

type With = { actor: Actor; patient: Addressee | undefined }

/** Books a visit unless the patient has, or once had, the very same. */
async function storeOnce(
  query: Queries,
  parts: BookingParts,
  visit: Visit,
  { before, ...who }: With & { before: Map<string, string> },
): Promise<Outcome> {
  const keys = keysOf(visit, visit)
  const known = before.get(keys[0]) ?? before.get(keys[1])
  if (known !== undefined) return { known }
  const outcome = await storeVisit(query, parts, visit, who)
  if ('code' in outcome) return outcome
  const { id, createdAt: at } = outcome.made
  for (const key of keys) before.set(key, id)
  const { day, slot, treatment } = visit
  await noteEvent(query, {
    ...{ appointmentId: id, at, actor: who.actor.email, kind: 'imported' },
    data: { day, slot, treatment },
  })
  return outcome
}

/** By which an appointment is known again: by the time it has, and by that which an import gave it. */
function keysOf(
  { patientId }: { patientId: string },
  { treatmentId, treatment, day, slot }: Pick<Visit, 'treatmentId' | 'treatment' | 'day' | 'slot'>,
): [string, string] {
  return [
    JSON.stringify([patientId, 'at', treatmentId, day, slot]),
    JSON.stringify([patientId, 'imported', foldText(treatment), day, slot]),
  ]
}

/** The appointments that some patients have or had, cancelled and rescheduled ones too, by `keysOf`. */
async function readBefore(query: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  const own = await query
    .selectFrom('appointments as a')
    .leftJoin('appointmentEvents as e', (join) =>
      join.onRef('e.appointmentId', '=', 'a.id').on('e.kind', '=', 'imported'),
    )
    .where('a.patientId', 'in', ids)
    .select(['a.id', 'a.patientId', 'a.treatmentId', 'a.treatment', 'a.day', 'a.slot', 'e.data'])
    .execute()
  const known = new Map<string, string>()
  for (const { data, ...one } of own) {
    known.set(keysOf(one, one)[0], one.id)
    if (data !== null)
      known.set(keysOf(one, { ...one, ...Imported.parse(JSON.parse(data)) })[1], one.id)
  }
  return known
}

/** What `storeOnce` stores of it. */
const Imported = z.object({ treatment: z.string(), day: z.string(), slot: z.string() })

async function storeVisit(
  query: Queries,
  parts: BookingParts,
  visit: Visit,
  { actor, patient }: With,
): Promise<{ made: Appointment } | Refused> {
  if (!patient || (patient.relation !== null && patient.place === null)) {
    return refusedBy('unknown_dependent')
  }
  const params = paramsOf(parts, inputOf(visit, patient), actor)
  const values = 'dependentId' in params ? params : { ...params, patientId: visit.patientId }
  for (let tries = 1; ; tries += 1) {
    const made = await tryVisit(query, values, tries < mostPairs)
    if (made === 'lost') continue
    if (typeof made === 'string') return refusedBy(made)
    if (made) return { made }
    return refusedBy(await explainRefusal(query, { ...params, despite: ['window'] }))
  }
}

/**
 * Under a savepoint, from which PostgreSQL goes on after a refusal. `lost`: another is faster to take the
 * doctor or chair, and the next may be free.
 */
async function tryVisit(
  query: Queries,
  values: Parameters<typeof insertAppointment>[1],
  mayRepeat: boolean,
): Promise<Appointment | BookingRefusal | 'lost' | undefined> {
  await sql`savepoint "visit"`.execute(query)
  try {
    const made = await insertAppointment(query, values, passed)
    await sql`release savepoint "visit"`.execute(query)
    return made
  } catch (error) {
    await sql`rollback to savepoint "visit"`.execute(query)
    await sql`release savepoint "visit"`.execute(query)
    if (mayRepeat && isPairRace(error)) return 'lost'
    const reason = refusalOf(error)
    if (reason) return reason
    throw error
  }
}

const passed = { closed: false, window: true, outside: null }

function inputOf(
  { line: _, treatment: __, patientId, ...visit }: Visit,
  patient: Addressee,
): BookingInput {
  const { name, holder, holderName, relation } = patient
  const input = { ...visit, patient: addressOf(patient), patientName: name }
  if (relation === null || holder === null) return input
  const forDependent = { dependentId: patientId, holder, bookerName: holderName ?? '' }
  return { ...input, forDependent }
}

const fieldOf: Partial<Record<BookingRefusal, ImportField>> = {
  unknown_treatment: 'treatment',
  ...{ day_past: 'day', day_closed: 'day', day_too_far: 'day' },
  doctor_unavailable: 'doctor',
  unknown_dependent: 'name',
}

function refusedBy(code: BookingRefusal): Refused {
  return { field: fieldOf[code] ?? 'time', code }
}
