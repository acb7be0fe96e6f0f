import type { FamilyDraft } from '../../contract/patients/dependent.ts'
import { refusingConstraint } from '../db/constraint.ts'
import type { Queries } from '../db/database.ts'
import type { MemberOutcome } from './dependent.ts'
import { updateMember } from './queries.ts'

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
