import { sql } from 'kysely'
import type { Day } from '../../../contract/date.ts'
import type { ImportedLine } from '../../../contract/patients/import.ts'
import type { PatientDraft } from '../../../contract/patients/patient.ts'
import { foldText, phoneKey } from '../../appointments/search-keys.ts'
import type { Instant } from '../../clock.ts'
import type { Queries } from '../../db/database.ts'
import { patientColumns } from '../change-patient.ts'
import { followMerges } from '../find-patients.ts'
import type { ReadLine } from './read-file.ts'

/** The facts that identify a person, from a record or an earlier line of the file. */
export type Person = {
  id: string
  name: string
  nameKey: string
  birthDate: Day | null
  phoneKey: string
  email: string
  accountId: string | null
  /** Of an earlier line; `null` for a record. */
  line: number | null
}

export type Recognized =
  | { who: 'known'; person: Person; isUnclear: boolean; differs: ImportedLine['differs'] }
  /** One name and e-mail are one patient to the database. */
  | { who: 'other'; person: Person }
  | { who: 'new'; similar: Person | null }

/** A patient of a line who is not known yet. */
export function personOf(draft: PatientDraft, id: string, line: number): Person {
  const { name, email } = draft
  return {
    ...{ id, name, nameKey: foldText(name), birthDate: draft.birthDate || null },
    ...{ phoneKey: phoneKey(draft.phone), email, accountId: null, line },
  }
}

/** The row of a patient that the file adds. */
export function newPatient(draft: PatientDraft, id: string, createdAt: Instant) {
  const guestKey = draft.email === '' ? `guest:${id}` : null
  return { ...patientColumns(draft), id, guestKey, createdAt }
}

export type NewPatient = ReturnType<typeof newPatient>

/** A line with what became of it so far. */
export type Placed = ReadLine & {
  fate: Pick<ImportedLine, 'patient' | 'patientId' | 'sameAs' | 'differs' | 'similar'>
}

/**
 * Whether a person is already known: the same name, no different birth date, and the same birth date, phone
 * or e-mail. Other possible matches are reported and never treated as the same person (docs/decisions/0030).
 */
export function recognize(person: Person, others: readonly Person[]): Recognized {
  const called = others.filter(({ nameKey }) => nameKey === person.nameKey)
  const alike = called.filter((one) => !differsIn('birthDate', person, one))
  const known = alike.filter((one) => facts.some((fact) => agrees(fact, person, one)))
  // One account's holder before the clinic's record of the same person, else the first made.
  const [first, ...rest] = known.toSorted(
    (one, other) =>
      Number(one.accountId === null) - Number(other.accountId === null) ||
      one.id.localeCompare(other.id),
  )
  if (first) {
    const differs = facts.filter((fact) => differsIn(fact, person, first))
    return {
      who: 'known',
      person: first,
      isUnclear: rest.some(({ id }) => id !== first.id),
      differs,
    }
  }
  const other = called.find((one) => one.accountId === null && agrees('email', person, one))
  if (other) return { who: 'other', person: other }
  const reached = others.filter(
    (one) =>
      agrees('birthDate', person, one) &&
      (agrees('phone', person, one) || agrees('email', person, one)),
  )
  return { who: 'new', similar: alike[0] ?? reached[0] ?? null }
}

const facts = ['birthDate', 'phone', 'email'] as const
type Fact = (typeof facts)[number]

const keyOf = { birthDate: 'birthDate', phone: 'phoneKey', email: 'email' } as const

/** Fewer digits are no number with its country's code. */
const leastWithCountry = 9

/** `null` where one of them does not say. */
function compare(fact: Fact, one: Person, other: Person): boolean | null {
  const [a, b] = [one[keyOf[fact]], other[keyOf[fact]]]
  if (!a || !b) return null
  if (fact !== 'phone' || a === b) return a === b
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= leastWithCountry && long.endsWith(short.replace(/^0/, ''))
}

function agrees(fact: Fact, one: Person, other: Person): boolean {
  return compare(fact, one, other) === true
}

function differsIn(fact: Fact, one: Person, other: Person): boolean {
  return compare(fact, one, other) === false
}

/**
 * Records that some people could be, those who were merged too: of the same name or birth date, and of no
 * account that is unconfirmed.
 */
export async function listAlike(query: Queries, people: readonly Person[]): Promise<Person[]> {
  if (people.length === 0) return []
  const names = [...new Set(people.map(({ nameKey }) => nameKey))]
  const births = [...new Set(people.flatMap(({ birthDate }) => birthDate ?? []))]
  const records = query
    .selectFrom('patients as p')
    .leftJoin('users as u', 'u.id', 'p.accountId')
    .where('p.erasedAt', 'is', null)
    .where((row) =>
      row.or([row('u.id', 'is', null), row('u.emailVerified', '=', sql<boolean>`true`)]),
    )
    .select(['p.id', 'p.name', 'p.nameKey', 'p.birthDate', 'p.phoneKey'])
    .select(['p.accountId', 'p.mergedInto'])
    .select(sql<string>`coalesce("u"."email", "p"."email")`.as('email'))
  const found = await records.where('p.nameKey', 'in', names).execute()
  const born = births.length > 0 ? await records.where('p.birthDate', 'in', births).execute() : []
  const byId = new Map([...found, ...born].map((one) => [one.id, one]))
  return Promise.all(
    [...byId.values()].map(async ({ mergedInto, ...one }) => {
      const id = mergedInto === null ? one.id : await followMerges(query, mergedInto)
      return { ...one, id, line: null }
    }),
  )
}
