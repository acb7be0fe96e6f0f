import { useRef, useState } from 'react'
import type { StaffTreatment } from '../../contract/treatment-endpoints.ts'
import { StaffPage } from '../staff-page.tsx'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ArchiveModal } from './archive-modal.tsx'
import { newTreatment, treatmentPath } from './treatment-paths.ts'
import { TreatmentTable } from './treatment-table.tsx'
import { useArrivalFocus } from './use-arrival-focus.ts'

type TreatmentListProps = { treatments: readonly StaffTreatment[]; onChanged: () => void }

export function TreatmentList({ treatments, onChanged }: TreatmentListProps) {
  const [leaving, setLeaving] = useState<StaffTreatment>()
  const heading = useRef<HTMLHeadingElement>(null)
  useArrivalFocus(heading)
  const add = (
    <ButtonLink className="treatment-add" to={treatmentPath(newTreatment)}>
      Add a treatment
    </ButtonLink>
  )

  return (
    <StaffPage title="Treatments" heading={heading} beside={treatments.length > 0 && add}>
      {treatments.length > 0 ? (
        <TreatmentTable treatments={treatments} onArchive={setLeaving} onChanged={onChanged} />
      ) : (
        <EmptyState picture={picture} title="No treatments yet" action={add}>
          <p>Add the first one, with its price and times, and patients can book it.</p>
        </EmptyState>
      )}
      <ArchiveModal
        treatment={leaving}
        onClose={() => setLeaving(undefined)}
        onArchived={() => {
          setLeaving(undefined)
          onChanged()
        }}
        focusAfterwards={heading}
      />
    </StaffPage>
  )
}
