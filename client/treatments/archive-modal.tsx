import type { RefObject } from 'react'
import { type StaffTreatment, treatmentEndpoints } from '../../contract/treatment-endpoints.ts'
import { call } from '../api.ts'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { toast } from '../ui/toast.ts'
import { useConfirmation } from '../use-confirmation.ts'

type ArchiveModalProps = {
  /** Which one it is about; absent while nobody is asked. */
  treatment: StaffTreatment | undefined
  onClose: () => void
  onArchived: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function ArchiveModal(props: ArchiveModalProps) {
  const { subject, ...asked } = useConfirmation(props.treatment, {
    act: ({ _id }) =>
      call(treatmentEndpoints.archiveTreatment, { params: { id: _id }, body: { archived: true } }),
    onDone: ({ name }) => {
      toast.success(`${name} was archived`)
      props.onArchived()
    },
    onClose: props.onClose,
    focusAfterwards: props.focusAfterwards,
  })
  const name = subject?.name ?? ''
  return (
    <ConfirmModal {...asked} title={`Archive ${name}?`} confirmLabel={`Archive ${name}`}>
      <p>Patients can no longer book it. You can restore it at any time.</p>
      {subject && subject.upcoming > 0 && <p>{upcomingText(subject.upcoming)}</p>}
    </ConfirmModal>
  )
}

function upcomingText(count: number): string {
  return count === 1
    ? 'Its upcoming appointment stays as it is.'
    : `Its ${count} upcoming appointments stay as they are.`
}
