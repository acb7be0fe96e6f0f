import { useRef, useState } from 'react'
import type { StaffTreatment } from '../../contract/treatments/endpoints.ts'
import { StaffPage } from '../app/staff-page.tsx'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ArchiveModal } from './archive-modal.tsx'
import { treatmentsTexts } from './texts.ts'
import { formTexts } from './texts-form.ts'
import { newTreatment, treatmentPath } from './treatment-paths.ts'
import { TreatmentTable } from './treatment-table.tsx'
import { useArrivalFocus } from './use-arrival-focus.ts'

type TreatmentListProps = { treatments: readonly StaffTreatment[]; onChanged: () => void }

export function TreatmentList({ treatments, onChanged }: TreatmentListProps) {
  const t = useTexts(treatmentsTexts)
  const { add: addLabel } = useTexts(formTexts)
  const [leaving, setLeaving] = useState<StaffTreatment>()
  const heading = useRef<HTMLHeadingElement>(null)
  useArrivalFocus(heading)
  const add = (
    <ButtonLink className="treatment-add" to={treatmentPath(newTreatment)}>
      {addLabel}
    </ButtonLink>
  )

  return (
    <StaffPage title={t.title} heading={heading} beside={treatments.length > 0 && add}>
      {treatments.length > 0 ? (
        <TreatmentTable treatments={treatments} onArchive={setLeaving} onChanged={onChanged} />
      ) : (
        <EmptyState picture={picture} title={t.none} action={add}>
          <p>{t.addTheFirst}</p>
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
