import type { RefObject } from 'react'
import { endpoints } from '../../contract/endpoints.ts'
import { type StaffTreatment, treatmentEndpoints } from '../../contract/treatments/endpoints.ts'
import { call } from '../data/api.ts'
import { useConfirmation } from '../forms/use-confirmation.ts'
import { useTexts } from '../i18n/language.tsx'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { toast } from '../ui/toast.ts'
import { treatmentsTexts } from './texts.ts'

type ArchiveModalProps = {
  /** Which one it is about; absent while nobody is asked. */
  treatment: StaffTreatment | undefined
  onClose: () => void
  onArchived: () => void
  focusAfterwards: RefObject<HTMLElement | null>
}

export function ArchiveModal(props: ArchiveModalProps) {
  const t = useTexts(treatmentsTexts)
  const { subject, ...asked } = useConfirmation(props.treatment, {
    act: ({ _id }) =>
      call(treatmentEndpoints.archiveTreatment, { params: { id: _id }, body: { archived: true } }),
    touches: [endpoints.listTreatments],
    onDone: ({ name }) => {
      toast.success(t.wasArchived(name))
      props.onArchived()
    },
    onClose: props.onClose,
    focusAfterwards: props.focusAfterwards,
  })
  const name = subject?.name ?? ''
  return (
    <ConfirmModal {...asked} title={t.archiveQuestion(name)} confirmLabel={t.archiveOf(name)}>
      <p>{t.noLongerBooked}</p>
      {subject && subject.upcoming > 0 && <p>{t.upcomingStay(subject.upcoming)}</p>}
    </ConfirmModal>
  )
}
