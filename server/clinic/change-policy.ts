import type { Policy } from '../../contract/clinic/policy.ts'
import { type Refused, refused } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import { updateClinic } from './queries.ts'
import { readPolicy } from './read-clinic.ts'

type Edited = Policy & { revision?: number | undefined }
type Changed = { ok: true; before: Policy; policy: Policy; revision: number }

/** Changes what the clinic promises; each reminder counts once, the earliest comes first. */
export async function changePolicy(
  query: Queries,
  { revision: editedFrom, ...input }: Edited,
): Promise<Changed | Refused<'changed_meanwhile'>> {
  const minutes = [...new Set(input.reminderMinutes)].sort((one, other) => other - one)
  const policy = { ...input, reminderMinutes: minutes }
  return query.transaction().execute(async (transaction) => {
    const before = await readPolicy(transaction)
    const revision = await updateClinic(
      transaction,
      { part: 'policyRevision', revision: editedFrom },
      {
        ...policy,
        reminderMinutes: minutes.join(','),
        namesTreatments: policy.namesTreatments ? 1 : 0,
      },
    )
    if (revision === null) return refused('changed_meanwhile')
    return { ok: true, before, policy, revision }
  })
}
