import { type Patient, patientEndpoints } from '../../contract/patients/patient.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { ClinicInstant, useClinicZone } from '../i18n/clinic-instant.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { patientTexts } from './patient-texts.ts'

/** What a change of a patient's record makes stale. */
export const touches = [patientEndpoints.readPatient, patientEndpoints.listPatients]

/** Until when a merge can be taken back, and the way to. */
export function Merges({ patient: { _id: id, merges } }: { patient: Patient }) {
  const t = useTexts(patientTexts)
  const zone = useClinicZone()
  const { pending, run } = useAction({
    send: ({ _id: merge }: Patient['merges'][number]) =>
      call(patientEndpoints.undoMerge, { params: { id, merge } }),
    touches,
    onDone: (_, { name }) => toast.success(t.undone(name)),
    onRefused: ({ message }) => toast.error(message),
  })
  if (merges.length === 0) return null
  return (
    <ul className="patient-list">
      {merges.map((merge) => (
        <li key={merge._id}>
          <span>
            {t.mergedBefore(merge.name)} <ClinicInstant at={merge.until} zone={zone} />.
          </span>
          <Button variant="quiet" busy={pending} onClick={() => void run(merge)}>
            {t.undo}
          </Button>
        </li>
      ))}
    </ul>
  )
}
