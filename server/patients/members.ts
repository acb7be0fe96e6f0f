import { v7 as uuidv7 } from 'uuid'
import { type FamilyDraft, mostMembers } from '../../contract/patients/dependent.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import type { BookingParts, Deps } from '../deps.ts'
import { endRequestsOf } from '../waitlist/end-request.ts'
import type { ForMember, MemberOutcome } from './dependent.ts'
import {
  deleteMember,
  findByName,
  findHolder,
  insertMember,
  memberColumns,
  updateMember,
} from './queries.ts'

/** Adds somebody to a user's list, unless it is full or has one of that name. */
export async function addMember(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  userId: string,
  draft: FamilyDraft,
): Promise<MemberOutcome> {
  const member = { ...draft, id: uuidv7(), userId, createdAt: clock().toISOString() }
  // Each place that somebody else has taken meanwhile is one fewer: the list is full by the last.
  for (let place = 0; place <= mostMembers; place += 1) {
    try {
      const added = await insertMember(database.query, member)
      return added ? { ok: true, member: added } : { ok: false, reason: 'family_full' }
    } catch (error) {
      const constraint = refusingConstraint(error)
      if (constraint === 'familyMembers_one_per_name') return { ok: false, reason: 'member_exists' }
      if (constraint !== 'familyMembers_one_per_place') throw error
    }
  }
  return { ok: false, reason: 'family_full' }
}

/**
 * The member of a name in the list of a confirmed account, added in the caller's transaction where
 * there is none; a code where that cannot be. Who loses a race for it gets an error of `isMemberRace`.
 */
export async function findOrAddMember(
  query: Queries,
  email: string,
  { now, ...draft }: FamilyDraft & { now: Date },
): Promise<ForMember | 'unknown_account' | 'family_full'> {
  const holder = await findHolder(query, email)
  if (!holder) return 'unknown_account'
  const { id: userId, name: bookerName } = holder
  const added = { ...draft, id: uuidv7(), userId, createdAt: now.toISOString() }
  const member = (await findByName(query, userId, draft.name)) ?? (await insertMember(query, added))
  return member ? { person: member.id, holder: userId, bookerName } : 'family_full'
}

/** Somebody else has just taken the name or the place in the list. */
export function isMemberRace(error: unknown): boolean {
  return refusingConstraint(error)?.startsWith('familyMembers_') ?? false
}

/** Corrects one of a user's own; `null` when there is none of that id. */
export async function changeMember(
  query: Queries,
  change: FamilyDraft & { id: string; userId: string },
): Promise<MemberOutcome | null> {
  try {
    const member = await updateMember(query, change)
    return member ? { ok: true, member } : null
  } catch (error) {
    if (refusingConstraint(error) !== 'familyMembers_one_per_name') throw error
    return { ok: false, reason: 'member_exists' }
  }
}

/**
 * Removes somebody from a user's list. Their requests on the waitlist end with it, and what is held
 * for them goes to the next in line. False where nobody of that id is in the list.
 */
export async function removeMember(
  parts: BookingParts,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { database, changes, outbox } = parts
  const freed = await retryDeadlock(() =>
    database.query.transaction().execute(async (transaction) => {
      if (!(await deleteMember(transaction, userId, id))) return undefined
      return endRequestsOf(transaction, parts, { userId, person: id })
    }),
  )
  if (!freed) return false
  changes.publish(...freed)
  if (freed.length > 0) outbox.wake()
  return true
}

/** One of a user's own members. */
export async function findMember(query: Queries, userId: string, id: string) {
  return query
    .selectFrom('familyMembers')
    .select(memberColumns)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
}
