import { limitNames, type Policy } from '../../contract/clinic/policy.ts'
import type { Queries } from '../db/database.ts'
import { updatePolicy } from './queries.ts'
import { readPolicy } from './read-clinic.ts'

/** Changes what the clinic promises; each reminder counts once, the earliest comes first. */
export async function changePolicy(
  query: Queries,
  wish: Policy,
): Promise<{ before: Policy; policy: Policy }> {
  const reminderMinutes = [...new Set(wish.reminderMinutes)].sort((one, other) => other - one)
  const policy = { ...wish, reminderMinutes }
  return query.transaction().execute(async (transaction) => {
    const before = await readPolicy(transaction)
    await updatePolicy(transaction, policy)
    return { before, policy }
  })
}

const parts = [
  'cutoffMinutes',
  'refundRule',
  'reminderMinutes',
  'offerMinutes',
  ...limitNames,
] as const satisfies (keyof Policy)[]

/** What changed, for the audit: `cutoffMinutes 1440 -> 2880`. */
export function describePolicyChange(before: Policy, after: Policy): string {
  return parts
    .filter((part) => String(before[part]) !== String(after[part]))
    .map((part) => `${part} ${before[part]} -> ${after[part]}`)
    .join('; ')
}
