import type { AppointmentStatus } from '../../contract/appointments/appointment.ts'
import type { Day } from '../../contract/date.ts'
import type { Patient, Visit } from '../../contract/patients/patient.ts'
import { type Appointment, dueOf } from '../appointments/appointment.ts'
import { statusOf } from '../appointments/show-appointment.ts'
import type { ClinicTime } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { isWithin, type Reach } from '../doctors/reach.ts'
import { sumTests } from '../payments/test-payments.ts'
import { listUndoable } from './merge.ts'
import {
  isHolder,
  isOwnPatient,
  type ListedPatient,
  listMessages,
  listSimilar,
  type PatientRecord,
  selectRows,
  showRow,
} from './queries.ts'

/** As many visits and messages as a page shows. */
const mostVisits = 200
const mostMessages = 50

/**
 * A patient with all that staff see; `null` if there is no such patient. A doctor sees only their own
 * patients, only the visits to that doctor, and no other patients through them.
 */
export async function readPatient(
  {
    database,
    clock,
    clinicTime,
    payments,
  }: Pick<Deps, 'database' | 'clock' | 'clinicTime' | 'payments'>,
  id: string,
  reach: Reach,
): Promise<Patient | null> {
  const { query } = database
  // One statement, so that what is shown is of the revision that it comes with.
  const row = await selectRows(query)
    .select(['p.phoneKey', 'p.revision', 'p.language', 'p.note'])
    .where('p.id', '=', id)
    .where(isOwnPatient(reach))
    .executeTakeFirst()
  if (!row) return null
  const isWhole = reach === 'all'
  const isLive = row.mergedInto === null && row.erasedAt === null
  const [visits, messages, similar, merges] = await Promise.all([
    query
      .selectFrom('appointments')
      .selectAll()
      .where('patientId', '=', id)
      .where(isWithin(reach))
      .orderBy('day', 'desc')
      .orderBy('startMinute', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    isWhole ? listMessages(query, id, mostMessages) : null,
    isWhole && isLive ? listSimilar(query, row) : [],
    isWhole && isLive ? listUndoable(query, id, clock()) : [],
  ])
  const ids = visits.map(({ id }) => id)
  const tests = await sumTests(query, payments, ids)
  /** Integer cents, without what was paid in test mode. */
  const receivedFor = ({ id, paidCents }: Appointment) => paidCents - (tests.get(id) ?? 0)
  return {
    ...showRow(row),
    ...(await showFamily(query, row)),
    ...(!isWhole && { holderId: null, dependents: [] }),
    ...(await showState(query, row)),
    age: row.birthDate === null ? null : ageOf(row.birthDate, clinicTime().today),
    paid: sumOf(visits, receivedFor),
    due: sumOf(visits, owedFor),
    visits: visits
      .slice(0, mostVisits)
      .map((visit) => showVisit(visit, clinicTime(), receivedFor(visit))),
    leftOut: {
      visits: Math.max(visits.length - mostVisits, 0),
      messages: messages ? messages.count - messages.rows.length : 0,
    },
    messages:
      messages?.rows.map(({ id: _id, failedAt, count: _count, ...message }) => {
        return { _id, ...message, failed: failedAt !== null }
      }) ?? null,
    similar: similar.map((one) => ({ ...showRow(one), holdsAccount: isHolder(one) })),
    merges,
  }
}

type Stated = Pick<PatientRecord, 'revision' | 'language' | 'note' | 'erasedAt' | 'mergedInto'>

async function showState(
  query: Queries,
  { revision, language, note, erasedAt, mergedInto }: Stated,
) {
  const into = mergedInto === null ? null : await findLinked(query, mergedInto)
  return { revision, language, note, erased: erasedAt !== null, mergedInto: into }
}

async function findLinked(query: Queries, id: string) {
  const patient = await query
    .selectFrom('patients')
    .select(['id as _id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return patient ?? null
}

/** The account that holds the patient, its holder, and of a holder the dependents. */
async function showFamily(
  query: Queries,
  { accountId, relation, holderName }: Pick<ListedPatient, 'accountId' | 'relation' | 'holderName'>,
) {
  if (accountId === null) {
    return { account: null, relation: null, holder: null, holderId: null, dependents: [] }
  }
  const family = await query
    .selectFrom('patients')
    .select(['id', 'name', 'relation'])
    .where('accountId', '=', accountId)
    .where('mergedInto', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const account = await query
    .selectFrom('users')
    .select('emailVerified')
    .where('id', '=', accountId)
    .executeTakeFirst()
  const holder = family.find((one) => one.relation === null)
  return {
    account: { confirmed: Boolean(account?.emailVerified) },
    relation,
    holder: relation === null ? null : holderName,
    holderId: relation === null ? null : (holder?.id ?? null),
    dependents:
      relation !== null
        ? []
        : family.flatMap(({ id: _id, name, relation: what }) => {
            return what === null ? [] : { _id, name, relation: what }
          }),
  }
}

/** Whole years from a day of birth to a day. */
function ageOf(birth: Day, today: Day): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  return today.slice(5) < birth.slice(5) ? years - 1 : years
}

/** Dollars. */
function sumOf(visits: readonly Appointment[], centsOf: (visit: Appointment) => number): number {
  return visits.reduce((cents, visit) => cents + centsOf(visit), 0) / 100
}

/** Integer cents; nothing for a visit that was missed, which took no work and cannot be paid any more. */
function owedFor(visit: Appointment): number {
  return visit.status === 'no_show' ? 0 : dueOf(visit)
}

/** Nobody is expected for these, also before their time. */
const over: readonly AppointmentStatus[] = ['completed', 'no_show', 'cancelled']

function showVisit(
  appointment: Appointment,
  { today, firstMinute }: ClinicTime,
  paidCents: number,
): Visit {
  const { id, day, startMinute, slot, treatment, priceCents } = appointment
  const status = statusOf(appointment)
  const isAhead = day > today || (day === today && startMinute >= firstMinute)
  return {
    ...{ _id: id, day, slot, treatment, status },
    toCome: isAhead && !over.includes(status),
    ...{ price: priceCents / 100, paid: paidCents / 100, due: owedFor(appointment) / 100 },
  }
}
