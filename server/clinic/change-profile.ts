import type { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import { type Refused, refused } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import { updateClinic } from './queries.ts'
import { readClinic } from './read-clinic.ts'

type Edited = ClinicProfile & { revision?: number | undefined }
type Changed = { ok: true; before: ClinicProfile; profile: ClinicProfile; revision: number }

/** Changes what the marketing pages say of the clinic. */
export async function changeProfile(
  query: Queries,
  { revision: editedFrom, ...profile }: Edited,
): Promise<Changed | Refused<'changed_meanwhile'>> {
  return query.transaction().execute(async (transaction) => {
    const before = await readClinic(transaction)
    const part = { part: 'profileRevision', revision: editedFrom } as const
    const revision = await updateClinic(transaction, part, profile)
    if (revision === null) return refused('changed_meanwhile')
    return { ok: true, before, profile, revision }
  })
}
