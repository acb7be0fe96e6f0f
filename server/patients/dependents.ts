import { v7 as uuidv7 } from 'uuid'
import { type FamilyDraft, mostDependents } from '../../contract/patients/dependent.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import type { BookingParts, Deps } from '../deps.ts'
import { endRequestsOf } from '../waitlist/end-request.ts'
import { holdAppointmentsFirst } from '../waitlist/hold-lines.ts'
import type { Dependent, DependentOutcome, ForDependent } from './dependent.ts'
import {
  deleteDependent,
  dependentColumns,
  findByName,
  findHolder,
  insertDependent,
  listAgain,
  lockPatient,
  unlistDependent,
  updateDependent,
} from './queries.ts'

/** Adds a dependent to an account's list, unless it is full or has one of that name. */
export async function addDependent(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  accountId: string,
  draft: FamilyDraft,
): Promise<DependentOutcome> {
  const added = { ...draft, id: uuidv7(), accountId, createdAt: clock().toISOString() }
  // Each failed try means a concurrent request took a place: by the last, the list is full.
  for (let place = 0; place <= mostDependents; place += 1) {
    try {
      const dependent = await putIntoList(database.query, added)
      return dependent ? { ok: true, dependent } : { ok: false, reason: 'family_full' }
    } catch (error) {
      const constraint = refusingConstraint(error)
      if (constraint === 'patients_one_per_name') return { ok: false, reason: 'dependent_exists' }
      if (constraint !== 'patients_one_per_place') throw error
    }
  }
  return { ok: false, reason: 'family_full' }
}

/** Who was in the list before comes back with all their appointments; `undefined` where it is full. */
async function putIntoList(
  query: Queries,
  added: Parameters<typeof insertDependent>[1],
): Promise<Dependent | undefined> {
  const known = await findByName(query, added.accountId, added.name)
  if (known && known.place === null) return listAgain(query, { ...added, id: known.id })
  return insertDependent(query, added)
}

/**
 * The dependent of a name in the list of a confirmed account, added in the caller's transaction where
 * there is none; a code where that cannot be. Who loses a race for it gets an error of `isPatientRace`.
 */
export async function findOrAddDependent(
  query: Queries,
  email: string,
  { now, pickedId, ...draft }: FamilyDraft & { now: Date; pickedId: string | undefined },
): Promise<ForDependent | 'unknown_account' | 'family_full'> {
  const holder = await findHolder(query, email, pickedId)
  if (!holder) return 'unknown_account'
  const { id: accountId, name: bookerName } = holder
  const known = await findByName(query, accountId, draft.name)
  const added = { ...draft, id: uuidv7(), accountId, createdAt: now.toISOString() }
  const dependent = known && known.place !== null ? known : await putIntoList(query, added)
  return dependent ? { dependentId: dependent.id, holder: accountId, bookerName } : 'family_full'
}

/** Corrects one of an account's own; `null` when there is none of that id. */
export async function changeDependent(
  query: Queries,
  change: FamilyDraft & { id: string; accountId: string },
): Promise<DependentOutcome | null> {
  try {
    const dependent = await updateDependent(query, change)
    return dependent ? { ok: true, dependent } : null
  } catch (error) {
    if (refusingConstraint(error) !== 'patients_one_per_name') throw error
    return { ok: false, reason: 'dependent_exists' }
  }
}

/**
 * Removes a dependent from an account's list. A dependent with appointments stays the account's patient.
 * Their waitlist requests end, and slots held for them go to the next in line. False if the list has no
 * dependent of that id.
 */
export async function removeDependent(
  parts: BookingParts,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const { database, changes, outbox } = parts
  const freed = await database.query.transaction().execute(async (transaction) => {
    await holdAppointmentsFirst(database, transaction)
    // Waits for bookings in progress, so that who has one of these is not deleted.
    await lockPatient(database, transaction, id)
    if (!(await unlistDependent(transaction, accountId, id))) return undefined
    const days = await endRequestsOf(transaction, parts, { patientId: id })
    await deleteDependent(transaction, id)
    return days
  })
  if (!freed) return false
  changes.publish(...freed)
  if (freed.length > 0) outbox.wake()
  return true
}

/** One of the dependents in an account's list. */
export async function findDependent(query: Queries, accountId: string, id: string) {
  return query
    .selectFrom('patients')
    .select(dependentColumns)
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('place', 'is not', null)
    .$narrowType<Dependent>()
    .executeTakeFirst()
}
