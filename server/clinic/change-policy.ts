import type { Policy } from '../../contract/clinic/policy.ts'
import type { Queries } from '../db/database.ts'
import { updatePolicy } from './queries.ts'
import { readPolicy } from './read-clinic.ts'

/** Changes what the clinic promises; each reminder counts once, the earliest comes first. */
export async function changePolicy(
  query: Queries,
  input: Policy,
): Promise<{ before: Policy; policy: Policy }> {
  const reminderMinutes = [...new Set(input.reminderMinutes)].sort((one, other) => other - one)
  const policy = { ...input, reminderMinutes }
  return query.transaction().execute(async (transaction) => {
    const before = await readPolicy(transaction)
    await updatePolicy(transaction, policy)
    return { before, policy }
  })
}
