import type { ComponentProps } from 'react'
import { AffectedModal } from '../affected-modal.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'

type AffectedPatientsModalProps = Omit<
  ComponentProps<typeof AffectedModal>,
  'children' | 'confirmLabel'
> & {
  tellPatients: boolean
  onTellPatients: (tell: boolean) => void
}

/** Asks before days close that appointments lie on, and whether their patients are told. */
export function AffectedPatientsModal({
  tellPatients,
  onTellPatients,
  ...asked
}: AffectedPatientsModalProps) {
  return (
    <AffectedModal {...asked} confirmLabel="Close anyway">
      <p>They stay in the list until you or the patient move or cancel them.</p>
      <CheckboxField
        label="Tell these patients by e-mail"
        hint="One mail each. Who has no e-mail is not told: please call."
        checked={tellPatients}
        onChange={onTellPatients}
      />
    </AffectedModal>
  )
}
