import { v7 as uuidv7 } from 'uuid'
import { type FamilyDraft, type FamilyRefusal, mostMembers } from '../../contract/family.ts'
import type { Deps } from '../app.ts'
import { refusingConstraint } from '../db/constraint.ts'
import { insertMember, type Member } from './queries.ts'

export type MemberOutcome = { ok: true; member: Member } | { ok: false; reason: FamilyRefusal }

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
